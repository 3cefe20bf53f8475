package io.quarkiverse.sqlite.engine.work;

import java.math.BigDecimal;
import java.math.MathContext;

/** The shortest decimal text that reads back to the same double. */
public final class ShortestDouble {

    /** From Java 19 on {@code Double.toString} is that text. */
    private static final boolean EXACT_LIBRARY = Runtime.version().feature() >= 19;

    /** A double keeps each decimal number of so many digits apart: below that there is nothing shorter to find. */
    private static final int EXACT_DIGITS = 15;

    private ShortestDouble() {
    }

    /** @param value a finite number */
    public static String text(double value) {
        String printed = Double.toString(value);
        return EXACT_LIBRARY || printed.length() <= EXACT_DIGITS ? printed : shorter(value, printed);
    }

    private static String shorter(double value, String printed) {
        int precision = new BigDecimal(printed).precision();
        for (int digits = EXACT_DIGITS; digits < precision; digits++) {
            BigDecimal shorter = new BigDecimal(value).round(new MathContext(digits));
            if (shorter.doubleValue() == value) {
                return likeDouble(shorter.stripTrailingZeros().toString());
            }
        }
        return printed;
    }

    /** With a fraction, and without the plus of the exponent. */
    private static String likeDouble(String text) {
        String mantissa = text.replaceFirst("E.*", "");
        String exponent = text.substring(mantissa.length()).replace("+", "");
        return mantissa + (mantissa.indexOf('.') < 0 ? ".0" : "") + exponent;
    }
}

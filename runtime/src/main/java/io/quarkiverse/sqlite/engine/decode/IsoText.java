package io.quarkiverse.sqlite.engine.decode;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** Reads points in time as ISO 8601 and SQLite write them: {@code T} or a blank stands between date and time. */
final class IsoText {

    private static final int DATE_LENGTH = 10;

    private static final DateTimeFormatter ZONE_OPTIONAL = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .appendOffset("+HH:mm:ss", "Z")
            .optionalStart()
            .appendLiteral('[')
            .appendZoneRegionId()
            .appendLiteral(']')
            .toFormatter(Locale.ROOT)
            .withChronology(IsoChronology.INSTANCE)
            .withResolverStyle(ResolverStyle.STRICT);

    private IsoText() {
    }

    /** @throws DateTimeException if it is none */
    static LocalDateTime localDateTime(String text) {
        return LocalDateTime.parse(withT(text));
    }

    /** @throws DateTimeException if it is none */
    static Instant instant(String text) {
        TemporalAccessor parsed = ZONE_OPTIONAL.parseBest(withT(text), ZonedDateTime::from, LocalDateTime::from);
        return parsed instanceof ZonedDateTime zoned ? zoned.toInstant() : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
    }

    private static String withT(String text) {
        return text.length() > DATE_LENGTH && text.charAt(DATE_LENGTH) == ' '
                ? text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1)
                : text;
    }
}

package io.quarkiverse.sqlite.engine.work;

/** Rethrows what the body of a transaction threw, checked or not, as it was. */
public final class Sneaky {

    private Sneaky() {
    }

    @SuppressWarnings("unchecked")
    public static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}

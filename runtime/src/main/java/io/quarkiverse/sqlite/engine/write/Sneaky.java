package io.quarkiverse.sqlite.engine.write;

/** Rethrows what the body of a transaction threw, checked or not, as it was. */
final class Sneaky {

    private Sneaky() {
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> RuntimeException rethrow(Throwable failure) throws E {
        throw (E) failure;
    }
}

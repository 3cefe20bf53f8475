package io.quarkiverse.sqlite.runtime;

import io.quarkiverse.sqlite.engine.CallGuard;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;

/** Refuses calls on threads that must not block, at once and before anything is leased. */
record EventLoopGuard(String database) implements CallGuard {

    @Override
    public void check() {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new BlockingOperationNotAllowedException("The database '" + database + "' was called on thread '"
                    + Thread.currentThread().getName() + "', which must not block: annotate the method with @Blocking, or with"
                    + " @RunOnVirtualThread on Java 21 and later");
        }
    }
}

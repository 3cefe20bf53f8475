package io.quarkiverse.sqlite.benchmarks.ab;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

import com.sun.management.ThreadMXBean;

/** Sums up what the timed parts of one sample took. Used by one thread. */
final class Measure {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long nanos;
    private long bytes;
    private long operations;

    /** Times some operations of the calling thread. */
    void timed(int times, Runnable work) {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        work.run();
        nanos += System.nanoTime() - start;
        bytes += THREADS.getCurrentThreadAllocatedBytes() - allocated;
        operations += times;
    }

    /** Times what some threads do at once. */
    void timedAtOnce(ExecutorService pool, int threads, int timesEach, Runnable work) {
        List<Future<Long>> each = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            each.add(pool.submit(() -> {
                long allocated = THREADS.getCurrentThreadAllocatedBytes();
                work.run();
                return THREADS.getCurrentThreadAllocatedBytes() - allocated;
            }));
        }
        try {
            for (Future<Long> future : each) {
                bytes += future.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        nanos += System.nanoTime() - start;
        operations += (long) threads * timesEach;
    }

    double microsEach() {
        return nanos / 1e3 / operations;
    }

    double bytesEach() {
        return (double) bytes / operations;
    }
}

package io.quarkiverse.sqlite;

/**
 * The live queries; all figures are 0 as long as there are none.
 *
 * @param live how many are subscribed to
 * @param reruns how many times one was run again since the start
 * @param suppressed how many of these found their result unchanged
 * @param emissions how many results were emitted since the start
 */
public record StreamDiagnostics(int live, long reruns, long suppressed, long emissions) {
}

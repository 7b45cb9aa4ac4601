/**
 * Benchmark of everything that the documents promise, {@code ./mvnw -Pbench}.
 *
 * <p>In: the distributions, and which scenarios are wanted. Out: a report with a row for each
 * figure, and a non-zero exit status when a goal is missed. Invariants: broker, schedulers and
 * gateway run in separate processes with the shipped settings unless the row names others; load and
 * readers run in this one.
 */
@NullMarked
package io.delaygate.harness.bench;

import org.jspecify.annotations.NullMarked;

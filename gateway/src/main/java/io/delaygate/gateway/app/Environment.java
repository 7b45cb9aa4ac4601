package io.delaygate.gateway.app;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Clocks and randomness of a gateway.
 *
 * @param clock to judge due times by
 * @param ticker monotonic nanoseconds
 * @param random thread-safe; makes ids of instances and callers, makes tokens and chooses among
 *     partitions: it must not be predictable
 */
record Environment(Clock clock, LongSupplier ticker, RandomGenerator random) {}

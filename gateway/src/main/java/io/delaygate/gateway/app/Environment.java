package io.delaygate.gateway.app;

import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a gateway cannot work out by itself.
 *
 * @param clock what due times are judged by
 * @param ticker monotonic nanoseconds
 * @param random thread-safe; tells instances and callers apart, makes tokens and chooses among
 *     partitions: nobody may guess what it draws
 */
record Environment(Clock clock, LongSupplier ticker, RandomGenerator random) {}

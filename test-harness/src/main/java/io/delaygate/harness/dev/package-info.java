/**
 * Development stack: broker, scheduler and gateway in one JVM, with a demonstration.
 *
 * <p>In: ports, a data directory, or the address of a running Kafka. Out: a broker, the scheduler
 * and the gateway until Ctrl-C. Invariants: state survives a restart; only 127.0.0.1 is bound.
 */
@NullMarked
package io.delaygate.harness.dev;

import org.jspecify.annotations.NullMarked;

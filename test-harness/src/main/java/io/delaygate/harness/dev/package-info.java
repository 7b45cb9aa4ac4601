/**
 * The development stack: everything that Delaygate is, in one JVM, with a demonstration.
 *
 * <p>In: ports, a data directory, or the address of a Kafka that runs already. Out: a broker, the
 * scheduler and the gateway until Ctrl-C. What always holds: state survives a restart; only
 * 127.0.0.1 is bound.
 */
@NullMarked
package io.delaygate.harness.dev;

import org.jspecify.annotations.NullMarked;

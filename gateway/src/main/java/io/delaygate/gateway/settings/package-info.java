/**
 * Settings of the gateway.
 *
 * <p>In: merged settings from file, environment and arguments. Out: typed values, the topic names
 * of the installation and the settings of the Kafka clients. Guarantees: nothing is used unchecked,
 * all faults are reported at start, and no secret is logged.
 */
@NullMarked
package io.delaygate.gateway.settings;

import org.jspecify.annotations.NullMarked;

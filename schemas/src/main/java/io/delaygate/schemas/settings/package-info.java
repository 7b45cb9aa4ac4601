/**
 * How both services read their configuration.
 *
 * <p>In: a {@code ConfigDef}, a properties file, the environment, program arguments. Out: checked
 * values and the pass-through settings of Kafka clients. What always holds: arguments win over the
 * environment, the environment over the file; an unknown key is a fault; all faults are reported at
 * once.
 */
@NullMarked
package io.delaygate.schemas.settings;

import org.jspecify.annotations.NullMarked;

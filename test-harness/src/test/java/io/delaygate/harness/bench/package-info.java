/**
 * Measures what is promised, {@code ./mvnw -Pbench}.
 *
 * <p>In: the distributions, and which scenarios are wanted. Out: a report with a row for each
 * figure, and a non-zero exit status when a goal is missed. What always holds: broker, schedulers
 * and gateway run in processes of their own, with the settings that are shipped unless the row says
 * otherwise; the load and the readers are in this one.
 */
@NullMarked
package io.delaygate.harness.bench;

import org.jspecify.annotations.NullMarked;

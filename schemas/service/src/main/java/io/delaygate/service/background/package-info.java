/**
 * Background tasks that run again for as long as a process lives.
 *
 * <p>In: named tasks and how often they run. Out: their effects, and a count of their failures.
 * Guarantees: a task that throws is reported and runs again, and no task keeps a process alive.
 */
@NullMarked
package io.delaygate.service.background;

import org.jspecify.annotations.NullMarked;

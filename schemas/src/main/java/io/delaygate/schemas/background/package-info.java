/**
 * Tasks that run in the background for as long as a process lives.
 *
 * <p>In: named tasks and how often they run. Out: their effects, and a count of their failures.
 * What always holds: a task that throws is told and runs again, and no task keeps a process alive.
 */
@NullMarked
package io.delaygate.schemas.background;

import org.jspecify.annotations.NullMarked;

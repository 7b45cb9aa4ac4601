/**
 * Work beside the work.
 *
 * <p>In: the name of a thread. Out: an executor that has this one thread. What always holds: it
 * keeps no process alive.
 */
@NullMarked
package io.delaygate.schemas.background;

import org.jspecify.annotations.NullMarked;

/**
 * Commands that were rejected: nothing but their dead letters is left of them.
 *
 * <p>In: a question. Out: the newest of the rejected commands, read from the end of the topic of
 * dead letters. What always holds: no more of the topic is read than a bound says; nothing is
 * committed, and no group is joined.
 */
@NullMarked
package io.delaygate.gateway.rejected;

import org.jspecify.annotations.NullMarked;

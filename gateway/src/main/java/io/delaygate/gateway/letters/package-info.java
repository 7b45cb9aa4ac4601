/**
 * What there is to be looked at and sent again: dead jobs, which the schedulers have, and rejected
 * commands, of which nothing but dead letters is left.
 *
 * <p>In: a question. Out: a page of dead jobs, or the newest of the rejected commands, read from
 * the end of the topic of dead letters. What always holds: no more of the topic is read than a
 * bound says; nothing is committed, and no group is joined.
 */
@NullMarked
package io.delaygate.gateway.letters;

import org.jspecify.annotations.NullMarked;

/**
 * Many jobs in one call; among them all of a queue, and attempts that a worker tells of.
 *
 * <p>In: items or ids in a body, or a filter. Out: one command per job, as if it came alone, and an
 * answer that says what became of each. What always holds: a bad item fails alone; results stand in
 * the order of the items; a call that ends early says how far it came, and what it did stays done;
 * no body is in memory as a whole, and what is under way is bounded, per call and in all.
 */
@NullMarked
package io.delaygate.gateway.batch;

import org.jspecify.annotations.NullMarked;

/**
 * Health of an installation: what is wrong now, since when, what it costs and what to do.
 *
 * <p>In: answers of the schedulers, and what this gateway knows itself. Out: a list of faults in
 * sentences. Invariants: one table has every sentence, from which the texts of alerts and of the
 * runbook are made too; a namespace is told only of its own targets, and of the rest in general
 * words.
 */
@NullMarked
package io.delaygate.gateway.health;

import org.jspecify.annotations.NullMarked;

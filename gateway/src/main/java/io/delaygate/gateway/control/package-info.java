/**
 * Decisions of operators on {@code delay-control}: targets, namespaces, and tokens with their
 * limits.
 *
 * <p>In: calls of operators and administrators, and the records read from {@code delay-control}.
 * Out: records of that topic, and the present decisions as JSON. Guarantees: a decision is a record
 * that any producer with the right could have written, and counts as made when all in-sync replicas
 * have it; schedulers and gateways act on it a moment later, when they have read it; before the
 * first reading nothing is decided here; a token is shown once, in the answer to its making, and
 * only its hash is kept.
 */
@NullMarked
package io.delaygate.gateway.control;

import org.jspecify.annotations.NullMarked;

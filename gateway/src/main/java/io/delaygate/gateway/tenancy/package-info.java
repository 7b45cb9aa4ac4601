/**
 * Namespaces and their tokens: who makes them, and what they may use.
 *
 * <p>In: calls of the installation's administrators, and what was read of {@code delay-control}.
 * Out: records of that topic, and what is decided as JSON. What always holds: a call is answered
 * when its record is stored and, if the topic can be read, in force at this gateway; others follow
 * a moment later; a token is shown once, in the answer to its making, and only its hash is kept.
 */
@NullMarked
package io.delaygate.gateway.tenancy;

import org.jspecify.annotations.NullMarked;

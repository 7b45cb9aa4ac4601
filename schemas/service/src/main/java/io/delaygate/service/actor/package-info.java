/**
 * Proof of the caller for whom a gateway sends a command.
 *
 * <p>In: the caller of a gateway, or a command with a claim. Out: the claim, or the actor to
 * believe. Guarantees: with a secret, a claim that no gateway made for exactly this record is never
 * believed; a claim that is not valid refuses no command.
 */
@NullMarked
package io.delaygate.service.actor;

import org.jspecify.annotations.NullMarked;

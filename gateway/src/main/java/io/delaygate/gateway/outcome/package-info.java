/**
 * Outcomes of commands: pending calls, replies from {@code delay-replies}, and their HTTP form.
 *
 * <p>In: commands whose callers wait for the outcome, and the replies on one partition of {@code
 * delay-replies}. Out: one {@link io.delaygate.gateway.outcome.CommandResult} for each command, and
 * its HTTP form. Guarantees: an outcome that is given is final; every caller gets an answer, also
 * when the reader fails or the gateway stops; no more than the set number of callers wait.
 */
@NullMarked
package io.delaygate.gateway.outcome;

import org.jspecify.annotations.NullMarked;

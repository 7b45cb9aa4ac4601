/**
 * Outcomes of commands: pending calls, replies from {@code delay-replies}, and their HTTP form.
 *
 * <p>In: commands that somebody waits for, and the replies on one partition of {@code
 * delay-replies}. Out: one {@link io.delaygate.gateway.outcome.CommandResult} for each command, and
 * what it is in HTTP. What always holds: an outcome that is given is final; every caller gets an
 * answer, also when the reader fails or the gateway stops; no more than the set number of callers
 * wait.
 */
@NullMarked
package io.delaygate.gateway.outcome;

import org.jspecify.annotations.NullMarked;

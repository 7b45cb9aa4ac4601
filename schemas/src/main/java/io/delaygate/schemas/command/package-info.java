/**
 * Parser of commands: from the headers of a record to a typed command, or a typed refusal.
 *
 * <p>In: key, value, headers and coordinates of a record of {@code delay-requests}. Out: {@link
 * io.delaygate.schemas.command.Command} or {@link io.delaygate.schemas.command.Refusal}.
 * Guarantees: nothing here throws for bad input, reads a clock or knows whether the job exists; the
 * gateway and the scheduler judge by the same code.
 */
@NullMarked
package io.delaygate.schemas.command;

import org.jspecify.annotations.NullMarked;

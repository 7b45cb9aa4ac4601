/**
 * Calls that change an existing job: cancel, change, fire; kick and discard dead letters; reserve,
 * finish, release, extend and bury attempts.
 *
 * <p>In: the id of a path, {@code If-Match} or a lease, for some a body. Out: a command on {@code
 * delay-requests} and its definite outcome. What always holds: the command goes to the partition of
 * the job's own commands, so it is never overtaken by what was sent before it; a success was
 * decided by the job's one writer, who alone knows whose an attempt is: whoever comes too late is
 * told so, and changes nothing.
 */
@NullMarked
package io.delaygate.gateway.change;

import org.jspecify.annotations.NullMarked;

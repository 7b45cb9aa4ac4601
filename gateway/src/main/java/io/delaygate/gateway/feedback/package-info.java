/**
 * What workers say of the attempts that they work on: reserve, finish, release, extend, bury.
 *
 * <p>In: the id of a path, a body with the lease. Out: a command on {@code delay-requests} and its
 * definite outcome. What always holds: the scheduler alone knows whose the attempt is; whoever
 * comes too late is told so, and changes nothing.
 */
@NullMarked
package io.delaygate.gateway.feedback;

import org.jspecify.annotations.NullMarked;

/**
 * Workers that call HTTP endpoints with due jobs.
 *
 * <p>In: the endpoints of this installation, and ready jobs whose target is an endpoint, reserved
 * as those of a queue. Out: calls, and reports of their ends as commands of a worker. Guarantees:
 * no call before its job is due; each job is called at least once, and again if this gateway dies
 * before it has reported the end; calls of one endpoint or namespace leave room for others.
 */
@NullMarked
package io.delaygate.gateway.pusher;

import org.jspecify.annotations.NullMarked;

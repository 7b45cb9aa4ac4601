/**
 * Jobs of queues on their way to gateways: asked for by any thread, reserved by the thread of their
 * task in its next transaction, told when that is committed.
 */
@NullMarked
package io.delaygate.scheduler.handout;

import org.jspecify.annotations.NullMarked;

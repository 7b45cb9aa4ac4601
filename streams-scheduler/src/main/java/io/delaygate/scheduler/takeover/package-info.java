/**
 * How a scheduler comes by the partitions of one that is gone.
 *
 * <p>In: the partitions that were given to this scheduler and do not work yet, and what the brokers
 * tell of open transactions. Out: those of the partitions' former owners are ended. What always
 * holds: none is ended that moves nothing of partitions given to this scheduler; whatever is not
 * ended here, the brokers end by its time-out.
 */
@NullMarked
package io.delaygate.scheduler.takeover;

import org.jspecify.annotations.NullMarked;

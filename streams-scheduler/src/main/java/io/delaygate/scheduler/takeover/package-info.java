/**
 * How the partitions of a scheduler that was killed come to the next one soon.
 *
 * <p>In: the members of the group when a scheduler starts; then the partitions that were given to
 * it and do not work yet, and what the brokers tell of open transactions. Out: the membership of
 * the process before, and the transactions of the partitions' former owners, are ended. What always
 * holds: no transaction is ended that wrote nothing of partitions given to this scheduler; whatever
 * is not ended here, the brokers end by its time-out.
 */
@NullMarked
package io.delaygate.scheduler.takeover;

import org.jspecify.annotations.NullMarked;

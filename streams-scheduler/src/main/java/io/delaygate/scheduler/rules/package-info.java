/**
 * Pure decisions about commands, due jobs and feedback.
 *
 * <p>In: a command or a due job, the stored job, the topic directory's status, the time. Out:
 * effects and an outcome. Invariants: no Kafka, no clock and no store in this package; the same
 * input gives the same answer.
 */
@NullMarked
package io.delaygate.scheduler.rules;

import org.jspecify.annotations.NullMarked;

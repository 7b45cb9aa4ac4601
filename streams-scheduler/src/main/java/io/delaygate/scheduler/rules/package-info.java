/**
 * Pure decisions about commands, due jobs and feedback.
 *
 * <p>In: a command or a due job, the stored job, what the directory says, the time. Out: effects
 * and an outcome. What always holds: no Kafka, no clock, no store in here; the same input gives the
 * same answer.
 */
@NullMarked
package io.delaygate.scheduler.rules;

import org.jspecify.annotations.NullMarked;

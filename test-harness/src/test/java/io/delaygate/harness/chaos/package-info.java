/**
 * Seeded chaos: real processes under load and faults, and a reference model that says afterwards
 * whether every promise was kept.
 *
 * <p>In: a seed and a {@link io.delaygate.harness.chaos.Shape}. Out: a row of the table and the
 * violations, each with the job it is about. The way: {@link io.delaygate.harness.chaos.Plan}
 * (pure: what happens when), {@link io.delaygate.harness.chaos.Rig} (processes), {@link
 * io.delaygate.harness.chaos.Load} and {@link io.delaygate.harness.chaos.FaultRunner} (carry the
 * plan out), {@link io.delaygate.harness.chaos.Workers} (answer for what is delivered), {@link
 * io.delaygate.harness.chaos.Evidence} (what Kafka holds afterwards), {@link
 * io.delaygate.harness.chaos.Courses} (pure: what may have happened to a job, by the {@link
 * io.delaygate.harness.chaos.Rules} of commands and {@link io.delaygate.harness.chaos.Meanwhile} no
 * command came), {@link io.delaygate.harness.chaos.Verdict}.
 *
 * <p>What always holds: the same seed and shape are the same plan, and the same attempt of a job is
 * answered in the same way; only what Kafka keeps for {@code read_committed} readers is evidence;
 * nothing is called a violation that some legal course of events explains.
 */
@NullMarked
package io.delaygate.harness.chaos;

import org.jspecify.annotations.NullMarked;

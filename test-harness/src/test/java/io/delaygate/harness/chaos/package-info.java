/**
 * Seeded chaos trial: real processes under load and faults, and a reference model that checks
 * afterwards whether every promise was kept.
 *
 * <p>In: a seed and a {@link io.delaygate.harness.chaos.Shape}. Out: a row of the table and the
 * violations, each with its job. Steps: {@link io.delaygate.harness.chaos.Plan} (pure: all faults
 * and operations), {@link io.delaygate.harness.chaos.Rig} (processes), {@link
 * io.delaygate.harness.chaos.Load} and {@link io.delaygate.harness.chaos.FaultRunner} (carry the
 * plan out), {@link io.delaygate.harness.chaos.Workers} (answer for deliveries), {@link
 * io.delaygate.harness.chaos.Evidence} (content of the topics afterwards), {@link
 * io.delaygate.harness.chaos.Courses} (pure: possible lives of a job, by the {@link
 * io.delaygate.harness.chaos.Rules} of commands and {@link io.delaygate.harness.chaos.Meanwhile}
 * between them), {@link io.delaygate.harness.chaos.Verdict}. Jobs that call endpoints are judged
 * apart, by {@link io.delaygate.harness.chaos.CalledJob}.
 *
 * <p>Invariants: the same seed and shape are the same plan, and the same attempt of a job gets the
 * same answer; only records that {@code read_committed} readers see are evidence; whatever a legal
 * course of events explains is not a violation.
 */
@NullMarked
package io.delaygate.harness.chaos;

import org.jspecify.annotations.NullMarked;

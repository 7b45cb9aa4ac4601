package io.delaygate.gateway.jobs;

import io.delaygate.gateway.operations.OperationKind;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.JobState;
import org.jspecify.annotations.Nullable;

/** Kind of change that one call makes to many jobs: cancel, fire, kick or discard. */
public enum BulkKind {
  /** Drops pending jobs. */
  CANCEL(Op.CANCEL, Outcome.CANCELLED, "cancelled", null),
  /** Delivers jobs of a queue before their time. */
  FIRE(Op.FIRE, Outcome.RESCHEDULED, "fired", JobState.SCHEDULED),
  /** Delivers dead letters again. */
  KICK(Op.KICK, Outcome.KICKED, "kicked", JobState.DEAD),
  /** Drops dead letters. */
  DISCARD(Op.DISCARD, Outcome.DISCARDED, "discarded", JobState.DEAD);

  private final Op op;
  private final Outcome success;
  private final String counted;
  private final @Nullable JobState state;

  BulkKind(Op op, Outcome success, String counted, @Nullable JobState state) {
    this.op = op;
    this.success = success;
    this.counted = counted;
    this.state = state;
  }

  Op op() {
    return op;
  }

  /** The kind of operations that do it. */
  OperationKind operation() {
    return switch (this) {
      case CANCEL -> OperationKind.CANCEL;
      case KICK -> OperationKind.KICK;
      case DISCARD -> OperationKind.DISCARD;
      case FIRE -> throw new IllegalStateException("no operation fires jobs");
    };
  }

  /** Whether the change delivers jobs. */
  boolean delivers() {
    return this == FIRE || this == KICK;
  }

  Outcome success() {
    return success;
  }

  /** The name, in the answer, of the count of changed jobs. */
  String counted() {
    return counted;
  }

  /** The state of the jobs that a filter finds; null for every pending one. */
  @Nullable JobState state() {
    return state;
  }

  /** The time by which a filter finds jobs, as the prefix of its fields. */
  String time() {
    return state == JobState.DEAD ? "died" : "due";
  }

  /** The reason that is given for a stale job. */
  ReasonCode stale() {
    return state == JobState.DEAD ? ReasonCode.NOT_DEAD : ReasonCode.VERSION_STALE;
  }
}

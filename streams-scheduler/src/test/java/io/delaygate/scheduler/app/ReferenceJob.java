package io.delaygate.scheduler.app;

/** Mutable job of the {@link ReferenceScheduler}. */
final class ReferenceJob {
  final String id;
  final String topic;
  long dueMs;
  long expiresMs;
  boolean isLetterWhenExpired;
  boolean isAcknowledged;
  boolean isToBeReserved;

  String state = "SCHEDULED";
  long version;
  long createdMs;
  long wakeMs;
  int attempt;
  boolean isAttemptOpen;
  long attemptBegunMs;
  long leaseVersion;

  ReferenceJob(String id, String topic, long dueMs, long expiresMs) {
    this.id = id;
    this.topic = topic;
    this.dueMs = dueMs;
    this.expiresMs = expiresMs;
  }

  boolean is(String asked) {
    return state.equals(asked);
  }

  boolean isUnderWay() {
    return is("READY") || is("RESERVED");
  }

  boolean isInTimeline() {
    return is("SCHEDULED") || isUnderWay();
  }

  boolean isTimedOut() {
    return is("RESERVED") || (is("READY") && !isToBeReserved);
  }

  String lease() {
    return Long.toString(createdMs, 36) + "-" + leaseVersion;
  }

  void leaseUntil(long ms) {
    wakeMs = expiresMs == Long.MAX_VALUE ? ms : Math.min(ms, expiresMs + 1);
  }

  /** Schedules the job anew; an open attempt ends. */
  void scheduleAt(long ms) {
    state = "SCHEDULED";
    dueMs = ms;
    wakeMs = ms;
    isAttemptOpen = false;
  }
}

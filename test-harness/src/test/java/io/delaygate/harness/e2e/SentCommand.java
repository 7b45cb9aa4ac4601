package io.delaygate.harness.e2e;

import java.util.List;

/**
 * A command that asked for its answer, and what must be true afterwards. Each is the only one about
 * its job, which, but for a new one, was scheduled before.
 *
 * @param number counted from 0
 * @param farMs when the jobs that were scheduled before are due, epoch milliseconds
 */
record SentCommand(int number, long farMs) {
  private static final List<Kind> KINDS =
      List.of(Kind.CANCEL, Kind.RESCHEDULE, Kind.FIRE, Kind.CANCEL, Kind.SCHEDULE, Kind.FIRE);

  /** What commands do. */
  enum Kind {
    CANCEL,
    RESCHEDULE,
    FIRE,
    SCHEDULE
  }

  /** The job that is there for the command of that number. */
  static String jobOf(int number) {
    return "job-" + number;
  }

  Kind kind() {
    return KINDS.get(number % KINDS.size());
  }

  String id() {
    return kind() == Kind.SCHEDULE ? "new-" + number : jobOf(number);
  }

  String[] headers(String target) {
    var due = Long.toString(dueMs());
    return switch (kind()) {
      case CANCEL -> new String[] {"delay-op", "cancel"};
      case RESCHEDULE -> new String[] {"delay-op", "reschedule", "delay-due-ms", due};
      case FIRE -> new String[] {"delay-op", "fire"};
      case SCHEDULE -> new String[] {"delay-due-ms", due, "delay-target-topic", target};
    };
  }

  private long dueMs() {
    return farMs + 1 + number;
  }

  /** The true answers: a job that is fired as a process begins may wait for its target first. */
  List<String> answers() {
    return switch (kind()) {
      case CANCEL -> List.of("CANCELLED CANCELLED 1");
      case RESCHEDULE -> List.of("RESCHEDULED SCHEDULED 2");
      case FIRE -> List.of("RESCHEDULED DELIVERED 2", "RESCHEDULED PARKED 3");
      case SCHEDULE -> List.of("SCHEDULED SCHEDULED 1");
    };
  }

  /** How its job is {@link #seen} once it was carried out. */
  String done() {
    return switch (kind()) {
      case CANCEL -> "CANCELLED CANCELLED 1, delivered 0 times";
      case RESCHEDULE -> "STALE SCHEDULED 2 due %d, delivered 0 times".formatted(dueMs());
      case FIRE -> "ALREADY_DELIVERED DELIVERED 2, delivered 1 times";
      case SCHEDULE -> "STALE SCHEDULED 1 due %d, delivered 0 times".formatted(dueMs());
    };
  }

  /** How its job is {@link #seen} if it was not carried out. */
  String undone() {
    return kind() == Kind.SCHEDULE
        ? "NOT_FOUND, delivered 0 times"
        : "STALE SCHEDULED 1 due %d, delivered 0 times".formatted(farMs);
  }

  /**
   * How a job is.
   *
   * @param probe the answer to a cancel of a version that no job has: it changes nothing
   */
  static String seen(Answer probe, long deliveries) {
    var due = probe.state().equals("SCHEDULED") ? " due " + probe.job().path("dueMs") : "";
    return "%s%s, delivered %d times".formatted(probe.text(), due, deliveries);
  }
}

package io.delaygate.harness.e2e;

import java.util.List;

/**
 * Command with a requested answer, and its allowed results. It is the only command about its job,
 * which was scheduled before unless the command creates it.
 *
 * @param number from 0
 * @param farMs due time of the jobs that were scheduled before, epoch milliseconds
 */
record SentCommand(int number, long farMs) {
  private static final List<Kind> KINDS =
      List.of(Kind.CANCEL, Kind.RESCHEDULE, Kind.FIRE, Kind.CANCEL, Kind.SCHEDULE, Kind.FIRE);

  /** Kind of a command. */
  enum Kind {
    CANCEL,
    RESCHEDULE,
    FIRE,
    SCHEDULE
  }

  /** Id of the existing job for the command with this number. */
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

  /** Allowed answers; a job that is fired during a start may first wait for its target. */
  List<String> answers() {
    return switch (kind()) {
      case CANCEL -> List.of("CANCELLED CANCELLED 1");
      case RESCHEDULE -> List.of("RESCHEDULED SCHEDULED 2");
      case FIRE -> List.of("RESCHEDULED DELIVERED 2", "RESCHEDULED PARKED 3");
      case SCHEDULE -> List.of("SCHEDULED SCHEDULED 1");
    };
  }

  /** The job as {@link #seen} after the command. */
  String done() {
    return switch (kind()) {
      case CANCEL -> "CANCELLED CANCELLED 1, delivered 0 times";
      case RESCHEDULE -> "STALE SCHEDULED 2 due %d, delivered 0 times".formatted(dueMs());
      case FIRE -> "ALREADY_DELIVERED DELIVERED 2, delivered 1 times";
      case SCHEDULE -> "STALE SCHEDULED 1 due %d, delivered 0 times".formatted(dueMs());
    };
  }

  /** The job as {@link #seen} without the command. */
  String undone() {
    return kind() == Kind.SCHEDULE
        ? "NOT_FOUND, delivered 0 times"
        : "STALE SCHEDULED 1 due %d, delivered 0 times".formatted(farMs);
  }

  /**
   * State of a job as text.
   *
   * @param probe answer to a cancel of a version that never exists, which changes nothing
   */
  static String seen(Answer probe, long deliveries) {
    var due = probe.state().equals("SCHEDULED") ? " due " + probe.job().path("dueMs") : "";
    return "%s%s, delivered %d times".formatted(probe.text(), due, deliveries);
  }
}

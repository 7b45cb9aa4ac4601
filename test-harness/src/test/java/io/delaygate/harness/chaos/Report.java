package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Verb;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Table of runs, in Markdown. */
final class Report {
  private Report() {}

  /**
   * Counts of a run.
   *
   * @param aborted number of aborted transactions
   * @param audits number of audits that were answered during faults
   * @param revivals number of services that ended by themselves and were started again
   */
  record Counts(Evidence evidence, Verdict verdict, int aborted, int audits, int revivals) {
    /** Greatest lateness of a job, by its scheduler's clock. */
    long latestMs() {
      return evidence.deliveries().stream()
          .filter(delivery -> !delivery.isStampedByBroker())
          .mapToLong(delivery -> delivery.stampMs() - delivery.dueMs())
          .max()
          .orElse(0);
    }

    long acknowledged() {
      return evidence.commands().values().stream()
          .filter(command -> command.clauses().ack() != null)
          .map(Command::id)
          .distinct()
          .count();
    }

    long attempts() {
      return evidence.deliveries().stream().filter(Delivery::isAttempt).count();
    }

    long commands(Verb verb) {
      return evidence.commands().values().stream().filter(c -> c.verb() == verb).count();
    }
  }

  /**
   * One run.
   *
   * @param faults number of faults of each kind that were injected and healed
   * @param faultMs duration of the faults
   */
  record Row(
      Plan plan,
      Map<FaultKind, Integer> faults,
      Counts counts,
      long faultMs,
      List<Violation> violations) {

    boolean isGreen() {
      return violations.isEmpty();
    }

    @Override
    public String toString() {
      var jobs = counts.evidence().jobs().size();
      return "| %d | %d s | %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %.1f s | %s |"
          .formatted(
              plan.seed(),
              faultMs / 1_000,
              kinds(),
              jobs,
              counts.acknowledged(),
              counts.evidence().deliveries().size(),
              counts.attempts(),
              counts.evidence().letters().jobs().size(),
              counts.commands(Verb.CANCEL),
              counts.commands(Verb.RESCHEDULE) + counts.commands(Verb.FIRE),
              counts.aborted(),
              counts.verdict().unanswered(),
              counts.verdict().left().pending().size(),
              counts.audits(),
              counts.revivals(),
              counts.latestMs() / 1_000.0,
              isGreen() ? "green" : violations.size() + " violations");
    }

    private String kinds() {
      return Arrays.stream(FaultKind.values())
          .filter(faults::containsKey)
          .map(kind -> faults.get(kind) + " " + kind.title())
          .collect(Collectors.joining(", "));
    }
  }

  /** Head of the table. */
  static String head() {
    return """
        | seed | faults for | faults injected | jobs | acknowledged | deliveries | \
        attempts | dead letters | cancels | changes | aborted \
        transactions | unanswered | pending at the end | audits | ended by itself | latest | |
        |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|""";
  }

  /** Number of faults of each kind in all runs. */
  static String totals(List<Row> rows) {
    return Arrays.stream(FaultKind.values())
        .map(
            kind ->
                "%s: %d"
                    .formatted(
                        kind.title(),
                        rows.stream().mapToInt(r -> r.faults().getOrDefault(kind, 0)).sum()))
        .collect(Collectors.joining(", "));
  }
}

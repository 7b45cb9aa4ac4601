package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Answers of an installation without load to queries.
 *
 * @param counts by each gateway
 * @param pending ids that are listed as pending
 * @param dead results of some finished jobs
 * @param results audits in which counts or index do not agree with the jobs
 * @param disagreements audits that found that counts or index do not fit the jobs
 */
record Answers(
    List<Counts> counts,
    Set<String> pending,
    Set<String> dead,
    Map<String, String> results,
    List<String> disagreements) {

  /**
   * Jobs by their state.
   *
   * @param pending all jobs except dead ones
   * @param underWay pending jobs that were delivered and await an acknowledgement
   */
  record Counts(long pending, long underWay, long dead) {}

  /** Answers that contradict what must be left. */
  List<Violation> violations(Verdict.Left left) {
    var violations = new ArrayList<Violation>();
    for (var count : counts) {
      violations.addAll(counted(count.pending(), left.pending(), "jobs"));
      violations.addAll(counted(count.underWay(), Map.of(), "jobs under way"));
      violations.addAll(counted(count.dead(), left.dead(), "dead letters"));
    }
    violations.addAll(listed(pending, left.pending()));
    violations.addAll(listed(dead, left.dead()));
    left.results().entrySet().stream()
        .filter(result -> results.containsKey(result.getKey()))
        .filter(result -> !result.getValue().equals(results.get(result.getKey())))
        .map(result -> result + " is said to be " + results.get(result.getKey()))
        .forEach(text -> violations.add(new Violation(Kind.RESULT, text)));
    disagreements.forEach(audit -> violations.add(new Violation(Kind.COUNT, "audit: " + audit)));
    return violations;
  }

  private static List<Violation> counted(long count, Map<String, Boolean> jobs, String what) {
    var certain = jobs.values().stream().filter(Boolean::booleanValue).count();
    if (certain <= count && count <= jobs.size()) {
      return List.of();
    }
    var text = "a gateway counts %d %s, not %d".formatted(count, what, jobs.size());
    return List.of(new Violation(Kind.COUNT, text));
  }

  /** A listing begins at the cursor, so it misses jobs below it. */
  private static List<Violation> listed(Set<String> found, Map<String, Boolean> jobs) {
    var violations = new ArrayList<Violation>();
    jobs.forEach(
        (id, certainly) -> {
          if (certainly && !found.contains(id)) {
            violations.add(new Violation(Kind.CURSOR, id + " is there and not listed"));
          }
        });
    found.stream()
        .filter(id -> !jobs.containsKey(id))
        .forEach(id -> violations.add(new Violation(Kind.COUNT, id + " is listed still")));
    return violations;
  }
}

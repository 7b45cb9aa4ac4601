package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a quiet installation answers to questions.
 *
 * @param counts of pending jobs, by each gateway
 * @param listed ids
 * @param disagreements audits that found that counts or index do not fit the jobs
 */
record Answers(List<Long> counts, Set<String> listed, List<String> disagreements) {

  /** What does not fit, given which jobs are pending, certainly (true) or possibly (false). */
  List<Violation> violations(Map<String, Boolean> pending) {
    var violations = new ArrayList<Violation>();
    var certain = pending.values().stream().filter(Boolean::booleanValue).count();
    for (var count : counts) {
      if (count < certain || count > pending.size()) {
        var text = "a gateway counts %d jobs, not %d".formatted(count, pending.size());
        violations.add(new Violation(Kind.COUNT, text));
      }
    }
    // a listing begins at the cursor: what lies below it is not found
    pending.forEach(
        (id, certainly) -> {
          if (certainly && !listed.contains(id)) {
            violations.add(new Violation(Kind.CURSOR, id + " is pending and not listed"));
          }
        });
    listed.stream()
        .filter(id -> !pending.containsKey(id))
        .forEach(id -> violations.add(new Violation(Kind.COUNT, id + " is listed still")));
    disagreements.forEach(audit -> violations.add(new Violation(Kind.COUNT, "audit: " + audit)));
    return violations;
  }
}

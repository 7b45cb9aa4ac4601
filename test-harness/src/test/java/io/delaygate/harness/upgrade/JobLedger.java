package io.delaygate.harness.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Jobs of a load, with what callers were told of each and so what has to arrive. Thread-safe. */
final class JobLedger {
  /** Number of deliveries that a job must have. */
  enum Expected {
    ONE,
    NONE,
    /** No caller was told for certain. */
    ONE_OR_NONE
  }

  /**
   * A delivery as a {@code read_committed} consumer sees it.
   *
   * @param atMs when the scheduler emitted it
   */
  record Delivery(String job, long dueMs, long atMs) {}

  private record Job(Expected expected, Set<Long> dueMs) {}

  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> strange = new ConcurrentLinkedQueue<>();

  /** Notes that a job is expected to be delivered so, at one of these due times. */
  void expect(String job, Expected expected, Long... dueMs) {
    jobs.put(job, new Job(expected, Set.of(dueMs)));
  }

  /** Notes an answer that nothing explains. */
  void strange(String answer) {
    strange.add(answer);
  }

  /** Jobs that must have that many deliveries. */
  List<String> jobs(Expected expected) {
    return jobs.entrySet().stream()
        .filter(entry -> entry.getValue().expected() == expected)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Broken promises, when all that was due has left. */
  List<String> violations(List<Delivery> deliveries) {
    var violations = new ArrayList<>(strange);
    var counts = new TreeMap<String, Integer>();
    for (var delivery : deliveries) {
      counts.merge(delivery.job(), 1, Integer::sum);
      var job = jobs.get(delivery.job());
      if (job == null) {
        violations.add("never scheduled: " + delivery);
      } else if (!job.dueMs().contains(delivery.dueMs())) {
        violations.add("due at another time than %s: %s".formatted(job, delivery));
      } else if (delivery.atMs() < delivery.dueMs()) {
        violations.add("early: " + delivery);
      }
    }
    jobs.forEach(
        (id, job) -> {
          var count = counts.getOrDefault(id, 0);
          if (!isAllowed(job.expected(), count)) {
            violations.add("%s has %d deliveries: %s".formatted(id, count, job));
          }
        });
    return violations;
  }

  private static boolean isAllowed(Expected expected, int count) {
    return switch (expected) {
      case ONE -> count == 1;
      case NONE -> count == 0;
      case ONE_OR_NONE -> count <= 1;
    };
  }
}

package io.delaygate.harness.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Jobs of a load, with the deliveries that the answers to callers imply. Thread-safe. */
final class JobLedger {
  /** Number of deliveries that a job must have. */
  enum Expected {
    ONE,
    NONE,
    /** No caller got a definite answer. */
    ONE_OR_NONE
  }

  /**
   * Delivery as a {@code read_committed} consumer sees it.
   *
   * @param atMs emission by the scheduler
   */
  record Delivery(String job, long dueMs, long atMs) {}

  private record Job(Expected expected, Set<Long> dueMs) {}

  private final Map<String, Job> jobs = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<String> strange = new ConcurrentLinkedQueue<>();

  /** Sets the expected deliveries of a job, at one of these due times. */
  void expect(String job, Expected expected, Long... dueMs) {
    jobs.put(job, new Job(expected, Set.of(dueMs)));
  }

  /** Notes an answer that cannot be explained. */
  void strange(String answer) {
    strange.add(answer);
  }

  /** Jobs with this expectation. */
  List<String> jobs(Expected expected) {
    return jobs.entrySet().stream()
        .filter(entry -> entry.getValue().expected() == expected)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Broken promises, after all due jobs have left. */
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

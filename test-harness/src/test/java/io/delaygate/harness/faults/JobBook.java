package io.delaygate.harness.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** Jobs for one target, with the number of their deliveries. For one thread. */
final class JobBook {
  private static final int SHOWN = 20;

  private final TrialInstallation delaygate;
  private final String target;
  private final Set<String> planned = new LinkedHashSet<>();

  JobBook(TrialInstallation delaygate, String target) {
    this.delaygate = delaygate;
    this.target = target;
  }

  String target() {
    return target;
  }

  /** Sends a job with this due time, without waiting. */
  void send(String id, long dueMs, int bytes) {
    var shape = JobShape.to(target).ofBytes(bytes);
    delaygate.sender().send(id, shape.value(id), shape.headers(dueMs));
    planned.add(id);
  }

  /** Deliveries of each job, once all have arrived or none has for this long. */
  Map<String, Integer> arrivals(Duration silence, Set<String> notWanted) {
    var counts = new HashMap<String, Integer>();
    var wanted = new TreeSet<>(planned);
    wanted.removeAll(notWanted);
    try (var reader = delaygate.read(target)) {
      var until = System.nanoTime() + silence.toNanos();
      while (!counts.keySet().containsAll(wanted) && System.nanoTime() < until) {
        var fresh = reader.poll();
        fresh.forEach(one -> counts.merge(one.text().strip(), 1, Integer::sum));
        until = fresh.isEmpty() ? until : System.nanoTime() + silence.toNanos();
      }
      // a second delivery would come soon after the first
      var end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
      while (System.nanoTime() < end) {
        reader.poll().forEach(one -> counts.merge(one.text().strip(), 1, Integer::sum));
      }
    }
    return counts;
  }

  /** State of a missing job, which shows whether it is lost or waits. */
  private JsonNode state(String id) {
    return delaygate.http().call("GET", "/v1/jobs/" + id, null, "").json();
  }

  /** Shows which jobs are missing, duplicate, or delivered though they were cancelled. */
  void judge(Duration silence, Set<String> cancelled, Figures figures) {
    judge(silence, cancelled, figures, () -> false);
  }

  /**
   * The same, with an excuse for missing jobs.
   *
   * @param isHidden whether it was reported that readers cannot see the target's records
   */
  void judge(Duration silence, Set<String> cancelled, Figures figures, BooleanSupplier isHidden) {
    var counts = arrivals(silence, cancelled);
    var missing =
        planned.stream().filter(id -> !cancelled.contains(id) && !counts.containsKey(id)).toList();
    var twice = counts.values().stream().filter(count -> count > 1).count();
    var lies = cancelled.stream().filter(counts::containsKey).count();
    figures.show("jobs", planned.size());
    figures.show("missing", missing.size(), missing.isEmpty() || isHidden.getAsBoolean());
    missing.stream().limit(SHOWN).forEach(id -> System.out.println(id + ": " + state(id)));
    figures.show("twice", twice, twice == 0);
    figures.show("told CANCELLED, and arrived", lies, lies == 0);
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.schemas.command.IfExists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The simplest scheduler that could be right: two maps and a clock. It knows the topics {@code
 * orders}, which can be closed, and {@code mails}, which never is.
 */
final class ReferenceScheduler {
  private final LongSupplier clock;
  private final Map<String, Pending> pending = new TreeMap<>();
  private final Map<String, Ended> ended = new TreeMap<>();
  private final List<String> events = new ArrayList<>();
  private boolean open = true;

  ReferenceScheduler(LongSupplier clock) {
    this.clock = clock;
  }

  /** Each id has one of its own, against the order of ids. */
  static int priority(String id) {
    return '9' - id.charAt(id.length() - 1);
  }

  /** A command's answer, as {@code OUTCOME STATE version}. */
  String schedule(String id, String topic, long dueMs, long expiresMs, IfExists policy) {
    var known = pending.containsKey(id) || recent(id) != null;
    if (known && policy != IfExists.REPLACE) {
      return (policy == IfExists.IGNORE ? "IGNORED " : "REJECTED ") + shown(id);
    }
    var old = pending.remove(id);
    var outcome = old == null ? "SCHEDULED" : "REPLACED";
    var version = old == null ? 1 : old.version + 1;
    return kept(outcome, new Pending(id, topic, dueMs, expiresMs, version, false));
  }

  String cancel(String id, @Nullable Long ifVersion) {
    var job = pending.get(id);
    if (job == null) {
      var end = recent(id);
      return end != null && end.state.equals("CANCELLED") ? "CANCELLED " + shown(id) : late(id);
    }
    if (isStale(job, ifVersion)) {
      return "STALE " + shown(id);
    }
    end(job, "CANCELLED");
    return "CANCELLED " + shown(id);
  }

  /** A new time, or none for a new payload. */
  String reschedule(String id, @Nullable Long dueMs, @Nullable Long ifVersion) {
    var job = pending.get(id);
    if (job == null) {
      return late(id);
    }
    if (isStale(job, ifVersion)) {
      return "STALE " + shown(id);
    }
    var due = dueMs == null ? job.dueMs : dueMs;
    var parked = job.parked && dueMs == null;
    return kept(
        "RESCHEDULED", new Pending(id, job.topic, due, job.expiresMs, job.version + 1, parked));
  }

  /** The clock has moved; what is due now leaves, in order. */
  void ring() {
    inOrder(false).stream().filter(job -> job.dueMs <= clock.getAsLong()).forEach(this::deliver);
    if (!open) {
      inOrder(true).stream().filter(this::isHopeless).forEach(job -> end(job, "DEAD"));
    }
  }

  void close() {
    open = false;
  }

  /** The target is back, and the clock has moved to the next look at it. */
  void reopen() {
    open = true;
    ring();
    inOrder(true).forEach(this::deliver);
  }

  /** What happened since the last look, as {@code EVENT id version}. */
  List<String> events() {
    var seen = List.copyOf(events);
    events.clear();
    return seen;
  }

  /** Pending jobs by {@code STATE/topic}. */
  Map<String, Long> counts() {
    return pending.values().stream()
        .collect(
            Collectors.groupingBy(
                job -> (job.parked ? "PARKED/" : "SCHEDULED/") + job.topic,
                TreeMap::new,
                Collectors.counting()));
  }

  /** The next due time of a job that is not parked; the largest number for none. */
  long nextDueMs() {
    return inOrder(false).stream().mapToLong(Pending::dueMs).min().orElse(Long.MAX_VALUE);
  }

  long version(String id) {
    var job = pending.get(id);
    return job == null ? 1 : job.version;
  }

  private String kept(String outcome, Pending job) {
    pending.put(job.id, job);
    events.add(outcome + " " + job.id + " " + job.version);
    if (job.dueMs <= clock.getAsLong() && !job.parked) {
      deliver(job);
    }
    return outcome + " " + shown(job.id);
  }

  private void deliver(Pending job) {
    if (clock.getAsLong() > job.expiresMs) {
      end(job, "EXPIRED");
    } else if (open || job.topic.equals("mails")) {
      end(job, "DELIVERED");
    } else if (isHopeless(job)) {
      end(job, "DEAD");
    } else {
      var parked = new Pending(job.id, job.topic, job.dueMs, job.expiresMs, job.version + 1, true);
      pending.put(job.id, parked);
      events.add("PARKED " + job.id + " " + parked.version);
    }
  }

  private boolean isHopeless(Pending job) {
    return clock.getAsLong() >= job.dueMs + Setup.PARK_MAX.toMillis();
  }

  private void end(Pending job, String state) {
    pending.remove(job.id);
    ended.put(job.id, new Ended(state, job.version, clock.getAsLong()));
    events.add(state + " " + job.id + " " + job.version);
  }

  private String late(String id) {
    var end = recent(id);
    var delivered = end != null && end.state.equals("DELIVERED");
    return (delivered ? "ALREADY_DELIVERED " : "NOT_FOUND ") + shown(id);
  }

  private String shown(String id) {
    var job = pending.get(id);
    if (job != null) {
      return (job.parked ? "PARKED " : "SCHEDULED ") + job.version;
    }
    var end = recent(id);
    return end == null ? "" : end.state + " " + end.version;
  }

  private @Nullable Ended recent(String id) {
    var end = ended.get(id);
    return end == null || clock.getAsLong() - end.atMs > Setup.HISTORY.toMillis() ? null : end;
  }

  private List<Pending> inOrder(boolean parked) {
    return pending.values().stream()
        .filter(job -> job.parked == parked)
        .sorted(
            Comparator.comparingLong(Pending::dueMs)
                .thenComparing(job -> priority(job.id))
                .thenComparing(Pending::id))
        .toList();
  }

  private static boolean isStale(Pending job, @Nullable Long ifVersion) {
    return ifVersion != null && ifVersion != job.version;
  }

  private record Pending(
      String id, String topic, long dueMs, long expiresMs, long version, boolean parked) {}

  private record Ended(String state, long version, long atMs) {}
}

package io.delaygate.scheduler.app;

import io.delaygate.schemas.command.IfExists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reference model of the scheduler, as simple as possible: two maps and a clock. It knows the
 * topics {@code orders}, which can be closed, and {@code mails}, which never is. Answers have the
 * form {@code OUTCOME STATE version}.
 */
final class ReferenceScheduler {
  /** Attempts of every acknowledged job. */
  static final int ATTEMPTS = 2;

  static final long LEASE_MS = 20;
  static final long BACKOFF_MS = 7;

  private static final String OPEN_TOPIC = "mails";

  private final LongSupplier clock;
  private final int mostPending;
  private final Map<String, ReferenceJob> stored = new TreeMap<>();
  private final Map<String, Ended> ended = new TreeMap<>();
  private final List<String> events = new ArrayList<>();
  private boolean open = true;

  /** A model with a limit of pending jobs for each topic. */
  ReferenceScheduler(LongSupplier clock, int mostPending) {
    this.clock = clock;
    this.mostPending = mostPending;
  }

  /** Priority of an id: different for each id, in the reverse order of ids. */
  static int priority(String id) {
    return '9' - id.charAt(id.length() - 1);
  }

  /** Schedules a job; returns the answer. */
  String schedule(ReferenceJob job, IfExists policy) {
    var id = job.id;
    var known = stored.containsKey(id) || recent(id) != null;
    if (known && policy != IfExists.REPLACE) {
      return (policy == IfExists.IGNORE ? "IGNORED " : "REJECTED ") + shown(id);
    }
    var old = stored.get(id);
    if (!isPendingFor(job.topic, old) && pendingFor(job.topic) >= mostPending) {
      return "REJECTED " + shown(id);
    }
    job.version = old == null ? 1 : old.version + 1;
    job.createdMs = Math.max(clock.getAsLong(), notCreatedBefore(id));
    job.wakeMs = job.dueMs;
    return kept(old == null ? "SCHEDULED" : "REPLACED", job);
  }

  private long pendingFor(String topic) {
    return stored.values().stream().filter(job -> isPendingFor(topic, job)).count();
  }

  private static boolean isPendingFor(String topic, @Nullable ReferenceJob job) {
    return job != null && !job.is("DEAD") && job.topic.equals(topic);
  }

  /** Least creation time, such that leases of one id differ. */
  private long notCreatedBefore(String id) {
    var old = stored.get(id);
    var end = recent(id);
    return old != null ? old.createdMs + 1 : end != null ? end.createdMs + 1 : 0;
  }

  String cancel(String id, @Nullable Long ifVersion) {
    var job = pending(id);
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

  /** Changes the due time; null stands for a new payload. */
  String reschedule(String id, @Nullable Long dueMs, @Nullable Long ifVersion) {
    var job = pending(id);
    if (job == null) {
      return late(id);
    }
    var isMoved = dueMs != null && !(job.is("SCHEDULED") && dueMs == job.dueMs);
    if (isStale(job, ifVersion) || (isMoved && job.isAcknowledged && job.attempt == ATTEMPTS)) {
      return "STALE " + shown(id);
    }
    if (dueMs != null && isMoved) {
      job.scheduleAt(dueMs);
    }
    job.version++;
    return kept("RESCHEDULED", job);
  }

  /** Feedback of a worker with this lease. */
  String feedback(String op, String id, String lease, @Nullable Long dueMs) {
    var job = stored.get(id);
    if (job == null) {
      var end = recent(id);
      var again = end != null && end.isDone() && op.equals("finish") && end.lease.equals(lease);
      return (end == null ? "NOT_FOUND " : again ? "DONE " : "STALE ") + shown(id);
    }
    var isHeard = job.isUnderWay() && job.lease().equals(lease);
    if (!isHeard
        || (op.equals("reserve") && job.is("RESERVED"))
        || (op.equals("hand back") && !job.is("RESERVED"))) {
      return "STALE " + shown(id);
    }
    switch (op) {
      case "finish" -> end(job, "DONE");
      case "bury" -> die(job);
      case "release" -> {
        if (job.attempt == ATTEMPTS) {
          die(job);
        } else {
          job.scheduleAt(dueMs == null ? clock.getAsLong() + BACKOFF_MS : dueMs);
          job.version++;
          kept("RELEASED", job);
        }
      }
      case "hand back" -> {
        job.scheduleAt(clock.getAsLong());
        job.attempt--;
        job.version++;
        kept("RELEASED", job);
      }
      default -> lease(job, op);
    }
    return outcome(op) + " " + shown(id);
  }

  private void lease(ReferenceJob job, String op) {
    job.version++;
    if (op.equals("reserve")) {
      job.state = "RESERVED";
      job.leaseVersion = job.version;
    }
    job.leaseUntil(clock.getAsLong() + LEASE_MS);
    events.add(outcome(op) + " " + job.id + " " + job.version);
  }

  private static String outcome(String op) {
    return switch (op) {
      case "reserve" -> "RESERVED";
      case "finish" -> "DONE";
      case "release", "hand back" -> "RELEASED";
      case "extend" -> "EXTENDED";
      default -> "BURIED";
    };
  }

  String kick(String id, @Nullable Long ifVersion) {
    var job = stored.get(id);
    if (job == null) {
      return late(id);
    }
    if (!job.is("DEAD") || isStale(job, ifVersion)) {
      return "STALE " + shown(id);
    }
    job.version++;
    job.attempt = 0;
    job.expiresMs = Long.MAX_VALUE;
    job.scheduleAt(clock.getAsLong());
    return kept("KICKED", job);
  }

  String discard(String id, @Nullable Long ifVersion) {
    var job = stored.get(id);
    if (job == null) {
      var end = recent(id);
      return end != null && end.state.equals("DISCARDED") ? "DISCARDED " + shown(id) : late(id);
    }
    if (!job.is("DEAD") || isStale(job, ifVersion)) {
      return "STALE " + shown(id);
    }
    end(job, "DISCARDED");
    return "DISCARDED " + shown(id);
  }

  /** Handles everything that is due now, in order. */
  void ring() {
    inOrder(ReferenceJob::isInTimeline).stream()
        .filter(job -> job.wakeMs <= clock.getAsLong())
        .forEach(this::wake);
    if (!open) {
      inOrder(job -> job.is("PARKED")).stream().filter(this::isHopeless).forEach(this::die);
    }
  }

  void close() {
    open = false;
  }

  /** Opens the topic, and releases its parked jobs. */
  void reopen() {
    open = true;
    ring();
    inOrder(job -> job.is("PARKED")).forEach(this::wake);
  }

  /** Events since the last call, as {@code EVENT id version}. */
  List<String> events() {
    var seen = List.copyOf(events);
    events.clear();
    return seen;
  }

  /** Stored jobs by {@code STATE/topic}. */
  Map<String, Long> counts() {
    return stored.values().stream()
        .collect(
            Collectors.groupingBy(
                job -> job.state + "/" + job.topic, TreeMap::new, Collectors.counting()));
  }

  /** Time of the next wake-up, parked jobs excepted; the largest number for never. */
  long nextWakeMs() {
    return stored.values().stream()
        .filter(ReferenceJob::isInTimeline)
        .mapToLong(job -> job.wakeMs)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  long version(String id) {
    var job = stored.get(id);
    return job == null ? 1 : job.version;
  }

  /** Current lease of the job, or the last one of an ended job. */
  String lease(String id) {
    var job = stored.get(id);
    var end = ended.get(id);
    return job != null ? job.lease() : end != null ? end.lease : "none";
  }

  private String kept(String outcome, ReferenceJob job) {
    stored.put(job.id, job);
    ended.remove(job.id);
    events.add(outcome + " " + job.id + " " + job.version);
    if (job.is("SCHEDULED") && job.wakeMs <= clock.getAsLong()) {
      wake(job);
    }
    return outcome + " " + shown(job.id);
  }

  private void wake(ReferenceJob job) {
    var nowMs = clock.getAsLong();
    if (nowMs > job.expiresMs) {
      if (job.isLetterWhenExpired) {
        die(job);
      } else {
        end(job, "EXPIRED");
      }
    } else if (job.isTimedOut()) {
      timeOut(job);
    } else if (open || job.topic.equals(OPEN_TOPIC)) {
      deliver(job);
    } else if (isHopeless(job)) {
      die(job);
    } else {
      job.version++;
      job.state = "PARKED";
      events.add("PARKED " + job.id + " " + job.version);
    }
  }

  private void timeOut(ReferenceJob job) {
    if (job.attempt == ATTEMPTS) {
      die(job);
      return;
    }
    job.version++;
    job.scheduleAt(clock.getAsLong() + BACKOFF_MS);
    events.add("TIMED_OUT " + job.id + " " + job.version);
  }

  private void deliver(ReferenceJob job) {
    if (!job.isAcknowledged) {
      end(job, "DELIVERED");
      return;
    }
    job.version++;
    if (job.isAttemptOpen) {
      job.dueMs = clock.getAsLong();
    } else {
      job.attempt++;
      job.attemptBegunMs = clock.getAsLong();
    }
    job.isAttemptOpen = true;
    job.leaseVersion = job.version;
    job.state = "READY";
    job.leaseUntil(clock.getAsLong() + (job.isToBeReserved ? unreservedMs(job) : LEASE_MS));
    events.add("DELIVERED " + job.id + " " + job.version);
  }

  private long unreservedMs(ReferenceJob job) {
    return Math.max(Setup.UNRESERVED.toMillis(), clock.getAsLong() - job.attemptBegunMs);
  }

  private boolean isHopeless(ReferenceJob job) {
    return clock.getAsLong() >= job.dueMs + Setup.PARK_MAX.toMillis();
  }

  private void die(ReferenceJob job) {
    job.version++;
    job.state = "DEAD";
    job.isAttemptOpen = false;
    stored.put(job.id, job);
    events.add("DEAD " + job.id + " " + job.version);
  }

  private void end(ReferenceJob job, String state) {
    stored.remove(job.id);
    ended.put(job.id, new Ended(state, job.version, job.createdMs, clock.getAsLong(), job.lease()));
    events.add(state + " " + job.id + " " + job.version);
  }

  private String late(String id) {
    var end = recent(id);
    var delivered = end != null && (end.state.equals("DELIVERED") || end.isDone());
    return (delivered ? "ALREADY_DELIVERED " : "NOT_FOUND ") + shown(id);
  }

  private String shown(String id) {
    var job = stored.get(id);
    if (job != null) {
      return job.state + " " + job.version;
    }
    var end = recent(id);
    return end == null ? "" : end.state + " " + end.version;
  }

  private @Nullable ReferenceJob pending(String id) {
    var job = stored.get(id);
    return job == null || job.is("DEAD") ? null : job;
  }

  private @Nullable Ended recent(String id) {
    var end = ended.get(id);
    return end == null || clock.getAsLong() - end.atMs > Setup.HISTORY.toMillis() ? null : end;
  }

  private List<ReferenceJob> inOrder(Predicate<ReferenceJob> which) {
    return stored.values().stream()
        .filter(which)
        .sorted(
            Comparator.<ReferenceJob>comparingInt(job -> priority(job.id))
                .thenComparing(job -> job.is("PARKED") ? job.dueMs : job.wakeMs)
                .thenComparing(job -> job.id))
        .toList();
  }

  private static boolean isStale(ReferenceJob job, @Nullable Long ifVersion) {
    return ifVersion != null && ifVersion != job.version;
  }

  private record Ended(String state, long version, long createdMs, long atMs, String lease) {
    boolean isDone() {
      return state.equals("DONE");
    }
  }
}

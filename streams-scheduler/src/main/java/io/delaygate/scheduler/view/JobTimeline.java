package io.delaygate.scheduler.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.job.Attempt;
import io.delaygate.schemas.job.Attempts;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobChange;
import io.delaygate.schemas.job.JobChanges;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.KnownJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Timeline of a job: its transitions from the first to the last, from the changes that it keeps,
 * the log of its attempts and its own times. For one thread.
 */
public final class JobTimeline {
  private final JobChanges changes;
  private final Attempts attempts;

  /** Transitions that the job does not keep as changes. */
  private final List<Entry> others = new ArrayList<>();

  private JobTimeline(JobChanges changes, Attempts attempts) {
    this.changes = changes;
    this.attempts = attempts;
  }

  /**
   * Transition of a job.
   *
   * @param actor its author; null where a version before did not keep it
   * @param attempt 0 before the first
   * @param instance scheduler that decided it; null where that is not kept
   */
  private record Entry(
      long atMs, JobEvent event, @Nullable Actor actor, int attempt, @Nullable String instance) {
    static Entry of(JobChange change) {
      return new Entry(
          change.atMs(), change.event(), change.actor(), change.attempt(), change.instance());
    }
  }

  /** The timeline as JSON: {@code changes}, oldest first, and how many are {@code omitted}. */
  public static ObjectNode of(KnownJob job) {
    return job instanceof Job pending ? of(pending) : of((EndedJob) job);
  }

  private static ObjectNode of(Job job) {
    var timeline = new JobTimeline(job.changes(), job.attempts());
    timeline.begin(job.times().createdMs());
    var number = job.attempts().number();
    var waiting = job.waiting();
    if (waiting != null && !timeline.keeps(JobEvent.PARKED)) {
      timeline.add(waiting.sinceMs(), JobEvent.PARKED, Actor.SCHEDULER, number);
    }
    if (job.state() == JobState.DEAD && !timeline.keeps(JobEvent.DEAD)) {
      timeline.add(job.times().wakeMs(), JobEvent.DEAD, null, number);
    }
    return timeline.json();
  }

  private static ObjectNode of(EndedJob job) {
    var timeline = new JobTimeline(job.changes(), job.attempts());
    timeline.begin(job.createdMs());
    var event = JobEvent.valueOf(job.state().name());
    if (!timeline.keeps(event) || event == JobEvent.DELIVERED) {
      timeline.add(job.endedMs(), event, job.endedBy(), job.attempts().number());
    }
    return timeline.json();
  }

  private void begin(long createdMs) {
    var kept = changes.kept();
    if (kept.isEmpty() || kept.get(0).event() != JobEvent.SCHEDULED) {
      add(createdMs, JobEvent.SCHEDULED, Actor.KAFKA, 0);
    }
    attempts.log().forEach(this::add);
  }

  private void add(Attempt attempt) {
    var number = attempt.number();
    add(attempt.deliveredMs(), JobEvent.DELIVERED, Actor.SCHEDULER, number);
    if (attempt.reservedMs() > 0 && !keeps(JobEvent.RESERVED, attempt.reservedMs())) {
      add(attempt.reservedMs(), JobEvent.RESERVED, Actor.GATEWAY, number);
    }
    var end = attempt.end();
    var endedMs = attempt.endedMs();
    if (end == null || keeps(JobEvent.DEAD, endedMs) || keeps(JobEvent.RELEASED, endedMs)) {
      return;
    }
    switch (end) {
      case RELEASED, HANDED_BACK -> add(endedMs, JobEvent.RELEASED, Actor.KAFKA, number);
      case TIMED_OUT -> add(endedMs, JobEvent.TIMED_OUT, Actor.SCHEDULER, number);
      case FINISHED, BURIED, WITHDRAWN -> {} // changes of their own tell
    }
  }

  private void add(long atMs, JobEvent event, @Nullable Actor actor, int attempt) {
    others.add(new Entry(atMs, event, actor, attempt, null));
  }

  private boolean keeps(JobEvent event) {
    return changes.kept().stream().anyMatch(change -> change.event() == event);
  }

  private boolean keeps(JobEvent event, long atMs) {
    return changes.kept().stream()
        .anyMatch(change -> change.event() == event && change.atMs() == atMs);
  }

  /** Changes that were left out, and attempts before those of the log, each with one at least. */
  private int omitted() {
    var log = attempts.log();
    var before = log.size() < Attempts.LOGGED ? 0 : Math.max(0, log.get(0).number() - 1);
    return (int) Math.min(Integer.MAX_VALUE, (long) changes.omitted() + before);
  }

  private ObjectNode json() {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("changes");
    merged().forEach(entry -> put(entry, list));
    return json.put("omitted", omitted());
  }

  /**
   * All transitions. The changes keep their order, also of those in one millisecond; an attempt is
   * delivered before what happens to it, and after the change that made it due.
   */
  private List<Entry> merged() {
    others.sort(Comparator.comparingLong(Entry::atMs));
    var all = new ArrayList<Entry>();
    var next = 0;
    for (var change : changes.kept()) {
      while (next < others.size() && isBefore(others.get(next), change)) {
        all.add(others.get(next++));
      }
      all.add(Entry.of(change));
    }
    all.addAll(others.subList(next, others.size()));
    return all;
  }

  private static boolean isBefore(Entry other, JobChange change) {
    return other.atMs() == change.atMs()
        ? other.attempt() <= change.attempt()
        : other.atMs() < change.atMs();
  }

  private static void put(Entry entry, ArrayNode list) {
    var json = list.addObject().put("atMs", entry.atMs()).put("event", entry.event().name());
    if (entry.attempt() > 0) {
      json.put("attempt", entry.attempt());
    }
    if (entry.actor() != null) {
      json.put("actor", entry.actor().name());
    }
    if (entry.instance() != null) {
      json.put("instance", entry.instance());
    }
  }
}

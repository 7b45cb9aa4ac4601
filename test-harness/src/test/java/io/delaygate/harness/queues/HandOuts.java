package io.delaygate.harness.queues;

import io.delaygate.harness.queues.Violation.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Log of all attempts, and the check of it. Thread-safe.
 *
 * <p>An attempt belongs to its worker from its answer until its lease ends as the answer says, or
 * until the worker begins to give it back. Answers may overtake each other, so attempts are
 * compared by number, not by order of arrival.
 */
public final class HandOuts {
  private final Map<String, List<Note>> jobs = new ConcurrentHashMap<>();
  private final AtomicInteger finished = new AtomicInteger();
  private final AtomicInteger handedOut = new AtomicInteger();

  /** An empty log. */
  public HandOuts() {}

  void note(Note note) {
    jobs.compute(
        note.job(),
        (job, before) -> {
          var notes = before == null ? new ArrayList<Note>(2) : before;
          if (note instanceof Note.Finished
              && notes.stream().noneMatch(Note.Finished.class::isInstance)) {
            finished.incrementAndGet();
          }
          notes.add(note);
          return notes;
        });
    if (note instanceof Note.HandedOut) {
      handedOut.incrementAndGet();
    }
  }

  /** Number of jobs that a worker tried to finish. */
  public int finished() {
    return finished.get();
  }

  /** Number of attempts. */
  public int handedOut() {
    return handedOut.get();
  }

  /** Violations for these jobs, after all workers have stopped and the queue is empty. */
  public List<Violation> violations(Collection<String> published) {
    return published.stream()
        .flatMap(
            job -> {
              var log = List.copyOf(jobs.getOrDefault(job, List.of()));
              return kinds(log).distinct().map(kind -> new Violation(kind, job, log));
            })
        .toList();
  }

  private static Stream<Kind> kinds(List<Note> log) {
    var attempts = new TreeMap<Integer, Attempt>();
    var kinds = new ArrayList<Kind>();
    for (var note : all(log, Note.HandedOut.class).toList()) {
      if (attempts.put(note.attempt(), Attempt.of(note, log)) != null) {
        kinds.add(Kind.TWICE);
      }
    }
    if (log.stream().noneMatch(Note.Finished.class::isInstance)) {
      kinds.add(Kind.UNFINISHED);
    }
    for (var attempt : attempts.values()) {
      var next =
          Optional.ofNullable(attempts.higherEntry(attempt.number())).map(Map.Entry::getValue);
      if (next.isPresent() && next.get().fromMs() < attempt.untilMs()) {
        kinds.add(Kind.LEASED);
      }
      if (next.isPresent() && attempt.isDone()) {
        kinds.add(Kind.DONE);
      }
      if (attempt.refusedMs() < attempt.untilMs()) {
        kinds.add(Kind.REFUSED);
      }
    }
    return kinds.stream();
  }

  private static <T extends Note> Stream<T> all(List<Note> log, Class<T> kind) {
    return log.stream().filter(kind::isInstance).map(kind::cast);
  }

  /**
   * One attempt of a worker.
   *
   * @param untilMs end of the lease, or time of giving it back
   * @param refusedMs time at which its worker was told that it lost the attempt; never = the
   *     largest number
   */
  private record Attempt(int number, long fromMs, long untilMs, long refusedMs, boolean isDone) {
    private static Attempt of(Note.HandedOut came, List<Note> log) {
      var own = log.stream().filter(note -> note.attempt() == came.attempt()).toList();
      var extendedMs =
          all(own, Note.Extended.class)
              .map(Note.Extended::leaseEndsMs)
              .reduce(came.leaseEndsMs(), (before, last) -> last);
      var releasedMs =
          all(own, Note.Released.class).mapToLong(Note.Released::atMs).min().orElse(Long.MAX_VALUE);
      var refusedMs =
          all(own, Note.Refused.class).mapToLong(Note.Refused::atMs).min().orElse(Long.MAX_VALUE);
      return new Attempt(
          came.attempt(),
          came.atMs(),
          Math.min(extendedMs, releasedMs),
          refusedMs,
          own.stream().anyMatch(Note.Done.class::isInstance));
    }
  }
}

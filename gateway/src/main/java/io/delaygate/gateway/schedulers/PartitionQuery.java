package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.schedulers.SchedulerQueryClient.Answer;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Query to the schedulers that hold some partitions, with retries. In each round every open
 * partition goes to its first candidate that did not refuse yet: the owner, then the standbys.
 * After a refusal the assignment is refreshed, so that a partition that moved finds its new owner
 * in the next round. When all candidates have refused, they are asked again a little later, some
 * times. An instance that is only busy did not refuse, and is asked again in a moment. One that
 * runs another version and does not know the query refuses: another instance may know it.
 *
 * <p>Rounds follow each other and never overlap: not thread-safe.
 */
final class PartitionQuery {
  /** Number of times that all candidates are asked. */
  private static final int LAPS = 3;

  /**
   * Pause between laps; with {@link #LAPS} it bridges the hand-over of a partition, not a restart.
   */
  private static final long PAUSE_MS = 300;

  /** About as long as a scheduler lets one scan run. */
  static final long SCAN_MS = 50;

  /** No round begins later; the caller should repeat the call instead. */
  private static final long WITHIN_NANOS = 2_000_000_000L;

  private final SchedulerHttpClient http;
  private final AssignmentCache assignments;
  private final LongSupplier ticker;
  private final CallTrace call;
  private final Function<Set<Integer>, String> path;
  private final long startedAt;

  private final Set<Integer> open = new TreeSet<>();
  private final Set<Refused> refused = new HashSet<>();
  private final List<Answer> answers = new ArrayList<>();
  private int lapsDone;
  private boolean busy;
  private boolean isNotUnderstood;

  PartitionQuery(
      SchedulerHttpClient http,
      AssignmentCache assignments,
      LongSupplier ticker,
      CallTrace call,
      Function<Set<Integer>, String> path) {
    this.http = http;
    this.assignments = assignments;
    this.ticker = ticker;
    this.call = call;
    this.path = path;
    this.startedAt = ticker.getAsLong();
  }

  private record Refused(int partition, String url) {}

  CompletableFuture<List<Answer>> about(Function<Set<Integer>, Set<Integer>> about) {
    return assignments
        .current()
        .thenCompose(
            assignment -> {
              open.addAll(about.apply(assignment.all()));
              return round(assignment);
            });
  }

  private CompletableFuture<List<Answer>> round(Assignment assignment) {
    if (open.isEmpty()) {
      return CompletableFuture.completedFuture(answers);
    }
    if (ticker.getAsLong() - startedAt > WITHIN_NANOS) {
      return unavailable();
    }
    var asked = route(assignment);
    if (asked.isEmpty()) {
      return nextLap(assignment);
    }
    return askAll(asked).thenCompose(nothing -> goOn(assignment));
  }

  private CompletableFuture<List<Answer>> goOn(Assignment assignment) {
    if (open.isEmpty()) {
      return CompletableFuture.completedFuture(answers);
    }
    if (busy) {
      busy = false;
      return pause(SCAN_MS)
          .thenCompose(nothing -> assignments.after(assignment))
          .thenCompose(this::round);
    }
    return assignments.after(assignment).thenCompose(this::round);
  }

  private CompletableFuture<List<Answer>> nextLap(Assignment assignment) {
    lapsDone++;
    if (lapsDone == LAPS || isNotUnderstood) { // an upgrade takes longer than all laps
      return unavailable();
    }
    refused.clear();
    return pause(PAUSE_MS)
        .thenCompose(nothing -> assignments.after(assignment))
        .thenCompose(this::round);
  }

  static CompletableFuture<Void> pause(long ms) {
    var later = CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS);
    return CompletableFuture.runAsync(() -> {}, later);
  }

  private Map<String, Set<Integer>> route(Assignment assignment) {
    var byUrl = new TreeMap<String, Set<Integer>>();
    for (var partition : open) {
      assignment.candidates(partition).stream()
          .filter(url -> !refused.contains(new Refused(partition, url)))
          .findFirst()
          .ifPresent(url -> byUrl.computeIfAbsent(url, u -> new TreeSet<>()).add(partition));
    }
    return byUrl;
  }

  private CompletableFuture<Void> askAll(Map<String, Set<Integer>> asked) {
    var replies = new TreeMap<String, CompletableFuture<SchedulerReply>>();
    asked.forEach(
        (url, partitions) -> replies.put(url, http.ask(url, path.apply(partitions), call)));
    return CompletableFuture.allOf(replies.values().toArray(CompletableFuture<?>[]::new))
        .thenAccept(
            nothing ->
                replies.forEach(
                    (url, reply) -> note(url, asked.getOrDefault(url, Set.of()), reply.join())));
  }

  private void note(String url, Set<Integer> partitions, SchedulerReply reply) {
    isNotUnderstood |= reply instanceof SchedulerReply.NotUnderstood;
    if (reply instanceof SchedulerReply.Found || reply instanceof SchedulerReply.Missing) {
      open.removeAll(partitions);
      answers.add(new Answer(url, partitions, reply));
      return;
    }
    if (reply instanceof SchedulerReply.Busy) {
      busy = true; // a standby would answer at once, but with older data
      return;
    }
    var not = reply instanceof SchedulerReply.NotHere here ? here.partitions() : Set.<Integer>of();
    // an instance that names none of the partitions refuses all, or this would never end
    var named = partitions.stream().filter(not::contains).toList();
    for (var partition : named.isEmpty() ? partitions : named) {
      refused.add(new Refused(partition, url));
    }
  }

  private CompletableFuture<List<Answer>> unavailable() {
    return CompletableFuture.failedFuture(
        new ProblemException(
            ReasonCode.QUERY_UNAVAILABLE,
            "no scheduler can answer now for the partitions "
                + open
                + (isNotUnderstood
                    ? "; one runs another version, which does not know this query: try again when"
                        + " the upgrade has ended"
                    : "")));
  }
}

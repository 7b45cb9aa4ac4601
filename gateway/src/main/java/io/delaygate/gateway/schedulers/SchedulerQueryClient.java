package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.settings.QuerySettings;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Client for queries to the schedulers, routed to the owners of the partitions in question.
 * Thread-safe.
 */
public final class SchedulerQueryClient {
  /** Tries of a busy instance; it has ended its scans by the third one. */
  private static final int TRIES = 3;

  private final boolean on;
  private final SchedulerHttpClient http;
  private final AssignmentCache assignments;
  private final LongSupplier ticker;

  /**
   * Creates a client of these schedulers.
   *
   * @param schedulers without any, every query is answered with 503
   * @param ticker monotonic nanoseconds
   */
  public SchedulerQueryClient(QuerySettings schedulers, LongSupplier ticker) {
    this.on = !schedulers.urls().isEmpty();
    this.http = new SchedulerHttpClient(schedulers.secret());
    this.assignments = new AssignmentCache(http, schedulers.urls(), ticker);
    this.ticker = ticker;
  }

  /** Whether it knows of schedulers. */
  public boolean isOn() {
    return on;
  }

  /**
   * Asks until each partition has an answer.
   *
   * @param call that needs the answer
   * @param about selects the partitions from all that there are
   * @param path path of the query about some of them
   * @return one answer per instance that was asked; fails with {@code QUERY_UNAVAILABLE} when a
   *     partition stays unanswered
   */
  public CompletableFuture<List<Answer>> ask(
      CallTrace call,
      Function<Set<Integer>, Set<Integer>> about,
      Function<Set<Integer>, String> path) {
    if (!on) {
      return off();
    }
    return new PartitionQuery(http, assignments, ticker, call, path).about(about);
  }

  /**
   * Sends the same query to every instance. One that cannot answer does not delay the others.
   *
   * @param call that needs the answer
   * @return fails with {@code QUERY_UNAVAILABLE} while no instance is known
   */
  CompletableFuture<ScatterResult> askEach(CallTrace call, String path) {
    if (!on) {
      return off();
    }
    return assignments
        .current()
        .thenCompose(
            assignment -> {
              var asked = new TreeMap<String, CompletableFuture<SchedulerReply>>();
              assignment
                  .instances()
                  .forEach(url -> asked.put(url, patiently(url, path, call, TRIES)));
              return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
                  .thenApply(nothing -> round(assignment, asked));
            });
  }

  /** The scheduler that owns all partitions, if there is one; fails while none is known. */
  public CompletableFuture<Optional<SoleOwner>> soleOwner() {
    return on
        ? assignments
            .current()
            .thenApply(
                it ->
                    it.active().size() == it.partitions()
                            && Set.copyOf(it.active().values()).size() == 1
                        ? Optional.of(
                            new SoleOwner(it.active().values().iterator().next(), it.all()))
                        : Optional.empty())
        : off();
  }

  /**
   * Makes a scheduler reserve the jobs that the path describes. Not repeated after a failure.
   *
   * @param share of reservations that it uses; null for none
   */
  public CompletableFuture<SchedulerHttpClient.TimedReply> reserve(
      String url, String path, @Nullable String share) {
    return http.reserve(url, path, share, ticker);
  }

  /** The schedulers that own partitions; fails while none is known. */
  public CompletableFuture<Collection<String>> owners() {
    return on ? assignments.current().thenApply(it -> it.active().values()) : off();
  }

  /**
   * Asks a scheduler which queues got jobs; it answers when some have, when a new request comes, or
   * after some seconds.
   */
  public CompletableFuture<SchedulerReply> watch(String url, ObjectNode question) {
    return http.watch(url, question);
  }

  private CompletableFuture<SchedulerReply> patiently(
      String url, String path, CallTrace call, int tries) {
    return http.ask(url, path, call)
        .thenCompose(
            reply ->
                reply instanceof SchedulerReply.Busy && tries > 1
                    ? PartitionQuery.pause(PartitionQuery.SCAN_MS)
                        .thenCompose(nothing -> patiently(url, path, call, tries - 1))
                    : CompletableFuture.completedFuture(reply));
  }

  private static ScatterResult round(
      Assignment assignment, Map<String, CompletableFuture<SchedulerReply>> asked) {
    var replies = new TreeMap<String, SchedulerReply>();
    asked.forEach((url, reply) -> replies.put(url, reply.join()));
    return new ScatterResult(assignment, replies);
  }

  private static <T> CompletableFuture<T> off() {
    return CompletableFuture.failedFuture(
        new ProblemException(
            ReasonCode.QUERY_UNAVAILABLE, "queries are off: set `scheduler.urls` of the gateway"));
  }

  /** Scheduler that owns all partitions. */
  public record SoleOwner(String url, Set<Integer> partitions) {}

  /**
   * Answer of one instance.
   *
   * @param url the instance
   * @param partitions that it answered for
   * @param reply found or missing, nothing else
   */
  public record Answer(String url, Set<Integer> partitions, SchedulerReply reply) {}
}

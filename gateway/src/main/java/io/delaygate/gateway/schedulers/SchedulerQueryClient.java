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

/** Takes questions to the schedulers that own the partitions they are about. Thread-safe. */
public final class SchedulerQueryClient {
  /** Who is busy with scans has ended them by the third time. */
  private static final int TRIES = 3;

  private final boolean on;
  private final SchedulerHttpClient http;
  private final Assignments assignments;
  private final LongSupplier ticker;

  /**
   * Asks these schedulers.
   *
   * @param schedulers without any, every question is answered with 503
   * @param ticker monotonic nanoseconds
   */
  public SchedulerQueryClient(QuerySettings schedulers, LongSupplier ticker) {
    this.on = !schedulers.urls().isEmpty();
    this.http = new SchedulerHttpClient(schedulers.secret());
    this.assignments = new Assignments(http, schedulers.urls(), ticker);
    this.ticker = ticker;
  }

  /**
   * Asks until each partition is answered for.
   *
   * @param call that the question is asked for
   * @param about the partitions in question, given all that there are
   * @param path the question about some of them
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
   * Asks every instance the same, whatever it holds; who cannot answer holds up nobody.
   *
   * @param call that the question is asked for
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

  /** Has a scheduler reserve jobs, which the path describes. It is not asked twice. */
  public CompletableFuture<SchedulerHttpClient.TimedReply> reserve(String url, String path) {
    return http.reserve(url, path, ticker);
  }

  /** The schedulers that own partitions; fails while none is known. */
  public CompletableFuture<Collection<String>> owners() {
    return on ? assignments.current().thenApply(it -> it.active().values()) : off();
  }

  /**
   * Asks a scheduler which queues got jobs; it answers when some have, when it is asked anew, or
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
            ReasonCode.QUERY_UNAVAILABLE,
            "queries are off: the gateway's setting `scheduler.urls` names no scheduler"));
  }

  /** Scheduler that owns all partitions. */
  public record SoleOwner(String url, Set<Integer> partitions) {}

  /**
   * One instance's answer.
   *
   * @param url the instance
   * @param partitions what it answered for
   * @param reply found or missing, nothing else
   */
  public record Answer(String url, Set<Integer> partitions, SchedulerReply reply) {}
}

package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.RecentPublishes;
import io.delaygate.gateway.schedulers.FoundJob;
import io.delaygate.gateway.schedulers.SchedulerHttpClient.TimedReply;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.gateway.schedulers.SchedulerReply;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.query.LeaseDurations;
import io.delaygate.service.query.QueryPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Client of the schedulers for ready jobs of queues: reserves them, and shows the first ones.
 * Thread-safe.
 *
 * @param recentPublishes jobs of queues that may not be committed yet
 * @param shares the share of a queue's namespace, by the queue's topic; null for none
 * @param ticker monotonic nanoseconds
 */
public record ReadyJobsClient(
    SchedulerQueryClient questions,
    RecentPublishes recentPublishes,
    Function<String, @Nullable String> shares,
    LongSupplier ticker) {
  /** The order in which jobs of a queue are dispatched. */
  private static final Comparator<JsonNode> BY_PLACE =
      Comparator.<JsonNode>comparingInt(job -> job.path("priority").intValue())
          .thenComparingLong(job -> job.path("dueMs").longValue())
          .thenComparing(job -> job.path("id").asText());

  /** Whether a job that this gateway published to a queue before that time may not be ready yet. */
  public boolean mayCome(String topic, long beforeNanos) {
    return recentPublishes.isAny(topic, beforeNanos);
  }

  /**
   * Waits until the jobs that this gateway has just published to a queue are committed, 0.8 s at
   * most.
   *
   * @return never fails
   */
  public CompletableFuture<Void> published(String topic) {
    var commands = recentPublishes.of(topic);
    var last = commands.last();
    return last.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : questions
            .ask(CallTrace.NONE, all -> last.keySet(), some -> commands(some, last))
            .handle(
                (answers, failure) -> {
                  recentPublishes.forget(topic, commands);
                  return null;
                });
  }

  private static String commands(Set<Integer> partitions, Map<Integer, Long> offsets) {
    var last =
        partitions.stream()
            .map(partition -> partition + ":" + offsets.get(partition))
            .collect(Collectors.joining(","));
    return QueryPath.of(QueryPath.COMMITTED).with(QueryPath.COMMANDS, last).toString();
  }

  /**
   * Jobs that are reserved from now on, in the order of their dispatch.
   *
   * @param more whether other jobs may be ready: some are left, are being reserved for other calls,
   *     or a scheduler did not answer
   */
  public record Reserved(List<ReservedJob> jobs, boolean more) {}

  /**
   * Job that is reserved.
   *
   * @param leaseMs length of the lease
   * @param jobLeaseMs the length that the job says
   * @param askedAt when a scheduler was asked for it, by the monotonic ticker: the lease begins
   *     later
   */
  public record ReservedJob(FoundJob job, long leaseMs, long jobLeaseMs, long askedAt) {
    private static ReservedJob of(JsonNode json, long askedAt) {
      var job = new FoundJob(json.path("job"), json.path("payload"));
      return new ReservedJob(
          job, json.path("leaseMs").longValue(), json.path("jobLeaseMs").longValue(), askedAt);
    }
  }

  /**
   * Reserves the first jobs of a queue. If several schedulers have a part of the queue, they are
   * first asked for the positions of their jobs, so that only jobs that are dispatched are
   * reserved.
   *
   * @param topic of the queue
   * @param leases how long each of the jobs is wanted for, in their order
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler answers for a partition, and
   *     nothing is reserved then
   */
  public CompletableFuture<Reserved> reserve(String topic, List<LeaseDurations.Wanted> leases) {
    return questions
        .soleOwner()
        .thenCompose(
            sole ->
                sole.isPresent()
                    ? questions
                        .reserve(
                            sole.get().url(),
                            path(topic, sole.get().partitions(), leases),
                            shares.apply(topic))
                        .thenCompose(told -> orByPlaces(told, topic, leases))
                    : byPlaces(topic, leases));
  }

  /** A scheduler that does not own all partitions any more has reserved nothing. */
  private CompletableFuture<Reserved> orByPlaces(
      TimedReply told, String topic, List<LeaseDurations.Wanted> leases) {
    return told.reply() instanceof SchedulerReply.Found
        ? CompletableFuture.completedFuture(merged(List.of(told), false))
        : byPlaces(topic, leases);
  }

  private CompletableFuture<Reserved> byPlaces(String topic, List<LeaseDurations.Wanted> leases) {
    return peek(topic, leases.size()).thenCompose(heads -> reserve(topic, heads, leases));
  }

  private CompletableFuture<Reserved> reserve(
      String topic, Heads heads, List<LeaseDurations.Wanted> leases) {
    var replies =
        heads.owners().stream()
            .map(
                url -> {
                  var path = path(topic, heads.partitions(url), heads.leases(url, leases));
                  return questions.reserve(url, path, shares.apply(topic));
                })
            .toList();
    return CompletableFuture.allOf(replies.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            nothing ->
                merged(replies.stream().map(CompletableFuture::join).toList(), heads.more()));
  }

  private static Reserved merged(List<TimedReply> all, boolean isMore) {
    var jobs = new ArrayList<ReservedJob>();
    var more = isMore;
    for (var told : all) {
      if (told.reply() instanceof SchedulerReply.Found found) {
        found.json().path("jobs").forEach(job -> jobs.add(ReservedJob.of(job, told.askedAt())));
        more |= found.json().path("more").booleanValue();
      } else {
        more = true;
      }
    }
    jobs.sort(Comparator.comparing(it -> it.job().view(), BY_PLACE));
    return new Reserved(jobs, more);
  }

  private CompletableFuture<Heads> peek(String topic, int most) {
    return questions
        .ask(
            CallTrace.NONE,
            all -> all,
            partitions -> path(topic, partitions).with(QueryPath.LIMIT, most).toString())
        .thenApply(answers -> Heads.of(answers, most));
  }

  /**
   * The ids of the first jobs of a queue, in the order of their dispatch; nothing is reserved.
   *
   * @param topic of the queue
   * @param most how many at most
   * @return fails with {@code QUERY_UNAVAILABLE} when no scheduler answers for a partition
   */
  CompletableFuture<List<String>> first(String topic, int most) {
    return published(topic)
        .thenCompose(done -> peek(topic, most))
        .thenApply(
            heads -> heads.first().stream().map(head -> head.job().path("id").asText()).toList());
  }

  /** Position of a job, and the scheduler that has it. */
  private record Head(String url, JsonNode job) {}

  /**
   * Positions of the first jobs of a queue.
   *
   * @param first some of them, in order
   * @param more whether there are others
   */
  private record Heads(List<Head> first, boolean more) {
    static Heads of(List<SchedulerQueryClient.Answer> answers, int most) {
      var heads = new ArrayList<Head>();
      var more = false;
      for (var answer : answers) {
        if (!(answer.reply() instanceof SchedulerReply.Found found)
            || !found.json().path("heads").isArray()) {
          throw SchedulerReply.otherVersion();
        }
        found.json().path("heads").forEach(job -> heads.add(new Head(answer.url(), job)));
        more |= found.json().path("more").booleanValue();
      }
      heads.sort(Comparator.comparing(Head::job, BY_PLACE));
      var first = heads.subList(0, Math.min(most, heads.size()));
      return new Heads(first, more || first.size() < heads.size());
    }

    Set<String> owners() {
      return first.stream().map(Head::url).collect(Collectors.toSet());
    }

    Set<Integer> partitions(String url) {
      return first.stream()
          .filter(head -> head.url().equals(url))
          .map(head -> head.job().path("partition").intValue())
          .collect(Collectors.toSet());
    }

    /** The leases of one scheduler's jobs, in their order. */
    List<LeaseDurations.Wanted> leases(String url, List<LeaseDurations.Wanted> all) {
      return IntStream.range(0, first.size())
          .filter(i -> first.get(i).url().equals(url))
          .mapToObj(all::get)
          .toList();
    }
  }

  /**
   * Watches for queues that got jobs.
   *
   * @param topics of the queues to watch now
   * @param news called with the topic of each queue that got a job, or may have; must not block
   */
  public ReadyNewsPoller watch(
      Supplier<Set<String>> topics, Consumer<String> news, BackgroundFailures failures) {
    return new ReadyNewsPoller(questions, ticker, topics, news, failures);
  }

  /** Returns the problem for a caller whose query failed. */
  public static RuntimeException problem(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ProblemException problem
        ? problem
        : new ProblemException(
            ReasonCode.QUERY_UNAVAILABLE, "the schedulers could not be queried for ready jobs");
  }

  private static String path(
      String topic, Set<Integer> partitions, List<LeaseDurations.Wanted> leases) {
    return path(topic, partitions).with(QueryPath.LEASES, LeaseDurations.text(leases)).toString();
  }

  private static QueryPath path(String topic, Set<Integer> partitions) {
    return QueryPath.of(QueryPath.READY).with(QueryPath.TOPIC, topic).partitions(partitions);
  }
}

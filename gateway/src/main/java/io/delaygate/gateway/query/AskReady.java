package io.delaygate.gateway.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks the schedulers for the jobs of queues that wait for a worker. Thread-safe. */
public final class AskReady {
  /** The order in which jobs of a queue are handed out. */
  private static final Comparator<JsonNode> BY_PLACE =
      Comparator.<JsonNode>comparingInt(job -> job.path("priority").intValue())
          .thenComparingLong(job -> job.path("dueMs").longValue())
          .thenComparing(job -> job.path("id").asText());

  private final Questions questions;

  private final LongSupplier ticker;

  /**
   * Asks this way.
   *
   * @param ticker monotonic nanoseconds
   */
  public AskReady(Questions questions, LongSupplier ticker) {
    this.questions = questions;
    this.ticker = ticker;
  }

  /**
   * Jobs that are ready, in order.
   *
   * @param more whether there are others, be it that another gateway is about to reserve them
   */
  public record Found(List<SeenJob> jobs, boolean more) {
    /** All partitions have none. */
    public static final Found NOTHING = new Found(List.of(), false);
  }

  /**
   * The first jobs of a queue, in the order in which they are to be handed out. For a moment they
   * are shown to nobody else. Where several schedulers have a part of the queue, they are asked
   * first where their jobs stand, so that no more are kept from others than are wanted.
   *
   * @param topic of the queue
   * @param most how many at most
   * @return fails with {@code QUERY_UNAVAILABLE} when a partition is not answered for
   */
  public CompletableFuture<Found> ask(String topic, int most) {
    var queue = URLEncoder.encode(topic, StandardCharsets.UTF_8);
    return questions
        .owners()
        .thenCompose(
            owners ->
                owners.stream().distinct().count() == 1
                    ? take(queue, all -> all, partitions -> most)
                    : peek(queue, most).thenCompose(heads -> take(queue, heads)));
  }

  private CompletableFuture<Found> take(
      String queue, Function<Set<Integer>, Set<Integer>> about, ToIntFunction<Set<Integer>> most) {
    return questions
        .ask(
            CallTrace.NONE,
            about,
            partitions -> path(queue, partitions, most.applyAsInt(partitions)))
        .thenApply(AskReady::found);
  }

  private CompletableFuture<Found> take(String queue, Heads heads) {
    if (heads.first().isEmpty()) {
      return CompletableFuture.completedFuture(new Found(List.of(), heads.more()));
    }
    return take(queue, all -> heads.partitions(), heads::among)
        .thenApply(found -> new Found(found.jobs(), heads.more() || found.more()));
  }

  private CompletableFuture<Heads> peek(String queue, int most) {
    return questions
        .ask(CallTrace.NONE, all -> all, partitions -> path(queue, partitions, most) + "&peek=true")
        .thenApply(answers -> Heads.of(answers, most));
  }

  /**
   * The ids of the first jobs of a queue, in the order in which they would be handed out next; they
   * stay there for everybody.
   *
   * @param topic of the queue
   * @param most how many at most
   * @return fails with {@code QUERY_UNAVAILABLE} when a partition is not answered for
   */
  CompletableFuture<List<String>> first(String topic, int most) {
    return peek(URLEncoder.encode(topic, StandardCharsets.UTF_8), most)
        .thenApply(heads -> heads.first().stream().map(head -> head.path("id").asText()).toList());
  }

  /**
   * Where the first jobs of a queue stand.
   *
   * @param first some of them, in order
   * @param more whether there are others
   */
  private record Heads(List<JsonNode> first, boolean more) {
    static Heads of(List<Questions.Answer> answers, int most) {
      var heads = new ArrayList<JsonNode>();
      var more = false;
      for (var answer : answers) {
        if (answer.reply() instanceof Reply.Found found) {
          found.json().path("heads").forEach(heads::add);
          more |= found.json().path("more").booleanValue();
        }
      }
      heads.sort(BY_PLACE);
      var first = heads.subList(0, Math.min(most, heads.size()));
      return new Heads(first, more || first.size() < heads.size());
    }

    Set<Integer> partitions() {
      return first.stream().map(Heads::partition).collect(Collectors.toSet());
    }

    int among(Set<Integer> partitions) {
      return (int) first.stream().filter(head -> partitions.contains(partition(head))).count();
    }

    private static int partition(JsonNode head) {
      return head.path("partition").intValue();
    }
  }

  /**
   * Tells of queues that got jobs.
   *
   * @param topics of the queues that matter now
   * @param news is told the topic of each that got a job, or may have; must not block
   */
  public ReadyWatch watch(
      Supplier<Set<String>> topics, Consumer<String> news, BackgroundFailures failures) {
    return new ReadyWatch(questions, ticker, topics, news, failures);
  }

  /** What a caller is told of a question that failed. */
  public static RuntimeException problem(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ProblemException problem
        ? problem
        : new ProblemException(
            ReasonCode.QUERY_UNAVAILABLE, "the schedulers could not be asked for ready jobs");
  }

  private static String path(String queue, Set<Integer> partitions, int most) {
    var list = partitions.stream().map(String::valueOf).collect(Collectors.joining(","));
    return SchedulerHttp.READY + "?topic=" + queue + "&partitions=" + list + "&limit=" + most;
  }

  private static Found found(List<Questions.Answer> answers) {
    var jobs = new ArrayList<SeenJob>();
    var more = false;
    for (var answer : answers) {
      if (answer.reply() instanceof Reply.Found found) {
        found.json().path("jobs").forEach(job -> jobs.add(seen(job)));
        more |= found.json().path("more").booleanValue();
      }
    }
    jobs.sort(Comparator.comparing(SeenJob::view, BY_PLACE));
    return new Found(jobs, more);
  }

  private static SeenJob seen(JsonNode json) {
    return new SeenJob(json.path("job"), json.path("payload"));
  }
}

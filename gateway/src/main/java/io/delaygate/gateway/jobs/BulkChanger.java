package io.delaygate.gateway.jobs;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Executor of a bulk change: sends a command for each job of a list, in order and a limited number
 * at a time, and collects the outcomes. Begins no more once time is up, Kafka does not take a
 * command or a limit of the caller is reached. Used once.
 */
final class BulkChanger {
  /** Enough to keep a commit of the schedulers busy; an outcome takes about one commit. */
  private static final int AT_A_TIME = 256;

  private final BulkChangeHandler.Call call;
  private final Executor threads;
  private final List<Target> targets;
  private final Consumer<Changed> each;

  private final AtomicReferenceArray<@Nullable Changed> done;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CompletableFuture<List<Changed>> all = new CompletableFuture<>();
  private volatile boolean stopped;

  /**
   * Job to change.
   *
   * @param id as its namespace knows it, valid or not
   * @param version the version that it must have; null for any
   */
  record Target(String id, @Nullable Long version) {}

  /**
   * Outcome of the change of one job.
   *
   * @param answer null when the command was refused before it was sent
   * @param http the answer that a single call would get
   */
  record Changed(Target target, @Nullable CommandResult answer, HttpOutcome http) {
    /** Whether a command was sent to Kafka, or the target can never have one. */
    boolean isHandled() {
      return answer instanceof CommandResult.Decided
          || answer instanceof CommandResult.Unanswered
          || (http.status() != HttpStatus.SERVICE_UNAVAILABLE_503
              && http.status() != HttpStatus.TOO_MANY_REQUESTS_429);
    }
  }

  /** Changes these jobs. */
  BulkChanger(BulkChangeHandler.Call call, List<Target> targets) {
    this(call, targets, one -> {});
  }

  /**
   * Changes these jobs.
   *
   * @param each called with each outcome, before a further change is begun
   */
  BulkChanger(BulkChangeHandler.Call call, List<Target> targets, Consumer<Changed> each) {
    this.call = call;
    this.each = each;
    this.threads = call.trace().within(call.steps().threads());
    this.targets = targets;
    this.done = new AtomicReferenceArray<>(targets.size());
  }

  /**
   * The outcomes of the jobs that were begun, which are the first ones of the list, in its order.
   */
  CompletableFuture<List<Changed>> start() {
    var lanes = Math.min(AT_A_TIME, targets.size());
    running.set(lanes + 1);
    for (var i = 0; i < lanes; i++) {
      step();
    }
    endLane();
    return all;
  }

  /** The outcomes by the place of their job in the list; null for those that have not come yet. */
  List<@Nullable Changed> soFar() {
    List<@Nullable Changed> results = new ArrayList<>(targets.size());
    for (var i = 0; i < targets.size(); i++) {
      results.add(done.get(i));
    }
    return results;
  }

  /** Number of jobs whose change was begun: the first ones of the list. */
  int begun() {
    return Math.min(next.get(), targets.size());
  }

  /** One of the concurrent sequences: changes a job and, after its outcome, the next. */
  private void step() {
    var index = stopped || call.timeIsUp().getAsBoolean() ? targets.size() : next.getAndIncrement();
    if (index >= targets.size()) {
      endLane();
      return;
    }
    var target = targets.get(index);
    var unused =
        changed(target)
            .whenCompleteAsync(
                (outcome, failure) -> {
                  if (failure != null) {
                    stopped = true;
                    all.completeExceptionally(failure);
                  } else {
                    stopped |= !outcome.isHandled();
                    done.set(index, outcome);
                    each.accept(outcome);
                  }
                  step();
                },
                threads)
            .exceptionally(
                failed -> {
                  all.completeExceptionally(failed); // else the caller would wait for ever
                  return null;
                });
  }

  private CompletableFuture<Changed> changed(Target target) {
    try {
      var id = call.caller().ids().existing(target.id());
      if (call.kind().delivers()) {
        call.steps().quotas().takeAgain(call.caller());
      }
      return call.steps()
          .outcomes()
          .ask(call.trace().actor(), id, headers(target), null)
          .thenApply(
              answer ->
                  new Changed(target, answer, HttpOutcome.of(id, answer, call.kind().stale())));
    } catch (ProblemException refused) {
      var changed = new Changed(target, null, HttpOutcome.of(refused.problem()));
      stopped |= !changed.isHandled();
      return CompletableFuture.completedFuture(changed);
    } catch (RuntimeException | Error failed) {
      return CompletableFuture.failedFuture(failed);
    }
  }

  private void endLane() {
    if (running.decrementAndGet() > 0) {
      return;
    }
    var results = new ArrayList<Changed>();
    for (var i = 0; i < done.length(); i++) {
      var one = done.get(i);
      if (one != null) {
        results.add(one);
      }
    }
    all.complete(results);
  }

  private List<Header> headers(Target target) {
    var headers = new ArrayList<>(call.more());
    headers.add(TextHeader.of(DelayHeader.OP, call.kind().op().text()));
    if (target.version() != null) {
      headers.add(TextHeader.of(DelayHeader.IF_VERSION, target.version().toString()));
    }
    return call.trace().onto(headers);
  }

  /** Counts of the jobs of a bulk call, by their outcome. */
  static final class OutcomeCounts {
    private static final String UNANSWERED = "unanswered";
    private static final String FAILED = "failed";

    private final BulkKind kind;
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    OutcomeCounts(BulkKind kind) {
      this.kind = kind;
      for (var name :
          List.of(kind.counted(), "alreadyDelivered", "notFound", "stale", UNANSWERED, FAILED)) {
        counts.put(name, 0);
      }
    }

    void add(List<Changed> done) {
      done.forEach(one -> counts.merge(name(kind, one.answer()), 1, Integer::sum));
    }

    /** The counts as JSON that may be added to. */
    ObjectNode json() {
      var json = JsonNodeFactory.instance.objectNode();
      counts.forEach(json::put);
      return json;
    }

    /** The name of the count of jobs with that result. */
    static String name(BulkKind kind, @Nullable CommandResult answer) {
      if (answer instanceof CommandResult.Unanswered) {
        return UNANSWERED;
      }
      if (!(answer instanceof CommandResult.Decided decided)) {
        return FAILED;
      }
      if (decided.outcome() == kind.success()) {
        return kind.counted();
      }
      return switch (decided.outcome()) {
        case ALREADY_DELIVERED -> "alreadyDelivered";
        case NOT_FOUND -> "notFound";
        case STALE -> "stale";
        default -> FAILED;
      };
    }
  }
}

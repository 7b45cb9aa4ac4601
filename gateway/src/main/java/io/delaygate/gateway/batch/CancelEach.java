package io.delaygate.gateway.batch;

import io.delaygate.gateway.outcome.Answer;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.problem.Problem;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a list of jobs in their order, so many at a time, and learns the outcome of each. Begins
 * no more once time is up or Kafka does not take a command. Used once.
 */
final class CancelEach {
  /** Keeps a commit of the schedulers busy; an outcome takes about one. */
  private static final int AT_A_TIME = 256;

  private final Outcomes outcomes;
  private final Executor threads;
  private final BooleanSupplier timeIsUp;
  private final List<Target> targets;

  private final AtomicReferenceArray<@Nullable Cancelled> done;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CompletableFuture<List<Cancelled>> all = new CompletableFuture<>();
  private volatile boolean stopped;

  /**
   * A job to cancel.
   *
   * @param id as it was given, legal or not
   * @param version the version that it must have; null for any
   */
  record Target(String id, @Nullable Long version) {}

  /**
   * What became of it.
   *
   * @param answer null when the command was refused before it was sent
   * @param http the same in the words of a single call
   */
  record Cancelled(Target target, @Nullable Answer answer, HttpOutcome http) {
    /** Whether a command lies in Kafka, or the target can never have one. */
    boolean isHandled() {
      return answer instanceof Answer.Decided
          || answer instanceof Answer.Unanswered
          || http.status() != HttpStatus.SERVICE_UNAVAILABLE_503;
    }
  }

  /**
   * For these jobs.
   *
   * @param threads may be held up
   */
  CancelEach(Outcomes outcomes, Executor threads, BooleanSupplier timeIsUp, List<Target> targets) {
    this.outcomes = outcomes;
    this.threads = threads;
    this.timeIsUp = timeIsUp;
    this.targets = targets;
    this.done = new AtomicReferenceArray<>(targets.size());
  }

  /** What became of the jobs that were begun: the first so many of the list, in its order. */
  CompletableFuture<List<Cancelled>> start() {
    var lanes = Math.min(AT_A_TIME, targets.size());
    running.set(lanes + 1);
    for (var i = 0; i < lanes; i++) {
      step();
    }
    endLane();
    return all;
  }

  /** One lane takes a job, and when its outcome is there, the next. */
  private void step() {
    var index = stopped || timeIsUp.getAsBoolean() ? targets.size() : next.getAndIncrement();
    if (index >= targets.size()) {
      endLane();
      return;
    }
    var target = targets.get(index);
    var unused =
        cancelled(target)
            .whenCompleteAsync(
                (outcome, failure) -> {
                  if (failure != null) {
                    stopped = true;
                    all.completeExceptionally(failure);
                  } else {
                    stopped |= !outcome.isHandled();
                    done.set(index, outcome);
                  }
                  step();
                },
                threads);
  }

  private CompletableFuture<Cancelled> cancelled(Target target) {
    try {
      var id =
          JobId.parse(target.id().getBytes(StandardCharsets.UTF_8)).orElseThrow(CancelEach::noId);
      return outcomes
          .ask(id, headers(target), null)
          .thenApply(answer -> new Cancelled(target, answer, HttpOutcome.of(id, answer)));
    } catch (ProblemException refused) {
      var problem = refused.problem();
      var http = new HttpOutcome(problem.status(), problem.node(), problem, null);
      return CompletableFuture.completedFuture(new Cancelled(target, null, http));
    }
  }

  private void endLane() {
    if (running.decrementAndGet() > 0) {
      return;
    }
    var results = new ArrayList<Cancelled>();
    for (var i = 0; i < done.length(); i++) {
      var one = done.get(i);
      if (one != null) {
        results.add(one);
      }
    }
    all.complete(results);
  }

  private static List<Header> headers(Target target) {
    var headers = new ArrayList<Header>();
    headers.add(header(DelayHeader.OP, Op.CANCEL.text()));
    if (target.version() != null) {
      headers.add(header(DelayHeader.IF_VERSION, target.version().toString()));
    }
    return headers;
  }

  private static Header header(DelayHeader header, String text) {
    return new RecordHeader(header.headerName(), text.getBytes(StandardCharsets.UTF_8));
  }

  private static ProblemException noId() {
    return new ProblemException(
        Problem.of(
            ReasonCode.ID_INVALID,
            null,
            "the id must have 1 to "
                + Limits.ID_BYTES
                + " bytes of UTF-8; one that begins with '~' must be `~partition-offset`"));
  }
}

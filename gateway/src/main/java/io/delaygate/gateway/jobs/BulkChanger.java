package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.outcome.CommandResult;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.schemas.contract.DelayHeader;
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
 * Executor of a bulk change: sends a command for each job of a list, in order and a limited number
 * at a time, and collects the outcomes. Begins no more once time is up, Kafka does not take a
 * command or a limit of the caller is reached. Used once.
 */
final class BulkChanger {
  /** Enough to keep a commit of the schedulers busy; an outcome takes about one commit. */
  private static final int AT_A_TIME = 256;

  private final BulkChangeHandler.Call call;
  private final Executor threads;
  private final BooleanSupplier timeIsUp;
  private final List<Target> targets;

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
  BulkChanger(BulkChangeHandler.Call call, BooleanSupplier timeIsUp, List<Target> targets) {
    this.call = call;
    this.threads = call.trace().within(call.steps().threads());
    this.timeIsUp = timeIsUp;
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

  /** One of the concurrent sequences: changes a job and, after its outcome, the next. */
  private void step() {
    var index = stopped || timeIsUp.getAsBoolean() ? targets.size() : next.getAndIncrement();
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
        call.steps().validator().takeAgain(call.caller());
      }
      return call.steps()
          .outcomes()
          .ask(id, headers(target), null)
          .thenApply(
              answer ->
                  new Changed(target, answer, HttpOutcome.of(id, answer, call.kind().stale())));
    } catch (ProblemException refused) {
      var problem = refused.problem();
      var http = new HttpOutcome(problem.status(), problem.node(), problem, null);
      var changed = new Changed(target, null, http);
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
    headers.add(header(DelayHeader.OP, call.kind().op().text()));
    if (target.version() != null) {
      headers.add(header(DelayHeader.IF_VERSION, target.version().toString()));
    }
    return call.trace().onto(headers);
  }

  private static Header header(DelayHeader header, String text) {
    return new RecordHeader(header.headerName(), text.getBytes(StandardCharsets.UTF_8));
  }
}

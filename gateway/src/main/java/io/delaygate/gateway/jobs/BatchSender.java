package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.jobs.BatchResults.Result;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Validator and sender of the items of one batch, each as if it had come alone. Items that were
 * read are collected, so that the brokers are asked about their targets at once. Belongs to the
 * thread of the call.
 */
final class BatchSender {
  /** Items of one lookup: as many as one request to the brokers has topic names. */
  private static final int ITEMS = 1_000;

  /** Bounds the memory of 16 calls at a time; an item above it goes alone. */
  private static final int BYTES = 256 << 10;

  private final CommandSteps steps;
  private final Caller caller;
  private final BooleanSupplier standing;
  private final CallTrace trace;
  private final Function<JobBody, ScheduleRequest> drafts;
  private final InflightWindow window;
  private final BatchItem.Reader items;
  private final BatchResults results = new BatchResults();
  private final List<Read> read = new ArrayList<>();
  private int bytes;

  /**
   * Sends the items of a call.
   *
   * @param drafts converts the body of an item
   * @param items source of the items
   */
  BatchSender(
      CommandSteps steps,
      Context ctx,
      Function<JobBody, ScheduleRequest> drafts,
      InflightWindow window,
      BatchItem.Reader items) {
    this.steps = steps;
    this.caller = AccessGuard.caller(ctx);
    this.standing = AccessGuard.standing(ctx);
    this.trace = CallTrace.of(ctx);
    this.drafts = drafts;
    this.window = window;
    this.items = items;
  }

  /**
   * Item that was read.
   *
   * @param understood null where there is a problem
   */
  private record Read(
      BatchItem item,
      CommandValidator.@Nullable Understood understood,
      @Nullable Problem problem) {}

  BatchResults results() {
    return results;
  }

  /** Number of items so far, sent or not. */
  int size() {
    return results.size() + read.size();
  }

  /** Adds an item; sends those that were collected when they are enough. */
  void add(BatchItem item) {
    read.add(understood(item));
    bytes += item instanceof BatchItem.Text text ? text.bytes() : 0;
    if (read.size() == ITEMS || bytes >= BYTES) {
      flush();
    }
  }

  /** Sends what was collected, in order, unless the batch ends before. */
  void flush() {
    if (read.isEmpty()) {
      return;
    }
    var all = List.copyOf(read);
    read.clear();
    bytes = 0;
    steps
        .validator()
        .lookUp(caller, all.stream().map(Read::understood).filter(Objects::nonNull).toList());
    for (var each : all) {
      if (results.end() == null && !standing.getAsBoolean()) {
        results.endWith(AccessGuard.revoked().problem());
      }
      if (results.end() != null) {
        return;
      }
      send(each);
    }
  }

  private Read understood(BatchItem item) {
    try {
      if (item instanceof BatchItem.Unreadable unreadable) {
        return new Read(item, null, unreadable.problem());
      }
      var body = JobBody.parse(((BatchItem.Text) item).text());
      var draft = drafts.apply(body).with(trace);
      return new Read(item, steps.validator().understand(caller, draft.id(), draft), null);
    } catch (ProblemException refused) {
      return new Read(item, null, refused.problem());
    }
  }

  /** Adds the item's result, or ends the batch. Waits for a place in the window. */
  private void send(Read each) {
    var index = results.size();
    try {
      results.add(sent(index, each));
    } catch (ProblemException refused) {
      if (isTheEnd(each.item(), refused.problem())) {
        results.endWith(
            Problem.of(
                ReasonCode.BODY_INVALID,
                "[" + index + "]",
                "the array is malformed from this element on: " + refused.problem().detail()));
      } else {
        results.add(CompletableFuture.completedFuture(refused(index, refused.problem())));
      }
    }
  }

  private boolean isTheEnd(BatchItem item, Problem problem) {
    return problem.reason() == ReasonCode.BODY_INVALID
        && item instanceof BatchItem.Text text
        && items.endAt(text);
  }

  private CompletableFuture<Result> sent(int index, Read each) {
    var understood = each.understood();
    if (understood == null) {
      throw new ProblemException(Objects.requireNonNull(each.problem()));
    }
    var draft = understood.draft();
    var command = steps.validator().accept(caller, understood);
    var leave = window.enter(((BatchItem.Text) each.item()).bytes());
    try {
      var published =
          steps.commands().send(trace.actor(), command.id(), draft.headers(), draft.value());
      results.noteSent();
      return published
          .whenComplete((outcome, failure) -> leave.run())
          .thenApply(
              outcome ->
                  outcome instanceof PublishResult.Stored stored
                      ? Result.of(
                          index,
                          HttpStatus.CREATED_201,
                          StoredCommandResponder.json(command, stored))
                      : refused(index, outcome.problem()));
    } catch (RuntimeException | Error unsent) {
      leave.run();
      throw unsent;
    }
  }

  /**
   * Ends the batch while Kafka takes nothing, as later items would wait in vain. It goes on where
   * only the target of this item could not be checked.
   */
  private Result refused(int index, Problem problem) {
    if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE_503
        && problem.reason() != ReasonCode.TARGET_UNCHECKED) {
      results.endWith(problem);
    }
    return Result.of(index, problem);
  }
}

package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.jobs.BatchResults.Result;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.NotStoredProblem;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.publish.StoredCommandResponder;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Validator and sender of single batch items, each as if it had come alone. Thread-safe. */
public final class BatchItemSender {
  private final CommandValidator validator;
  private final CommandRouter topic;

  /** Validates and sends with these parts. */
  public BatchItemSender(CommandValidator validator, CommandRouter topic) {
    this.validator = validator;
    this.topic = topic;
  }

  /** Source of items: their caller, their trace, and the reader of their bodies. */
  record From(Caller caller, CallTrace trace, Function<JobBody, ScheduleRequest> drafts) {}

  /** Batch call: the source of its items, its window of items in flight, and its results. */
  record Call(From from, InflightWindow window, BatchResults results) {}

  /**
   * Item that was read.
   *
   * @param understood null where there is a problem
   */
  record Read(
      BatchItem item,
      CommandValidator.@Nullable Understood understood,
      @Nullable Problem problem) {}

  /** Reads an item; nothing is sent yet. */
  Read read(BatchItem item, Call call) {
    try {
      if (item instanceof BatchItem.Unreadable unreadable) {
        return new Read(item, null, unreadable.problem());
      }
      var from = call.from();
      var body = JobBody.parse(((BatchItem.Text) item).text());
      var draft = from.drafts().apply(body).with(from.trace());
      return new Read(item, validator.understand(from.caller(), draft.id(), draft), null);
    } catch (ProblemException refused) {
      return new Read(item, null, refused.problem());
    }
  }

  /** Looks up the targets of many items at once. */
  void lookUp(List<Read> all, Call call) {
    validator.lookUp(
        call.from().caller(), all.stream().map(Read::understood).filter(Objects::nonNull).toList());
  }

  /** Adds the item's result, or ends the batch. Waits for a place in the window. */
  void send(BatchItemReader items, Read read, Call call) {
    var results = call.results();
    var index = results.size();
    try {
      results.add(sent(index, read, call));
    } catch (ProblemException refused) {
      if (isTheEnd(items, read.item(), refused.problem())) {
        results.endWith(
            Problem.of(
                ReasonCode.BODY_INVALID,
                "[" + index + "]",
                "the array is malformed from this element on: " + refused.problem().detail()));
      } else {
        results.add(CompletableFuture.completedFuture(refused(index, refused.problem(), results)));
      }
    }
  }

  private static boolean isTheEnd(BatchItemReader items, BatchItem item, Problem problem) {
    return problem.reason() == ReasonCode.BODY_INVALID
        && item instanceof BatchItem.Text text
        && items.endAt(text);
  }

  private CompletableFuture<Result> sent(int index, Read read, Call call) {
    var results = call.results();
    var understood = read.understood();
    if (understood == null) {
      throw new ProblemException(Objects.requireNonNull(read.problem()));
    }
    var draft = understood.draft();
    var command = validator.accept(call.from().caller(), understood);
    var text = (BatchItem.Text) read.item();
    var leave = call.window().enter(text.bytes());
    try {
      var published = topic.send(command.id(), draft.headers(), draft.value());
      results.noteSent();
      return published
          .whenComplete((outcome, failure) -> leave.run())
          .thenApply(
              outcome ->
                  outcome instanceof PublishResult.Stored stored
                      ? stored(index, command, stored)
                      : refused(index, NotStoredProblem.problem(outcome), results));
    } catch (RuntimeException | Error unsent) {
      leave.run();
      throw unsent;
    }
  }

  /**
   * Ends the batch while Kafka takes nothing, as later items would wait in vain. It goes on where
   * only the target of this item could not be checked.
   */
  private static Result refused(int index, Problem problem, BatchResults results) {
    if (problem.status() == HttpStatus.SERVICE_UNAVAILABLE_503
        && problem.reason() != ReasonCode.TARGET_UNCHECKED) {
      results.endWith(problem);
    }
    return Result.of(index, problem);
  }

  private static Result stored(int index, Command.Schedule command, PublishResult.Stored stored) {
    return Result.of(index, HttpStatus.CREATED_201, StoredCommandResponder.json(command, stored));
  }
}

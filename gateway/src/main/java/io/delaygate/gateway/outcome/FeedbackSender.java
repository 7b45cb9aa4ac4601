package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Sender of workers' feedback on attempts. It also forwards the result of a finished job to the
 * caller that waits for it. Thread-safe.
 */
public final class FeedbackSender {
  private final RequestReply outcomes;
  private final CommandRouter commands;
  private final ResultForwarder results;
  private final Executor threads;

  /**
   * Creates a sender.
   *
   * @param threads may block, unlike those that complete outcomes
   */
  public FeedbackSender(
      RequestReply outcomes, CommandRouter commands, ResultForwarder results, Executor threads) {
    this.outcomes = outcomes;
    this.commands = commands;
    this.results = results;
    this.threads = threads;
  }

  /**
   * Sends feedback, and waits for the outcome.
   *
   * @throws ProblemException as {@link RequestReply#ask}
   */
  public CompletableFuture<CommandResult> ask(JobId id, FeedbackRequest draft, CallTrace call) {
    var to = results.place(draft);
    var answer = outcomes.ask(id, call.onto(draft.headers()), draft.value());
    if (to.isEmpty()) {
      return answer;
    }
    return answer.thenApply(
        news -> {
          if (news instanceof CommandResult.Decided decided && decided.outcome() == Outcome.DONE) {
            call.within(threads).execute(() -> results.forward(id, to.get(), decided));
          }
          return news;
        });
  }

  /**
   * Sends feedback, and waits only until the command is stored. The scheduler's reply goes to the
   * caller that waits for the result.
   *
   * @throws ProblemException as {@link CommandRouter#send}
   */
  public CompletableFuture<PublishResult> send(JobId id, FeedbackRequest draft, CallTrace call) {
    var headers = new ArrayList<>(call.onto(draft.headers()));
    results.place(draft).ifPresent(to -> headers.addAll(results.headers(to)));
    return commands.send(id, headers, draft.value());
  }
}

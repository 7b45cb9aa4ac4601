package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FeedbackDraft;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.Published;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Sends what workers say of their attempts, and brings the result of a finished job to who waits
 * for it. Thread-safe.
 */
public final class Feedbacks {
  private final Outcomes outcomes;
  private final CommandTopic commands;
  private final ForwardResult results;
  private final Executor threads;

  /**
   * Sends that way.
   *
   * @param threads may be held up, as those that bring outcomes may not
   */
  public Feedbacks(
      Outcomes outcomes, CommandTopic commands, ForwardResult results, Executor threads) {
    this.outcomes = outcomes;
    this.commands = commands;
    this.results = results;
    this.threads = threads;
  }

  /**
   * Sends, and waits for the outcome.
   *
   * @throws ProblemException as {@link Outcomes#ask}
   */
  public CompletableFuture<Answer> ask(JobId id, FeedbackDraft draft, CallTrace call) {
    var to = results.place(draft);
    var answer = outcomes.ask(id, call.onto(draft.headers()), draft.value());
    if (to.isEmpty()) {
      return answer;
    }
    return answer.thenApply(
        news -> {
          if (news instanceof Answer.Decided decided && decided.outcome() == Outcome.DONE) {
            call.within(threads).execute(() -> results.forward(id, to.get(), decided));
          }
          return news;
        });
  }

  /**
   * Sends, and waits no longer than until the command is stored. The reply goes to who waits for
   * the result.
   *
   * @throws ProblemException as {@link CommandTopic#send}
   */
  public CompletableFuture<Published> send(JobId id, FeedbackDraft draft, CallTrace call) {
    var headers = new ArrayList<>(call.onto(draft.headers()));
    results.place(draft).ifPresent(to -> headers.addAll(results.headers(to)));
    return commands.send(id, headers, draft.value());
  }
}

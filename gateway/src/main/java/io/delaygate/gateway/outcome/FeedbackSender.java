package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.service.logging.LogKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of workers' feedback on attempts, and of the result of a finished job to the caller that
 * waits for it at any gateway, by the topic of replies. Thread-safe.
 *
 * @param replies the topic of replies
 * @param partitions of that topic; 0 when it is not known; may block
 * @param threads may block, unlike those that complete outcomes
 */
public record FeedbackSender(
    RequestReply outcomes,
    CommandRouter commands,
    String replies,
    IntSupplier partitions,
    Executor threads) {
  private static final Logger LOG = LoggerFactory.getLogger(FeedbackSender.class);

  /**
   * Sends feedback, and waits for the outcome.
   *
   * @throws ProblemException as {@link RequestReply#ask}
   */
  public CompletableFuture<CommandResult> ask(JobId id, FeedbackRequest draft, CallTrace call) {
    var to = address(draft);
    var answer = outcomes.ask(call.actor(), id, call.onto(draft.headers()), draft.value());
    if (to.isEmpty()) {
      return answer;
    }
    return answer.thenApply(
        news -> {
          if (news instanceof CommandResult.Decided decided && decided.outcome() == Outcome.DONE) {
            call.within(threads).execute(() -> forward(id, to.get(), decided));
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
    address(draft).ifPresent(to -> headers.addAll(to.headers(replies)));
    return commands.send(call.actor(), id, headers, draft.value());
  }

  /**
   * The address of the caller that waits for the result; empty for none. The address behind a lease
   * comes from the worker. It is ignored if the topic is not known to have its partition: the
   * scheduler would reject the command, and the producer would wait for the partition to appear.
   */
  private Optional<ReplyAddress> address(FeedbackRequest draft) {
    return Optional.ofNullable(draft.replyTo())
        .flatMap(ReplyAddress::parse)
        .filter(to -> to.partition() < partitions.getAsInt());
  }

  /**
   * Sends the result of a finished job to that address; may block. If the result is lost with this
   * gateway, the waiting caller gets the answer of a time-out.
   */
  private void forward(JobId id, ReplyAddress to, CommandResult.Decided done) {
    var correlation = TextHeader.of(DelayHeader.CORRELATION_ID, to.correlationId());
    var reply =
        new ProducerRecord<>(
            replies, to.partition(), id.bytes(), ReplyRecord.finished(done), List.of(correlation));
    var unused =
        commands
            .publish(reply)
            .thenAccept(
                published -> {
                  if (!(published instanceof PublishResult.Stored)) {
                    LOG.atWarn()
                        .addKeyValue(LogKey.WHY.key(), published.label())
                        .log("The result of a job did not reach the caller that waits for it");
                  }
                });
  }
}

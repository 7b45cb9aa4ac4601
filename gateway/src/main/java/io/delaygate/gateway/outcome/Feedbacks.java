package io.delaygate.gateway.outcome;

import io.delaygate.gateway.draft.FeedbackDraft;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.Published;
import io.delaygate.gateway.trace.CallTrace;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.logging.LogKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what workers say of their attempts, and brings the result of a finished job to who waits
 * for it. Thread-safe.
 */
public final class Feedbacks {
  private static final Logger LOG = LoggerFactory.getLogger(Feedbacks.class);

  private final Outcomes outcomes;
  private final CommandTopic commands;
  private final CommandPublisher publisher;
  private final String replies;

  /**
   * Sends that way.
   *
   * @param replies the topic of replies
   */
  public Feedbacks(
      Outcomes outcomes, CommandTopic commands, CommandPublisher publisher, String replies) {
    this.outcomes = outcomes;
    this.commands = commands;
    this.publisher = publisher;
    this.replies = replies;
  }

  /**
   * Sends, and waits for the outcome.
   *
   * @throws ProblemException as {@link Outcomes#ask}
   */
  public CompletableFuture<Answer> ask(JobId id, FeedbackDraft draft, CallTrace call) {
    var answer = outcomes.ask(id, call.onto(draft.headers()), draft.value());
    var to = address(draft);
    if (to.isEmpty()) {
      return answer;
    }
    return answer.thenApply(
        news -> {
          if (news instanceof Answer.Decided decided && decided.outcome() == Outcome.DONE) {
            forward(to.get(), decided);
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
    address(draft).ifPresent(to -> headers.addAll(to.headers(replies)));
    return commands.send(id, headers, draft.value());
  }

  private static Optional<ReplyAddress> address(FeedbackDraft draft) {
    return Optional.ofNullable(draft.replyTo()).flatMap(ReplyAddress::parse);
  }

  /** If it gets lost with this gateway, who waits is told in the end that nobody answered. */
  private void forward(ReplyAddress to, Answer.Decided done) {
    var correlation =
        new RecordHeader(
            DelayHeader.CORRELATION_ID.headerName(),
            to.correlationId().getBytes(StandardCharsets.US_ASCII));
    var reply =
        new ProducerRecord<byte[], byte[]>(
            replies, to.partition(), null, Reply.finished(done), List.of(correlation));
    var unused =
        publisher
            .publish(reply)
            .thenAccept(
                published -> {
                  if (!(published instanceof Published.Stored)) {
                    LOG.atWarn()
                        .addKeyValue(LogKey.WHY.key(), published.label())
                        .log("A result did not reach who waits for it");
                  }
                });
  }
}

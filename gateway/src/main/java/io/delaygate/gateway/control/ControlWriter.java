package io.delaygate.gateway.control;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Addresses decisions. */
public final class ControlWriter {
  /** The only one, so that what is decided later is read later. */
  private static final int PARTITION = 0;

  private final CommandPublisher publisher;
  private final CommandRouter commands;
  private final TopicNames names;

  /** Sends to the topic of decisions of that installation. */
  public ControlWriter(CommandPublisher publisher, CommandRouter commands, TopicNames names) {
    this.publisher = publisher;
    this.commands = commands;
    this.names = names;
  }

  /** Nothing is delivered to the topic until then, epoch milliseconds. */
  public CompletableFuture<PublishResult> pause(String topic, long untilMs) {
    return send(topic, ControlDecision.pause(untilMs));
  }

  /** Takes back that nothing is delivered. */
  public CompletableFuture<PublishResult> resume(String topic) {
    return send(topic, ControlDecision.none(ControlKey.Kind.PAUSE));
  }

  /**
   * Sends a decision.
   *
   * @throws ProblemException 422 for a topic that nothing is delivered to
   */
  CompletableFuture<PublishResult> send(String topic, ControlDecision decision) {
    if (names.isForbiddenTarget(topic)) {
      throw ProblemException.at(
          "topic",
          ReasonCode.TARGET_FORBIDDEN,
          "jobs may not be delivered to '%s'".formatted(topic));
    }
    return send(
        new ControlKey.OfTarget(decision.kind(), topic), decision.headers(), decision.value());
  }

  /**
   * Sends any decision.
   *
   * @param value null takes what was decided under that key back
   */
  public CompletableFuture<PublishResult> send(
      ControlKey key, List<Header> headers, byte @Nullable [] value) {
    return publisher.publish(
        new ProducerRecord<>(
            names.control(),
            PARTITION,
            key.text().getBytes(StandardCharsets.UTF_8),
            value,
            headers));
  }

  /**
   * How many partitions the topic of commands has.
   *
   * @throws ProblemException 503 when that is not known now
   */
  int partitionsOfCommands() {
    return commands.partitions();
  }
}

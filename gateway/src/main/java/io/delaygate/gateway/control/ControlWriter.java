package io.delaygate.gateway.control;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.control.ControlKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Writer of decisions to the control topic. */
public record ControlWriter(CommandRouter commands, TopicNames names) {
  /** The only partition, so that later decisions are read later. */
  private static final int PARTITION = 0;

  /** Resumes deliveries to the topic. */
  public CompletableFuture<PublishResult> resume(Actor by, String topic) {
    return send(by, topic, ControlDecision.none(ControlKey.Kind.PAUSE));
  }

  /**
   * Sends a decision.
   *
   * @throws ProblemException 422 for a topic that jobs may not be delivered to
   */
  CompletableFuture<PublishResult> send(Actor by, String topic, ControlDecision decision) {
    if (names.isForbiddenTarget(topic)) {
      throw ProblemException.at(
          "topic",
          ReasonCode.TARGET_FORBIDDEN,
          "jobs may not be delivered to '%s'".formatted(topic));
    }
    return send(
        by, new ControlKey.OfTarget(decision.kind(), topic), decision.headers(), decision.value());
  }

  /**
   * Sends any decision.
   *
   * @param by author of the decision
   * @param value null takes back the decision under that key
   */
  public CompletableFuture<PublishResult> send(
      Actor by, ControlKey key, List<Header> headers, byte @Nullable [] value) {
    var signed = new ArrayList<>(headers);
    signed.add(TextHeader.of(ControlKey.DECIDED_BY, by.name()));
    return commands.publish(
        new ProducerRecord<>(
            names.control(),
            PARTITION,
            key.text().getBytes(StandardCharsets.UTF_8),
            value,
            signed));
  }

  /**
   * Number of partitions of the topic of commands.
   *
   * @throws ProblemException 503 when that is not known now
   */
  public int partitionsOfCommands() {
    return commands.partitions();
  }
}

package io.delaygate.gateway.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Outcome;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Fake scheduler that replies as the test says, without applying any rules. */
final class MemoryScheduler {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final MemoryTopics topics;
  private volatile @Nullable ObjectNode says;
  private volatile boolean silent;

  MemoryScheduler(MemoryTopics topics) {
    this.topics = topics;
  }

  /** Sets the reply to every command; fields are alternating names and JSON. */
  void says(Outcome outcome, String... fields) {
    var reply = JSON.createObjectNode().put("outcome", outcome.name());
    for (var i = 0; i < fields.length; i += 2) {
      reply.set(fields[i], TestGateway.json(fields[i + 1]));
    }
    says = reply;
    silent = false;
  }

  /** Stops replying. */
  void isSilent() {
    silent = true;
  }

  /** Replies with success and a job from now on. */
  void obeys() {
    says = null;
    silent = false;
  }

  /** Takes a command, and replies if the command asks for it. */
  void take(ProducerRecord<byte[], byte[]> command, long offset) {
    if (!silent && header(command, DelayHeader.REPLY_TOPIC) != null) {
      reply(command, offset);
    }
  }

  /** Replies, even while silent. */
  void reply(ProducerRecord<byte[], byte[]> command, long offset) {
    var told = says;
    var reply = told == null ? success(command) : told.deepCopy();
    reply.put("atMs", MemoryPublisher.TIMESTAMP_MS);
    reply.set(
        "source",
        JSON.createObjectNode()
            .put("topic", command.topic())
            .put("partition", command.partition())
            .put("offset", offset));
    topics.send(
        Integer.parseInt(text(command, DelayHeader.REPLY_PARTITION)),
        command.headers().lastHeader(DelayHeader.CORRELATION_ID.headerName()).value(),
        command.key(),
        reply.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode success(ProducerRecord<byte[], byte[]> command) {
    var outcome =
        switch (text(command, DelayHeader.OP)) {
          case "cancel" -> Outcome.CANCELLED;
          case "schedule" -> Outcome.SCHEDULED;
          case "reserve" -> Outcome.RESERVED;
          case "finish" -> Outcome.DONE;
          case "release" -> Outcome.RELEASED;
          case "extend" -> Outcome.EXTENDED;
          case "bury" -> Outcome.BURIED;
          case "kick" -> Outcome.KICKED;
          case "discard" -> Outcome.DISCARDED;
          default -> Outcome.RESCHEDULED;
        };
    var reply = JSON.createObjectNode().put("outcome", outcome.name());
    reply.set("job", TestGateway.json("{\"state\":\"SCHEDULED\",\"version\":1}"));
    return reply;
  }

  static String text(ProducerRecord<byte[], byte[]> command, DelayHeader name) {
    var value = header(command, name);
    if (value == null) {
      throw new AssertionError("no " + name.headerName());
    }
    return value;
  }

  static @Nullable String header(ProducerRecord<byte[], byte[]> command, DelayHeader name) {
    var header = command.headers().lastHeader(name.headerName());
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}

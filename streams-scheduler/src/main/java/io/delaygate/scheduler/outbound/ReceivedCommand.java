package io.delaygate.scheduler.outbound;

import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ReplyTo;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.actor.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Command as it reached the task, from a client or rerouted by a scheduler. The origin of a
 * rerouted one is the client's record, and its rerouting header is removed.
 *
 * @param baseMs start of relative delays, epoch milliseconds; set by the first scheduler that saw
 *     the command
 * @param author of the command: a caller of a gateway that vouches for it, or a sender of records
 * @param claim header by which the gateway vouches; it is not part of the record; null for none
 * @param replyTo destination of its outcome; null when the client asked for none, or before that is
 *     known
 */
public record ReceivedCommand(
    CommandRecord record,
    CommandOrigin origin,
    long baseMs,
    Actor author,
    @Nullable Header claim,
    @Nullable ReplyTo replyTo) {
  /**
   * A command as it came.
   *
   * @param claims judges claims of gateways
   */
  public static ReceivedCommand of(
      Record<byte[], byte[]> record,
      RecordMetadata metadata,
      String reroutedTopic,
      ActorClaims claims,
      long nowMs) {
    var headers = Arrays.asList(record.headers().toArray());
    var here =
        new CommandOrigin(
            metadata.topic(), metadata.partition(), metadata.offset(), record.timestamp());
    var sent = Optional.<Sent>empty();
    if (metadata.topic().equals(reroutedTopic)) {
      sent = sentIn(headers);
      headers = withoutSent(headers);
    }
    var origin = sent.map(Sent::origin).orElse(here);
    var message = new Message(record.key(), headers, record.value());
    var claim = message.claim();
    return new ReceivedCommand(
        new CommandRecord(
            record.key(),
            record.value(),
            claim == null ? headers : message.unclaimed(),
            metadata.partition(),
            metadata.offset()),
        origin,
        sent.map(Sent::baseMs).orElseGet(() -> here.baseMs(nowMs)),
        claim == null ? Actor.KAFKA : claims.author(message, origin.timestampMs()),
        claim,
        null);
  }

  public ReceivedCommand asking(@Nullable ReplyTo forOutcome) {
    return new ReceivedCommand(record, origin, baseMs, author, claim, forOutcome);
  }

  /** A record that no scheduler wrote there has no such header; its own position is its origin. */
  private static Optional<Sent> sentIn(List<Header> headers) {
    for (var header : headers) {
      if (header.key().equals(Sent.HEADER) && header.value() != null) {
        try {
          return Optional.of(Sent.fromBytes(header.value()));
        } catch (IllegalArgumentException notOurs) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static List<Header> withoutSent(List<Header> headers) {
    var rest = new ArrayList<>(headers);
    rest.removeIf(header -> header.key().equals(Sent.HEADER));
    return rest;
  }

  /** Origin and base time that a rerouted command carries in a header. */
  public record Sent(CommandOrigin origin, long baseMs) {
    /** The header on the topic of rerouted commands. */
    public static final String HEADER = "delay-rerouted-from";

    public byte[] toBytes() {
      return (baseMs + " " + origin.text()).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException for anything else
     */
    static Sent fromBytes(byte[] bytes) {
      var text = new String(bytes, StandardCharsets.UTF_8);
      var end = text.indexOf(' ');
      if (end < 0) {
        throw new IllegalArgumentException("the header must be a time and an origin");
      }
      return new Sent(
          CommandOrigin.fromText(text.substring(end + 1)), Long.parseLong(text.substring(0, end)));
    }
  }
}

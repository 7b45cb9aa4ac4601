package io.delaygate.schemas.command;

import static io.delaygate.schemas.contract.DelayHeader.CORRELATION_ID;
import static io.delaygate.schemas.contract.DelayHeader.REPLY_PARTITION;
import static io.delaygate.schemas.contract.DelayHeader.REPLY_TOPIC;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicNames;
import java.util.List;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Parser of the reply headers, which ask for the outcome of a command. They are read before all
 * other headers, so that the sender of a refused command gets an outcome too. Thread-safe.
 */
final class ReplyHeaders {
  private final TopicNames names;

  ReplyHeaders(TopicNames names) {
    this.names = names;
  }

  /** Destination of the outcome; null when no header asks for it. */
  @Nullable ReplyTo find(List<Header> headers) {
    var topic = only(headers, REPLY_TOPIC);
    var partition = only(headers, REPLY_PARTITION);
    var correlation = only(headers, CORRELATION_ID);
    if (topic == null) {
      refuseAlone(partition == null ? correlation : partition);
      return null;
    }
    var id = correlation == null ? null : correlation.value();
    if (id != null && id.length > Limits.CORRELATION_ID_BYTES) {
      throw new RefusalException(
          ReasonCode.REPLY_INVALID,
          CORRELATION_ID,
          "the correlation id has %d bytes; at most %d are accepted",
          id.length,
          Limits.CORRELATION_ID_BYTES);
    }
    return new ReplyTo(topic(topic), partition == null ? null : partition(partition), id);
  }

  private static void refuseAlone(@Nullable Header given) {
    if (given != null) {
      throw new RefusalException(
          ReasonCode.REPLY_INVALID, REPLY_TOPIC, "'%s' requires 'delay-reply-topic'", given.key());
    }
  }

  private String topic(Header header) {
    var topic = ControlHeaders.text(REPLY_TOPIC, header.value());
    try {
      Topic.validate(topic);
    } catch (InvalidTopicException illegal) {
      throw new RefusalException(
          ReasonCode.REPLY_INVALID,
          REPLY_TOPIC,
          "'%s' is not a valid topic name: 1 to 249 of a-z, A-Z, 0-9, '.', '_', '-', and not '.' or"
              + " '..'",
          topic);
    }
    if (names.isForbiddenReply(topic)) {
      throw new RefusalException(
          ReasonCode.REPLY_FORBIDDEN, REPLY_TOPIC, "outcomes may not be sent to '%s'", topic);
    }
    return topic;
  }

  private static int partition(Header header) {
    var text = ControlHeaders.text(REPLY_PARTITION, header.value());
    var partition = ControlHeaders.partition(text);
    if (partition < 0) {
      throw new RefusalException(
          ReasonCode.REPLY_INVALID,
          REPLY_PARTITION,
          "'%s' is not a valid partition; use a whole number from 0 on",
          text);
    }
    return partition;
  }

  private static @Nullable Header only(List<Header> headers, DelayHeader name) {
    @Nullable Header found = null;
    for (var header : headers) {
      if (header.key().equals(name.headerName())) {
        if (found != null) {
          throw ControlHeaders.duplicate(name);
        }
        found = header;
      }
    }
    return found;
  }
}

package io.delaygate.scheduler.incidents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.command.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Rejection of a command.
 *
 * @param detail the reason in words, cut at {@link #DETAIL_MAX}
 * @param atMs epoch milliseconds
 * @param topic target that the command named, or that its job has; null for none
 */
public record Rejection(String reason, String detail, long atMs, @Nullable String topic) {
  /** Longer than every reason that names one id and one topic; a list of headers may be cut. */
  static final int DETAIL_MAX = 1_000;

  /** Longest name of a topic, in Kafka; the name of a queue with its namespace is shorter. */
  static final int TOPIC_MAX = 249;

  /** Object headers and references of an entry of the index. */
  private static final int OVERHEAD = 200;

  /** Rejection of this moment. */
  static Rejection of(Refusal why, @Nullable String topic, long nowMs) {
    return new Rejection(why.reason().name(), cut(why.textWithHeader()), nowMs, topic);
  }

  private static String cut(String text) {
    return text.length() <= DETAIL_MAX ? text : text.substring(0, DETAIL_MAX - 1) + "…";
  }

  /** Memory that it takes with the id of its command, at two bytes for a character. */
  long bytes(String id) {
    return OVERHEAD + 2L * (id.length() + detail.length() + (topic == null ? 0 : topic.length()));
  }

  /** Writes the rejection. */
  public void put(ObjectNode json) {
    json.put("reason", reason).put("detail", detail).put("atMs", atMs);
    if (topic != null) {
      json.put("topic", topic);
    }
  }
}

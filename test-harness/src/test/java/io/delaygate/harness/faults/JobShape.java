package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Shape of a poisoned job, as headers for Kafka and as a body for HTTP. */
final class JobShape {
  private final List<Header> headers = new ArrayList<>();
  private final ObjectNode json = HttpJobs.JSON.createObjectNode();
  private int bytes;

  private JobShape(String topic) {
    add("delay-target-topic", topic);
    json.putObject("target").put("topic", topic);
  }

  /** A job for that target. */
  static JobShape to(String topic) {
    return new JobShape(topic);
  }

  JobShape withoutKey() {
    add("delay-target-key", null);
    ((ObjectNode) json.get("target")).putNull("key");
    return this;
  }

  JobShape toPartition(int partition) {
    add("delay-target-partition", Integer.toString(partition));
    ((ObjectNode) json.get("target")).put("partition", partition);
    return this;
  }

  /** Adds a reply topic, by Kafka only, because over HTTP there is only the gateway's own. */
  JobShape replyingTo(String topic) {
    add("delay-reply-topic", topic);
    add("delay-correlation-id", "poison");
    return this;
  }

  /**
   * Allows a single attempt, which is never acknowledged: after a second the job is a dead letter.
   */
  JobShape dyingInto(String letters) {
    add("delay-ack", "true");
    add("delay-max-attempts", "1");
    add("delay-lease-ms", "1000");
    add("delay-dead-letter-topic", letters);
    json.put("deadLetterTopic", letters)
        .putObject("ack")
        .put("maxAttempts", 1)
        .put("leaseMs", 1_000);
    return this;
  }

  /** Adds a header that does not exist. */
  JobShape refused() {
    add("delay-colour", "blue");
    return this;
  }

  JobShape ofBytes(int size) {
    bytes = size;
    return this;
  }

  /** Value of the job with this id, which begins with the id. */
  String value(String id) {
    return id + " ".repeat(Math.max(1, bytes - id.length()));
  }

  /** Headers of a job with this due time. */
  List<Header> headers(long dueMs) {
    var all = new ArrayList<>(headers);
    all.add(header("delay-due-ms", Long.toString(dueMs)));
    return all;
  }

  /** Body of a job with this due time. */
  String body(String id, long dueMs) {
    return json.deepCopy().put("dueMs", dueMs).put("value", value(id)).toString();
  }

  private void add(String name, @Nullable String value) {
    headers.add(header(name, value));
  }

  private static Header header(String name, @Nullable String value) {
    return value == null
        ? new RecordHeader(Objects.requireNonNull(name), (byte[]) null)
        : new RecordHeader(name, value.getBytes(UTF_8));
  }
}

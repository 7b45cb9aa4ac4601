package io.delaygate.harness.chaos;

import static io.delaygate.harness.broker.Reader.header;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of a command.
 *
 * @param atMs time of the decision, by the scheduler's clock
 * @param job the job after the command; null if nothing is known of it
 */
record Outcome(Place of, String word, long atMs, @Nullable JobAfter job) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A job as an outcome shows it.
   *
   * @param lease lease of the attempt in flight; null if there is none
   */
  record JobAfter(String state, long version, long dueMs, @Nullable Lease lease) {}

  /** A lease as an outcome shows it. */
  record Lease(int attempt, String text, long endsMs) {}

  static Outcome of(ConsumerRecord<byte[], byte[]> reply) {
    var json = json(reply.value());
    var source = json.path("source");
    var job = json.path("job");
    return new Outcome(
        new Place(source.path("partition").asInt(), source.path("offset").asLong()),
        json.path("outcome").asText(),
        json.path("atMs").asLong(),
        job.isObject() ? after(job) : null);
  }

  private static JobAfter after(JsonNode job) {
    var lease =
        job.has("lease")
            ? new Lease(
                job.path("attempt").asInt(),
                job.path("lease").asText(),
                job.path("leaseEndsMs").asLong())
            : null;
    return new JobAfter(
        job.path("state").asText(),
        job.path("version").asLong(),
        job.path("dueMs").asLong(),
        lease);
  }

  /** The refused command of a dead letter; null if the letter is about a job. */
  static @Nullable Place refused(ConsumerRecord<byte[], byte[]> letter) {
    var partition = header(letter, "delay-source-partition");
    var offset = header(letter, "delay-source-offset");
    return partition == null || offset == null
        ? null
        : new Place(Integer.parseInt(partition), Long.parseLong(offset));
  }

  private static JsonNode json(byte[] value) {
    try {
      return JSON.readTree(new String(value, StandardCharsets.UTF_8));
    } catch (JsonProcessingException notJson) {
      throw new IllegalStateException("an outcome is no JSON", notJson);
    }
  }

  @Override
  public String toString() {
    return job == null
        ? word
        : "%s (%s v%d due %d)".formatted(word, job.state(), job.version(), job.dueMs());
  }
}

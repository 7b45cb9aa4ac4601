package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.Reader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reader of an installation's topic of events. For one thread. */
final class EventLog implements AutoCloseable {
  private final Reader reader;

  EventLog(Installation delaygate) {
    reader = delaygate.read(delaygate.names().events());
  }

  /**
   * The events of a job, once there are at least this many. They lie in one partition, and are
   * returned in its order.
   */
  List<JsonNode> of(String id, int count) {
    var records =
        ContractBench.await()
            .until(
                () -> reader.poll().stream().filter(record -> isOf(id, record)).toList(),
                found -> found.size() >= count);
    assertThat(records.stream().map(ConsumerRecord::partition).distinct()).as(id).hasSize(1);
    assertThat(records).extracting(ConsumerRecord::offset).as(id).isSorted();
    return records.stream().map(record -> Answer.json(record.value())).toList();
  }

  /** The same as text: the event, and the job's state and version after it. */
  List<String> textsOf(String id, int count) {
    return of(id, count).stream().map(EventLog::text).toList();
  }

  /** All events up to the end of the topic. */
  List<ConsumerRecord<byte[], byte[]>> all() {
    return reader.toTheEnd();
  }

  private static String text(JsonNode event) {
    var job = event.path("job");
    return "%s %s %s"
        .formatted(
            event.path("event").asText(), job.path("state").asText(), job.path("version").asText());
  }

  private static boolean isOf(String id, ConsumerRecord<byte[], byte[]> record) {
    return id.equals(Reader.text(record.key()));
  }

  @Override
  public void close() {
    reader.close();
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.schemas.contract.JobId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Installation with the usual schedulers, shared by all tests of a class; each test uses its own
 * targets and job ids. The work of schedulers is observed at their ops ports and in the dead
 * letters.
 */
final class ContractBench implements AutoCloseable {
  static final int PARTITIONS = 4;

  private final Installation delaygate;
  private final Map<String, String> settings;
  private final Reader letters;
  private List<Service> schedulers;
  private int targets;

  ContractBench(KafkaCluster cluster, Path state) {
    this(cluster, state, Map.of());
  }

  /** The same with further settings of the schedulers. */
  ContractBench(KafkaCluster cluster, Path state, Map<String, String> settings) {
    this.settings = settings;
    delaygate = new Installation(cluster, state, PARTITIONS);
    schedulers = delaygate.startSchedulers(settings);
    letters = delaygate.deadLetters();
  }

  Installation delaygate() {
    return delaygate;
  }

  Client client() {
    return delaygate.client();
  }

  /** Creates a target with one partition. */
  String target(String name) {
    return target(name, 1, Map.of());
  }

  /** Creates a target with these settings. */
  String target(String name, int partitions, Map<String, String> configs) {
    var topic = delaygate.unique(name) + "-" + ++targets;
    delaygate.topics().create(topic, partitions, configs);
    return topic;
  }

  /** Stops the schedulers cleanly and starts them again on the same state. */
  void restartSchedulers() {
    schedulers.forEach(delaygate::stop);
    schedulers = delaygate.startSchedulers(settings);
  }

  /** Number of jobs in the schedulers' stores. */
  long pending() {
    return metric("delaygate_pending_jobs ");
  }

  /** Waits until no job is pending, because metrics lag some milliseconds behind outcomes. */
  void awaitNonePending() {
    await().until(() -> pending() == 0);
  }

  /** Number of stream threads that failed since the scheduler's start. */
  long threadRestarts() {
    return metric("delaygate_thread_restarts_total ");
  }

  /** Number of commands that were sent on to another partition since the scheduler's start. */
  long rerouted() {
    return metric("delaygate_rerouted_total ");
  }

  /** Waits until a job is parked. */
  void awaitParked() {
    await().until(() -> metric("delaygate_parked_total{") > 0);
  }

  /** Waits until this many jobs of a target wait for an earlier one of their sequence. */
  void awaitTurns(String target, long count) {
    var gauge = "delaygate_parked_jobs{topic=\"%s\",reason=\"EARLIER_JOB_UNFINISHED\",}";
    await().until(() -> metric(gauge.formatted(target)) == count);
  }

  void awaitPending(long count) {
    await().until(() -> pending() == count);
  }

  /** Number of commands with this outcome since the scheduler's start. */
  long outcomes(String outcome) {
    return metric("delaygate_commands_total{outcome=\"" + outcome + "\",}");
  }

  /** Sends, and waits until the scheduler counts one more command with this outcome. */
  <T> T until(String outcome, Supplier<T> sending) {
    var before = outcomes(outcome);
    var sent = sending.get();
    await().until(() -> outcomes(outcome) == before + 1);
    return sent;
  }

  /** The only record of a target; fails if another one follows. */
  ConsumerRecord<byte[], byte[]> only(String target) {
    try (var reader = delaygate.read(target)) {
      var record = reader.one();
      assertThat(reader.toTheEnd()).hasSize(1);
      return record;
    }
  }

  /** The dead letter of a command. */
  ConsumerRecord<byte[], byte[]> deadLetterOf(RecordMetadata sent) {
    return await().until(() -> letterOf(letters.poll(), sent), Optional::isPresent).orElseThrow();
  }

  private static Optional<ConsumerRecord<byte[], byte[]>> letterOf(
      List<ConsumerRecord<byte[], byte[]>> letters, RecordMetadata sent) {
    return letters.stream()
        .filter(
            letter ->
                sent.topic().equals(Reader.header(letter, "delay-source-topic"))
                    && ("" + sent.partition())
                        .equals(Reader.header(letter, "delay-source-partition"))
                    && ("" + sent.offset()).equals(Reader.header(letter, "delay-source-offset")))
        .findFirst();
  }

  /** An id that librdkafka's default partitioner sends to another partition than Java's. */
  static String misroutedId(String name) {
    for (var i = 0; ; i++) {
      var id = name + "-" + i;
      if (crcPartition(id) != owner(id)) {
        return id;
      }
    }
  }

  /** Wait for events that take milliseconds, with short intervals. */
  static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Installation.LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10));
  }

  /** The partition that owns an id. */
  static int owner(String id) {
    return new JobId(id).partition(PARTITIONS).orElseThrow();
  }

  /** A partition that does not own the id. */
  static int stranger(String id) {
    return (owner(id) + 1) % PARTITIONS;
  }

  private static long crcPartition(String id) {
    var crc = new CRC32();
    crc.update(id.getBytes(StandardCharsets.UTF_8));
    return crc.getValue() % PARTITIONS;
  }

  private long metric(String start) {
    return schedulers.stream().mapToLong(scheduler -> Metrics.of(scheduler, start)).sum();
  }

  @Override
  public void close() {
    letters.close();
    delaygate.close();
  }
}

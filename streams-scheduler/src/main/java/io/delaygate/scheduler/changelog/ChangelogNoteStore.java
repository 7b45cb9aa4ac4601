package io.delaygate.scheduler.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.reading.BoundedConsumer;
import io.delaygate.service.settings.SettingsException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader and writer of the note about the changelog in {@code delay-control}, which outlives all
 * local disks.
 */
final class ChangelogNoteStore {
  private static final Logger LOG = LoggerFactory.getLogger(ChangelogNoteStore.class);
  private static final Duration POLL = Duration.ofMillis(200);

  /** Same limit as for the decisions about targets at a start, which are in the same topic. */
  private static final int READ_POLLS = 300;

  private static final int FETCH_MS = 50;

  private final SchedulerSettings settings;
  private final byte[] key;

  ChangelogNoteStore(SchedulerSettings settings, String changelog) {
    this.settings = settings;
    this.key = new ControlKey.OfChangelog(changelog).text().getBytes(UTF_8);
  }

  /**
   * Reads the note; null without one.
   *
   * @throws KafkaException if the topic cannot be read to its end
   * @throws SettingsException without the right to read it
   */
  @Nullable ChangelogNote read() {
    var topic = settings.names().control();
    var properties = new HashMap<>(settings.followerProperties());
    // closing waits for the answer to an open fetch
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_MS);
    try (var consumer = new BoundedConsumer(properties)) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      return read(consumer, consumer.endOffsets(partitions));
    } catch (AuthorizationException refused) {
      throw new SettingsException(
          "Topic '%s' cannot be read: grant the scheduler's user READ. %s"
              .formatted(topic, refused.getMessage()));
    }
  }

  private @Nullable ChangelogNote read(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    ChangelogNote note = null;
    for (var polls = 0;
        ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue());
        polls++) {
      if (polls == READ_POLLS) {
        throw new KafkaException("Partitions " + ends.keySet() + " cannot be read to their ends");
      }
      for (var record : consumer.poll(POLL)) {
        note = Arrays.equals(key, record.key()) ? decode(record, note) : note;
      }
    }
    return note;
  }

  private static @Nullable ChangelogNote decode(
      ConsumerRecord<byte[], byte[]> record, @Nullable ChangelogNote before) {
    if (record.value() == null) {
      return null;
    }
    try {
      return ChangelogNote.decode(record.value());
    } catch (IllegalArgumentException unreadable) {
      LOG.atError()
          .addKeyValue(LogKey.TOPIC.key(), record.topic())
          .addKeyValue(LogKey.OFFSET.key(), record.offset())
          .addKeyValue(LogKey.WHY.key(), unreadable.getMessage())
          .log("A note about the changelog cannot be read; the note before it is used");
      return before;
    }
  }

  /**
   * Writes down that the topic is shorter than before, so that no scheduler serves the rest: one
   * without local state would not notice. Does not replace a decision that was made since.
   *
   * @throws KafkaException if the brokers do not answer or refuse it
   */
  void writeShorter(String id, Set<Integer> partitions) {
    var note = read();
    if (note == null || note.equals(ChangelogNote.whole(id))) {
      write(ChangelogNote.shorter(id, partitions));
    }
  }

  /**
   * Writes the note.
   *
   * @throws KafkaException if the brokers refuse it
   */
  void write(ChangelogNote note) {
    var properties = new HashMap<>(settings.probeProperties());
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, settings.names().applicationId() + "-notes");
    try (var producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      var unused =
          producer.send(new ProducerRecord<>(settings.names().control(), key, note.encode())).get();
    } catch (ExecutionException failed) {
      throw new KafkaException(
          "The note cannot be written to topic " + settings.names().control(), failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}

package io.delaygate.cli;

import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Verb {@code tail}: follows a target as a {@code read_committed} consumer without a group, which
 * leaves no trace.
 */
record Tail(Invocation call) {
  /** Poll timeout, and so the resolution of {@code --idle}. */
  private static final Duration POLL = Duration.ofMillis(250);

  static final Verb ROW =
      Verb.ofSettings(
              "tail", "Follow a topic's committed records, and show how late each delivery was")
          .examples(
              "orders --bootstrap.servers=kafka:9092",
              "orders --from-beginning --idle 5s",
              "orders --max-messages 100 --json | jq .latenessMs")
          .parameter("TOPIC", "Name of the topic")
          .flag("--from-beginning", "Begin with the oldest record instead of the next one")
          .number("--max-messages=N", "End after N records; without it, Ctrl-C ends the command")
          .text("--idle=TIME", "End when no record arrived for this time, such as 5s")
          .flag("--json", "Print each record as a line of JSON")
          .runs(call -> new Tail(call).run());

  private ExitStatus run() {
    var most = call.atLeast1("--max-messages");
    var patience = call.has("--idle") ? call.duration("--idle") : null;
    var settings = new HashMap<>(SettingsVerbs.checked(call).followerProperties());
    // a mistyped name must not create a topic
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    try (var consumer = new BoundedConsumer(settings)) {
      begin(consumer, call.text("TOPIC"));
      read(consumer, most, patience);
    } catch (KafkaException noAnswer) {
      throw new CliException(ExitStatus.UNAVAILABLE, "Kafka: " + noAnswer.getMessage());
    }
    return ExitStatus.DONE;
  }

  private void begin(Consumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(it -> new TopicPartition(it.topic(), it.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new CliException(ExitStatus.NO, "Topic '" + topic + "' does not exist.");
    }
    consumer.assign(partitions);
    if (!call.has("--from-beginning")) {
      consumer.seekToEnd(partitions);
      // fixes the present end, not that of the first poll
      partitions.forEach(consumer::position);
    }
    call.session().tell("Reading %d partitions of '%s'.".formatted(partitions.size(), topic));
  }

  private void read(Consumer<byte[], byte[]> consumer, long most, @Nullable Duration patience) {
    var out = call.session().out();
    var clock = call.session().clock();
    var lines = new RecordText(call.has("--json"));
    var left = most;
    var lastMs = clock.millis();
    while (left > 0 && !out.checkError()) {
      var records = consumer.poll(POLL);
      for (var record : records) {
        if (left > 0) {
          out.println(lines.of(record));
          left--;
        }
      }
      if (!records.isEmpty()) {
        lastMs = clock.millis();
      } else if (patience != null && clock.millis() - lastMs >= patience.toMillis()) {
        return;
      }
    }
  }
}

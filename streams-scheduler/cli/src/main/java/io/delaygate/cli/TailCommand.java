package io.delaygate.cli;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.reading.BoundedConsumer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Command {@code tail}: follows a target as a {@code read_committed} consumer without a group,
 * which leaves no trace.
 */
@Command(
    name = "tail",
    description = "Follow a topic's committed records, and tell how late each delivery was",
    footer = {
      "delaygate tail orders --bootstrap.servers=kafka:9092",
      "delaygate tail orders --from-beginning --idle 5s",
      "delaygate tail orders --max-messages 100 --json | jq .latenessMs"
    })
final class TailCommand extends SettingsCommand {
  /** Poll timeout, and so the resolution of {@code --idle}. */
  private static final Duration POLL = Duration.ofMillis(250);

  @Parameters(paramLabel = "TOPIC", description = "The topic")
  private String topic = "";

  @Option(
      names = "--from-beginning",
      description = "Begin with the oldest record, not with the next one")
  private boolean fromBeginning;

  @Option(
      names = "--max-messages",
      paramLabel = "N",
      description = "End after so many records; else by Ctrl-C")
  private @Nullable Long most;

  @Option(
      names = "--idle",
      paramLabel = "TIME",
      description = "End when nothing has come for so long, such as 5s")
  private @Nullable String idle;

  @Option(names = "--json", description = "Print each record as a line of JSON")
  private boolean json;

  TailCommand(Session session) {
    super(session);
  }

  @Override
  public Integer call() {
    var left = most == null ? Long.MAX_VALUE : most;
    if (left < 1) {
      throw new CliException(ExitStatus.USAGE, "--max-messages is " + left + ": give 1 or more");
    }
    var patience = idle == null ? null : GatewayOptions.duration("--idle", idle);
    var settings = new HashMap<>(SchedulerSettings.of(given()).followerProperties());
    // a mistyped name must not create a topic
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    try (var consumer = new BoundedConsumer(settings)) {
      begin(consumer);
      read(consumer, left, patience);
    } catch (KafkaException noAnswer) {
      throw new CliException(ExitStatus.UNAVAILABLE, "Kafka: " + noAnswer.getMessage());
    }
    return ExitStatus.DONE.code();
  }

  private void begin(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(it -> new TopicPartition(it.topic(), it.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new CliException(ExitStatus.NO, "There is no topic '" + topic + "'.");
    }
    consumer.assign(partitions);
    if (!fromBeginning) {
      consumer.seekToEnd(partitions);
      // fixes the present end, not that of the first poll
      partitions.forEach(consumer::position);
    }
    session().tell("Reading %d partitions of '%s'.".formatted(partitions.size(), topic));
  }

  private void read(Consumer<byte[], byte[]> consumer, long most, @Nullable Duration patience) {
    var out = session().out();
    var clock = session().clock();
    var lines = new RecordText(json);
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

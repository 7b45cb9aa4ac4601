package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Topics;
import io.delaygate.scheduler.clients.FailedThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of static members of a group: one leaves when its thread failed, the others stay. */
@KafkaTest
@Timeout(120)
class FailedThreadsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String group = "failed-" + UUID.randomUUID();

  @Test
  void theMemberOfAFailedThreadLeavesAndTheOthersStay(KafkaCluster kafka) throws Exception {
    try (var topics = new Topics(kafka)) {
      // Given
      topics.create(group + "-source", 1);
      try (var first = member(kafka, "scheduler-0-1");
          var second = member(kafka, "scheduler-0-2")) {
        Awaitility.await()
            .pollInSameThread()
            .atMost(LIMIT)
            .ignoreException(ExecutionException.class) // it exists after the first poll
            .until(
                () -> {
                  first.poll(Duration.ofMillis(50));
                  second.poll(Duration.ofMillis(50));
                  return members(topics).size() == 2;
                });

        // When
        var threads = new FailedThreads(topics.admin(), group, "scheduler-0");
        threads.leave("main");
        threads.leave(group + "-4711-StreamThread-1");

        // Then
        Awaitility.await()
            .atMost(LIMIT)
            .until(() -> members(topics), Set.of("scheduler-0-2")::equals);
        assertThat(members(topics)).containsExactly("scheduler-0-2");
      }
    }
  }

  private Set<String> members(Topics topics) throws Exception {
    var described = topics.admin().describeConsumerGroups(List.of(group)).all().get();
    return described.get(group).members().stream()
        .flatMap(member -> member.groupInstanceId().stream())
        .collect(Collectors.toSet());
  }

  private Consumer<byte[], byte[]> member(KafkaCluster kafka, String instance) {
    var consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                instance),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(group + "-source"));
    return consumer;
  }
}

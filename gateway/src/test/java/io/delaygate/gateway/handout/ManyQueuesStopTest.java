package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.handout.HandOut.Queue;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.shutdown.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Queues whose brokers are away: each of Kafka's clients takes its whole time to close. */
@Timeout(120)
class ManyQueuesStopTest {
  private static final int QUEUES = 40;

  private final CountDownLatch opened = new CountDownLatch(QUEUES);

  @Test
  void allEndWithinTheTimeOfOne() throws InterruptedException {
    // Given
    var handOut =
        new HandOut(
            new ShareGroups(Optional::empty, group -> {}, (group, most) -> consumer(group)),
            new PresentTopics(),
            UnusedLeases.create(),
            System::nanoTime,
            new BackgroundFailures(System::nanoTime));
    for (var i = 0; i < QUEUES; i++) {
      var name = "queue-" + i;
      handOut.await(
          new WaitingCall(1, 1_000), List.of(new Queue(name, name)), Duration.ofMinutes(1));
    }
    assertThat(opened.await(60, TimeUnit.SECONDS)).isTrue();

    // When
    var begun = System.nanoTime();
    handOut.close(Deadline.in(Duration.ofSeconds(28), System::nanoTime));

    // Then
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(HandOut.STOP.multipliedBy(3));
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> reading() == 0);
  }

  private static long reading() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("hand-out "))
        .count();
  }

  private KafkaShareConsumer<byte[], byte[]> consumer(String group) {
    var consumer =
        new KafkaShareConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                "127.0.0.1:1",
                ConsumerConfig.GROUP_ID_CONFIG,
                group,
                ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG,
                "explicit"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    opened.countDown();
    return consumer;
  }
}

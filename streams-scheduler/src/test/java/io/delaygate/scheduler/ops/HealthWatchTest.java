package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.HealthWatch.Norms;
import io.delaygate.scheduler.ops.HealthWatch.Watched;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HealthWatchTest {
  @Test
  void looksAgainAfterAFaultThatNobodyForesees() throws InterruptedException {
    // Given
    var failures = new BackgroundFailures(System::nanoTime);
    var directory = new FailsOnce();
    try (var streams = unstarted();
        var watch =
            new HealthWatch(
                new Watched(
                    streams,
                    directory,
                    new OpenJobStores(System::nanoTime),
                    TestMetrics.fresh(),
                    List::of),
                new Norms(1, Set.of("delay-replies"), 10_000),
                System::nanoTime,
                failures)) {

      // When
      watch.start();

      // Then
      assertThat(directory.lookedTwice.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(failures.byTask().get("health-watch")).isEqualTo(1.0);
      assertThat(watch.health().ready()).isFalse();
    }
  }

  private static KafkaStreams unstarted() {
    var builder = new StreamsBuilder();
    builder.stream("in").to("out");
    var properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "watched");
    properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
    return new KafkaStreams(builder.build(), properties);
  }

  private static final class FailsOnce implements TopicDirectory {
    private final CountDownLatch lookedTwice = new CountDownLatch(2);

    @Override
    public TopicStatus status(String topic) {
      lookedTwice.countDown();
      if (lookedTwice.getCount() == 1) {
        throw new IllegalStateException("the first look");
      }
      return new TopicStatus.Unreadable();
    }

    @Override
    public void doubt() {
      // the test needs no refresh
    }
  }
}

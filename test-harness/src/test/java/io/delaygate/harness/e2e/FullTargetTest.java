package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Metrics;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the limit of pending jobs of a target, by Kafka and over HTTP. */
@KafkaTest
class FullTargetTest {
  private static final Map<String, String> ROOM_FOR_TWO = Map.of("target.pending.max.jobs", "2");

  private final Installation delaygate;
  private final String target;

  FullTargetTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state, 1);
    target = delaygate.target("orders", 1);
  }

  @AfterEach
  void stop() {
    delaygate.close();
  }

  @Test
  void refusesOneMoreAtBothDoorsUntilOneLeaves() {
    var scheduler = delaygate.startScheduler("one", ROOM_FOR_TWO);
    try (var door = new Door(delaygate);
        var letters = delaygate.deadLetters()) {
      // When
      var first = schedule(door, "a");
      var second = schedule(door, "b");
      var refused = schedule(door, "c");
      delaygate.client().send("d", "kept", "delay", "1h", "delay-target-topic", target);
      var dead = letters.await(2);
      door.call("DELETE", Door.job("a"), null);
      var third = schedule(door, "c");

      // Then
      assertThat(first.text()).isEqualTo("201 SCHEDULED SCHEDULED 1");
      assertThat(second.text()).isEqualTo("201 SCHEDULED SCHEDULED 1");
      assertThat(refused.text()).isEqualTo("429 TARGET_FULL");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(dead)
          .extracting(letter -> Reader.header(letter, "delay-reason"))
          .containsExactly("TARGET_FULL", "TARGET_FULL");
      assertThat(Reader.text(dead.get(1).value())).isEqualTo("kept");
      assertThat(third.text()).isEqualTo("201 SCHEDULED SCHEDULED 1");
      assertThat(door.metric("delaygate_gateway_rejected_total{reason=\"TARGET_FULL\""))
          .isEqualTo(1);
      assertThat(Metrics.of(scheduler, "delaygate_rejected_total{reason=\"TARGET_FULL\""))
          .isEqualTo(2);
    }
  }

  @Test
  void isAsFullAsBeforeForASchedulerThatHasToRestoreItsJobs() {
    var before = delaygate.startScheduler("one", ROOM_FOR_TWO);
    try (var door = new Door(delaygate)) {
      // Given
      schedule(door, "a");
      schedule(door, "b");
      delaygate.stop(before);

      // When: another directory, so that nothing is left but the changelog
      delaygate.startScheduler("two", ROOM_FOR_TWO);

      // Then
      assertThat(schedule(door, "c").text()).isEqualTo("429 TARGET_FULL");
      assertThat(schedule(door, "a").text()).isEqualTo("200 REPLACED SCHEDULED 2");
    }
  }

  private Door.Called schedule(Door door, String id) {
    var job = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}".formatted(target);
    return door.call("PUT", Door.job(id) + "?wait=true", job);
  }
}

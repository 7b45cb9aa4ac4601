package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.e2e.Door.Called;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of gateways that share partitions of the topic of replies: each gets its own answers. */
@KafkaTest
@Timeout(120)
class SharedRepliesTest {
  private static final int PARTITIONS = 2;
  private static final int DOORS = 4;
  private static final int CALLS = 200;

  @TempDir Path state;

  @Test
  void eachGatewayGetsItsOwnAnswersThoughOneStops(KafkaCluster cluster) {
    try (var delaygate = new Installation(cluster, state)) {
      // Given
      var replies = Map.of("replies.topic", delaygate.target("few-replies", PARTITIONS));
      var stopped = new Caller(delaygate, "stopped", replies, "3000");
      var others = new ArrayList<Caller>();
      for (var i = 1; i < DOORS; i++) {
        others.add(new Caller(delaygate, "other-" + i, replies, "15000"));
      }
      var target = delaygate.target("orders", 1);
      stopped.callAll(target);
      awaitCommands(delaygate);

      // When
      stopped.door.close();
      delaygate.startScheduler("one", replies);
      others.forEach(other -> other.callAll(target));

      // Then
      assertThat(stopped.answers())
          .allMatch(called -> called.text().equals("503 NO_ANSWER"))
          .allMatch(called -> !called.header("Retry-After").isEmpty());
      for (var other : others) {
        var answers = other.answers();
        assertThat(answers)
            .as(other.name)
            .allMatch(c -> c.text().equals("201 SCHEDULED SCHEDULED 1"));
        assertThat(answers)
            .extracting(called -> called.json().at("/job/id").asText())
            .as("its own jobs, in the order of its calls")
            .containsExactlyElementsOf(other.ids());
      }
      assertSkipped(delaygate, replies.get("replies.topic"), others);
      others.forEach(other -> other.door.close());
    }
  }

  private static void awaitCommands(Installation delaygate) {
    try (var reader = delaygate.read(delaygate.names().requests())) {
      reader.await(CALLS);
    }
  }

  /** Asserts that the sharing gateways skipped the answers to the stopped one. */
  private static void assertSkipped(Installation delaygate, String replies, List<Caller> others) {
    var perPartition = new HashMap<Integer, Integer>();
    try (var reader = delaygate.read(replies)) {
      reader.await(DOORS * CALLS);
      reader.toTheEnd().forEach(record -> perPartition.merge(record.partition(), 1, Integer::sum));
      assertThat(reader.toTheEnd())
          .extracting(record -> Reader.header(record, "delay-correlation-id"))
          .doesNotHaveDuplicates()
          .hasSize(DOORS * CALLS);
    }
    for (var other : others) {
      ContractBench.await()
          .untilAsserted(
              () ->
                  assertThat(CALLS + other.skipped("foreign"))
                      .as("%s: its own and others' answers in its partition", other.name)
                      .isIn(perPartition.values().stream().map(Long::valueOf).toList()));
      assertThat(other.skipped("late") + other.skipped("unreadable")).as(other.name).isZero();
    }
  }

  /** A gateway with callers that wait for the outcomes of their schedules. */
  private static final class Caller {
    private final String name;
    private final Door door;
    private final List<CompletableFuture<Called>> calls = new ArrayList<>();

    Caller(Installation delaygate, String name, Map<String, String> replies, String timeoutMs) {
      this.name = name;
      var settings = new HashMap<>(replies);
      settings.put("outcome.timeout.ms", timeoutMs);
      door = new Door(delaygate, settings);
    }

    List<String> ids() {
      return IntStream.range(0, CALLS).mapToObj(i -> name + "/" + i).toList();
    }

    /** Makes all calls without waiting for answers. */
    void callAll(String target) {
      var body = "{\"target\": {\"topic\": \"%s\"}, \"delay\": \"1h\"}".formatted(target);
      ids().forEach(id -> calls.add(door.callLater("PUT", Door.job(id) + "?wait=true", body)));
    }

    List<Called> answers() {
      return calls.stream().map(CompletableFuture::join).toList();
    }

    long skipped(String reason) {
      return door.metric("delaygate_gateway_replies_skipped_total{reason=\"" + reason + "\",}");
    }
  }
}

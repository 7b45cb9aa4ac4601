package io.delaygate.harness.e2e;

import static io.delaygate.harness.e2e.QueueCalls.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No job and no attempt is lost by callers who leave, however often. */
@KafkaTest
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CutOffTest {
  /** A hundred times as often as a share group delivers a record. */
  private static final int CUTS = 1_000;

  private static final int AT_A_TIME = 4;

  private static final int PATIENCE_MS = 40;

  /** What a share group is set up with. */
  private static final int DELIVERIES = 10;

  private final Installation delaygate;
  private final KafkaCluster cluster;
  private final Door door;
  private final QueueCalls cut;
  private final QueueCalls archived;

  CutOffTest(KafkaCluster cluster, @TempDir Path state) {
    this.cluster = cluster;
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    // offers a job again soon, where the default is five minutes
    var schedulers = delaygate.startSchedulers(Map.of("reserve.wait.ms", "1000"));
    door = new Door(delaygate, 2, Map.of("scheduler.urls", Service.urls(schedulers)));
    cut = new QueueCalls(door, "cut");
    archived = new QueueCalls(door, "archived");
  }

  @BeforeAll
  void publish() {
    for (var queue : List.of(cut, archived)) {
      var body = "{\"id\": \"%s\", \"ack\": {\"maxAttempts\": 1}}".formatted(queue.name());
      queue.publishReady(body);
    }
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void oneJobOutlivesAThousandLongPollsThatAreCutOff() {
    // Given
    var random = new Random(1);
    for (var round = 0; round < CUTS / AT_A_TIME; round++) {
      var patience =
          IntStream.range(0, AT_A_TIME).mapToObj(i -> 1 + random.nextInt(PATIENCE_MS)).toList();

      // When
      patience.parallelStream().forEach(this::waitAndLeave);
    }

    // Then
    assertHandedOutAsFirstAttempt(cut);
  }

  @Test
  void aJobOutlivesTheRecordThatIsGivenToNobodyAnyMore() {
    // Given: a gateway has set up the share group, and has handed out nothing
    var topic = delaygate.names().queue("default", archived.name()).orElseThrow();
    archived.post("/pause", "");
    Awaitility.await().until(this::isPausedAtBoth);
    assertThat(archived.reserve("{\"waitMs\": 10}")).isEmpty();
    archived.post("/resume", "");

    // When
    var seen = 0;
    try (var consumer =
        new KafkaShareConsumer<byte[], byte[]>(
            Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "group.id",
                topic,
                "share.acknowledgement.mode",
                "explicit"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (seen < DELIVERIES) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          consumer.acknowledge(record, AcknowledgeType.RELEASE);
          seen++;
        }
      }
    }

    // Then
    assertHandedOutAsFirstAttempt(archived);
  }

  /** They take turns. */
  private boolean isPausedAtBoth() {
    return Stream.of(1, 2)
        .allMatch(turn -> archived.get("/stats").json().path("paused").asBoolean());
  }

  private static void assertHandedOutAsFirstAttempt(QueueCalls queue) {
    var jobs = queue.reserve("{\"wait\": \"90s\"}");
    assertThat(jobs).as(() -> attempts(queue)).isNotEmpty();
    var job = jobs.get(0);
    assertThat(job.get("id").asText()).isEqualTo(queue.name());
    assertThat(job.get("attempt").intValue()).isEqualTo(1);
    assertThat(queue.post("/finish?wait=true", claim(job)).text()).startsWith("200 DONE");
  }

  private static String attempts(QueueCalls queue) {
    var path = Door.job(queue.name()) + "/attempts";
    return queue.door().call("GET", path, null).response().body();
  }

  /** An answer that is on its way already is the caller's: he gives the job back himself. */
  private void waitAndLeave(int patienceMs) {
    try (var socket = cut.reserveBySocket()) {
      socket.setSoLinger(true, 0); // as the kernel closes for who is killed
      socket.setSoTimeout(patienceMs);
      var begun = socket.getInputStream().read();
      if (begun >= 0) {
        giveBack(socket);
      }
    } catch (SocketTimeoutException patient) {
      // cut off
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void giveBack(Socket socket) throws IOException {
    socket.setSoTimeout(10_000);
    var answer = new StringBuilder();
    var in = socket.getInputStream();
    while (answer.indexOf("]}") < 0) {
      answer.append((char) in.read());
    }
    var lease = answer.toString().replaceAll("(?s).*\"lease\":\"([^\"]+)\".*", "$1");
    var claim = "{\"id\": \"cut\", \"lease\": \"%s\", \"unused\": true}".formatted(lease);
    assertThat(cut.post("/release", claim).text()).startsWith("200 RELEASED");
  }
}

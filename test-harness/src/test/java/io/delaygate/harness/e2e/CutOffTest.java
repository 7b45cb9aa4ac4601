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
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of callers that disconnect during long polls: no job and no attempt is lost. */
@KafkaTest
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CutOffTest {
  private static final int CUTS = 1_000;

  private static final int AT_A_TIME = 4;

  private static final int PATIENCE_MS = 40;

  private final Installation delaygate;
  private final Door door;
  private final QueueCalls cut;

  CutOffTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var schedulers = delaygate.startSchedulers(Map.of());
    door = new Door(delaygate, 2, Map.of("scheduler.urls", Service.urls(schedulers)));
    cut = new QueueCalls(door, "cut");
  }

  @BeforeAll
  void publish() {
    cut.publishReady("{\"id\": \"%s\", \"ack\": {\"maxAttempts\": 1}}".formatted(cut.name()));
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

  /**
   * Polls and disconnects; if an answer has begun, it gives the job back, as the caller owns it.
   */
  private void waitAndLeave(int patienceMs) {
    try (var socket = cut.reserveBySocket()) {
      socket.setSoLinger(true, 0); // closes with a reset, as the kernel does for a killed process
      socket.setSoTimeout(patienceMs);
      var begun = socket.getInputStream().read();
      if (begun >= 0) {
        giveBack(socket);
      }
    } catch (SocketTimeoutException patient) {
      // expected: the caller disconnects now
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

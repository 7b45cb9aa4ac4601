package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
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
@EndToEnd
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

  CutOffTest(KafkaCluster cluster, @TempDir Path state) {
    this.cluster = cluster;
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    // offers a job again soon, where the default is five minutes
    var schedulers = delaygate.startSchedulers(Map.of("reserve.wait.ms", "1000"));
    door = new Door(delaygate, 2, Map.of("scheduler.urls", Service.urls(schedulers)));
  }

  @BeforeAll
  void publish() {
    for (var name : List.of("cut", "archived")) {
      var body = "{\"id\": \"%s\", \"ack\": {\"maxAttempts\": 1}}".formatted(name);
      assertThat(door.call("POST", "/v1/queues/" + name + "/jobs", body).status()).isEqualTo(201);
      Awaitility.await().until(() -> state(name).equals("READY"));
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
    assertHandedOutAsFirstAttempt("cut");
  }

  @Test
  void aJobOutlivesTheRecordThatIsGivenToNobodyAnyMore() {
    // Given
    var topic = delaygate.names().queue("default", "archived").orElseThrow();
    assertThat(reserve("archived", "{\"waitMs\": 10, \"count\": 1}")).isNotNull();

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
    assertHandedOutAsFirstAttempt("archived");
  }

  private void assertHandedOutAsFirstAttempt(String name) {
    var jobs = reserve(name, "{\"wait\": \"90s\"}");
    assertThat(jobs).as(told(name)).isNotEmpty();
    var job = jobs.get(0);
    assertThat(job.get("id").asText()).isEqualTo(name);
    assertThat(job.get("attempt").intValue()).isEqualTo(1);
    var claim = "{\"id\": \"%s\", \"lease\": %s}".formatted(name, job.get("lease"));
    var done = door.call("POST", "/v1/queues/" + name + "/finish?wait=true", claim);
    assertThat(done.text()).startsWith("200 DONE");
  }

  private String told(String id) {
    return door.call("GET", Door.job(id) + "/attempts", null).response().body();
  }

  private JsonNode reserve(String name, String body) {
    return door.call("POST", "/v1/queues/" + name + "/reserve", body).json().get("jobs");
  }

  private String state(String id) {
    return door.call("GET", Door.job(id), null).json().path("state").asText();
  }

  /** An answer that is on its way already is the caller's: he gives the job back himself. */
  private void waitAndLeave(int patienceMs) {
    var url = URI.create(door.url());
    try (var socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort())) {
      var body = "{\"wait\": \"60s\"}";
      var call =
          "POST /v1/queues/cut/reserve HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: %d\r\n\r\n%s".formatted(body.length(), body);
      socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
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
    var released = door.call("POST", "/v1/queues/cut/release", claim);
    assertThat(released.text()).startsWith("200 RELEASED");
  }
}

package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests that whoever changed jobs is found afterwards: in events, timelines and the audit log. */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WhoDidItTest {
  private static final String NAMESPACES = "/v1/admin/namespaces";
  private static final String SECRET = "the-secret-of-gateways-and-schedulers";
  private static final int JOBS = 200;

  private final Installation delaygate;
  private final Door door;
  private final EventLog events;
  private final String target;
  private final String worker;
  private final Logger audit = (Logger) LoggerFactory.getLogger("delaygate.audit");
  private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
  private final ListAppender<ILoggingEvent> appender =
      new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent line) {
          lines.add(line);
        }
      };

  WhoDidItTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    target = delaygate.target("orders", 1);
    var schedulers = delaygate.startSchedulers(Map.of("query.secret", SECRET, "events", "all"));
    var tokens =
        Files.writeString(
            folder.resolve("tokens"), line("root", "admin") + line("night-shift", "write"));
    var keys =
        Files.writeString(
            folder.resolve("endpoint.keys"), Base64.getEncoder().encodeToString(new byte[32]));
    var settings = new HashMap<String, String>();
    settings.put("scheduler.urls", Service.urls(schedulers));
    settings.put("query.secret", SECRET);
    settings.put("auth.tokens.file", tokens.toString());
    settings.put("endpoints.key.file", keys.toString());
    settings.put("endpoints.http.loopback", "true");
    door = new Door(delaygate, settings);
    events = new EventLog(delaygate);
    assertThat(call("root", "PUT", NAMESPACES + "/shop", "{}").status()).isEqualTo(201);
    worker =
        call(
                "root",
                "POST",
                NAMESPACES + "/shop/tokens",
                "{\"name\":\"worker\",\"role\":\"write\"}")
            .json()
            .path("token")
            .asText();
    ContractBench.await().until(() -> call(worker, "GET", "/v1/jobs/x", null).status() == 404);
  }

  private static String line(String name, String role) throws NoSuchAlgorithmException {
    var hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
    return name + " " + role + " " + HexFormat.of().formatHex(hash) + "\n";
  }

  @BeforeEach
  void listen() {
    lines.clear();
    audit.setLevel(Level.INFO);
    appender.start();
    audit.addAppender(appender);
  }

  @AfterEach
  void stopListening() {
    audit.detachAppender(appender);
  }

  @AfterAll
  void stop() {
    events.close();
    door.close();
    delaygate.close();
  }

  @Test
  void whoeverCancelledManyJobsIsFound() {
    // Given
    var items =
        IntStream.range(0, JOBS)
            .mapToObj(
                i ->
                    "{\"id\":\"many-%d\",\"target\":{\"topic\":\"%s\"},\"delay\":\"1h\"}"
                        .formatted(i, target))
            .collect(Collectors.joining(","));
    assertThat(call("root", "POST", "/v1/jobs/batch", "[" + items + "]").status()).isEqualTo(200);
    events.of("many-" + (JOBS - 1), 1);
    ContractBench.await().until(() -> pending() == JOBS);

    // When
    var filter = "{\"filter\":{\"topic\":\"%s\",\"idPrefix\":\"many-\"}}".formatted(target);
    var done = call("night-shift", "POST", "/v1/jobs/cancel", filter);

    // Then
    assertThat(done.json().path("cancelled").asInt()).isEqualTo(JOBS);
    assertThat(timeline("night-shift", "many-7"))
        .containsExactly("SCHEDULED root", "CANCELLED night-shift");
    assertThat(call("root", "GET", "/v1/jobs/many-7", null).json().path("endedBy").asText())
        .isEqualTo("night-shift");
    var cancelled =
        ContractBench.await().until(() -> actorsOf("CANCELLED"), found -> found.size() >= JOBS);
    assertThat(cancelled).hasSize(JOBS).containsOnly("night-shift");
    var line = lines("Call changed many jobs", 1).get(0);
    assertThat(line)
        .containsEntry("actor", "night-shift")
        .containsEntry("namespace", "default")
        .containsEntry("change", "cancel")
        .containsEntry("filter", "topic=" + target + " idPrefix=many-");
    assertThat(line.get("counts")).contains("cancelled=" + JOBS, "done=true");
  }

  private int pending() {
    var path = "/v1/jobs?limit=1000&idPrefix=many-";
    return call("root", "GET", path, null).json().path("jobs").size();
  }

  @Test
  void aSenderOfRecordsCannotPassForACallerOfTheGateway() {
    // Given
    call("root", "PUT", "/v1/jobs/forged?wait=true", job("1h"));

    // When
    delaygate
        .client()
        .send("forged", null, "delay-op", "cancel", "delay-job-sent-by", "kf12oi80 - root");

    // Then
    ContractBench.await().until(() -> timeline("root", "forged").size() == 2);
    assertThat(timeline("root", "forged")).containsExactly("SCHEDULED root", "CANCELLED kafka");
  }

  @Test
  void aJobOfAQueueTellsWhoPublishedAndFinishedIt() {
    // Given
    var jobs = "/v1/queues/mails/jobs";
    var body = "{\"id\":\"mail\",\"delayMs\":0,\"value\":\"x\"}";
    assertThat(call(worker, "POST", jobs + "?wait=true", body).status()).isEqualTo(201);

    // When
    var reserved = call(worker, "POST", "/v1/queues/mails/reserve", "{\"wait\":\"10s\"}");
    var lease = reserved.json().at("/jobs/0/lease").asText();
    var finished =
        call(
            worker,
            "POST",
            "/v1/queues/mails/finish?wait=true",
            "{\"id\":\"mail\",\"lease\":\"%s\"}".formatted(lease));

    // Then
    assertThat(finished.status()).as(finished.toString()).isEqualTo(200);
    assertThat(timeline(worker, "mail"))
        .containsExactly(
            "SCHEDULED worker@shop", "DELIVERED scheduler", "RESERVED gateway", "DONE worker@shop");
  }

  @Test
  void aCallOfAnEndpointIsReportedByTheGatewaysWorker() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(204))) {
      // Given
      var made = call("root", "PUT", "/v1/endpoints/billing", "{\"url\":\"" + server.url() + "\"}");
      assertThat(made.status()).as(made.toString()).isIn(200, 201);

      // When
      var body = "{\"delayMs\":0,\"target\":{\"endpoint\":\"billing\"},\"value\":\"x\"}";
      assertThat(call("root", "PUT", "/v1/jobs/bill?wait=true", body).status()).isEqualTo(201);

      // Then
      Awaitility.await().until(() -> timeline("root", "bill").contains("DONE endpoint worker"));
      assertThat(timeline("root", "bill"))
          .containsExactly(
              "SCHEDULED root", "DELIVERED scheduler", "RESERVED gateway", "DONE endpoint worker");
    }
  }

  @Test
  void aPausedTopicTellsWhoPausedIt() {
    // When
    var path = "/v1/topics/" + target + "-paused/";
    var paused = call("root", "POST", path + "pause", "");
    var refused = call("night-shift", "POST", path + "pause", "");

    // Then
    assertThat(paused.json().path("pausedBy").asText()).isEqualTo("root");
    ContractBench.await()
        .until(
            () ->
                call("root", "GET", path + "control", null)
                    .json()
                    .path("pausedBy")
                    .asText()
                    .equals("root"));
    assertThat(refused.status()).isEqualTo(403);
    var decided = lines("Administrator decided", 2);
    assertThat(decided.get(0))
        .containsEntry("actor", "root")
        .containsEntry("route", "/v1/topics/{topic}/pause")
        .containsEntry("object", "topic=" + target + "-paused")
        .containsEntry("status", "200");
    assertThat(decided.get(1))
        .containsEntry("actor", "night-shift")
        .containsEntry("status", "403")
        .containsEntry("reason", "ROLE_INSUFFICIENT");
  }

  private String job(String delay) {
    return "{\"target\":{\"topic\":\"%s\"},\"delay\":\"%s\"}".formatted(target, delay);
  }

  private Door.Called call(String token, String method, String path, @Nullable String body) {
    return door.call(method, path, body, "Authorization", "Bearer " + token);
  }

  /** Changes as {@code EVENT actor}; empty while the job is not known. */
  private List<String> timeline(String token, String id) {
    var timeline = call(token, "GET", "/v1/jobs/" + id + "/timeline", null).json();
    return StreamSupport.stream(timeline.path("changes").spliterator(), false)
        .map(change -> change.path("event").asText() + " " + change.path("actor").asText("?"))
        .toList();
  }

  private List<String> actorsOf(String event) {
    return events.all().stream()
        .filter(record -> Reader.text(record.key()).startsWith("many-"))
        .filter(record -> json(record).path("event").asText().equals(event))
        .map(record -> new String(record.headers().lastHeader("delay-job-actor").value(), UTF_8))
        .toList();
  }

  private static JsonNode json(ConsumerRecord<byte[], byte[]> record) {
    return Answer.json(record.value());
  }

  private List<Map<String, String>> lines(String message, int count) {
    return ContractBench.await()
        .until(
            () ->
                lines.stream()
                    .filter(line -> line.getMessage().equals(message))
                    .map(WhoDidItTest::fields)
                    .toList(),
            found -> found.size() >= count);
  }

  private static Map<String, String> fields(ILoggingEvent line) {
    return line.getKeyValuePairs().stream()
        .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value)));
  }
}

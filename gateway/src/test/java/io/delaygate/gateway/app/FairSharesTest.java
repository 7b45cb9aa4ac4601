package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of shared resources: one namespace takes as much as it can, and the other is served. */
@Timeout(60)
class FairSharesTest {
  private static final String JOB = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}";

  /** Start of a batch's head; the end of the head and 40,000 bytes have to follow. */
  private static final String BATCH =
      """
      POST /v1/jobs/batch HTTP/1.1
      Host: localhost
      Content-Type: application/x-ndjson
      Content-Length: 40000
      """
          .replace("\n", "\r\n");

  private static final String CANCEL = "{\"ids\":[\"x\"]}";
  private static final String FULL = "the namespace has used up its share";
  private static final int BATCHES = 16;
  private static final int BULK_CHANGES = 4;
  private static final int LISTINGS = 102;
  private static final int READERS = 50;
  private static final int ANSWER_BYTES = 32 << 20;
  private static final int INFLIGHT_BYTES = 64 << 10;
  private static final int BODY_BYTES = 4 << 10;

  private final QueryServers servers = QueryServers.of(1);
  private final List<Socket> sockets = new ArrayList<>();
  private Path tokens;
  private TestGateway gateway;
  private String greedy;
  private String other;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    tokens = Files.writeString(folder.resolve("tokens"), "root admin " + TokenHasher.hex("root"));
    begin();
  }

  private void begin(String... more) {
    var settings = new ArrayList<>(List.of("auth.tokens.file", tokens.toString()));
    settings.addAll(List.of("scheduler.urls", servers.urls()));
    settings.addAll(List.of(more));
    gateway = TestGateway.start(settings.toArray(String[]::new));
    greedy = token("greedy");
    other = token("other");
  }

  @AfterEach
  void stop() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
    servers.instances.forEach(instance -> instance.stalled = null);
    gateway.close();
    servers.close();
  }

  @Test
  void batches() throws Exception {
    // Given: batches of which only the first job has arrived
    var head = BATCH + "Authorization: Bearer %s\r\n\r\n".formatted(greedy);
    for (var i = 0; i < BATCHES; i++) {
      open().getOutputStream().write((head + JOB + "\n").getBytes(US_ASCII));
    }
    Awaitility.await().until(() -> answered() == BATCHES / 2);

    // When
    var refused = send(greedy, "POST", "/v1/jobs/batch", "[" + JOB + "]");
    var served = send(other, "POST", "/v1/jobs/batch", "[" + JOB + "]");

    // Then
    assertThat(detail(refused)).isEqualTo("too many batches are in flight; " + FULL);
    assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
  }

  @Test
  void changesOfManyJobs() {
    // Given
    gateway.scheduler.isSilent();
    var before = gateway.publisher.records.size();
    var pending =
        IntStream.range(0, BULK_CHANGES)
            .mapToObj(i -> sendAsync(greedy, "POST", "/v1/jobs/cancel", CANCEL))
            .toList();
    Awaitility.await()
        .until(
            () ->
                gateway.publisher.records.size() == before + BULK_CHANGES / 2
                    && pending.stream().filter(CompletableFuture::isDone).count()
                        == BULK_CHANGES / 2);

    // When
    var refused = send(greedy, "POST", "/v1/queues/q/kick", "{\"count\":1}");
    gateway.scheduler.obeys();
    var served = send(other, "POST", "/v1/jobs/cancel", CANCEL);

    // Then
    assertThat(detail(refused)).contains("too many bulk calls are in flight", FULL);
    assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
  }

  @Test
  void listings() {
    // Given
    servers.add("@other/j-1", 1, "orders");
    servers.instances.get(0).stalled = "greedy";
    var stalled =
        IntStream.range(0, LISTINGS)
            .mapToObj(i -> sendAsync(greedy, "GET", "/v1/jobs", ""))
            .toList();
    Awaitility.await()
        .until(
            () -> stalled.stream().filter(CompletableFuture::isDone).count() >= LISTINGS / 2 - 1);

    // When
    var served = sendAsync(other, "GET", "/v1/jobs", "");
    servers.instances.get(0).stalled = null;

    // Then
    assertThat(served.join().statusCode()).as(served.join().body()).isEqualTo(200);
    assertThat(stalled.stream().map(CompletableFuture::join).filter(told -> isFull(told)).count())
        .isBetween(LISTINGS / 2L - 1, LISTINGS / 2L);
  }

  @Test
  void largeAnswers() throws Exception {
    // Given
    for (var namespace : List.of("greedy", "other")) {
      var id = "@" + namespace + "/large";
      servers.add(id, 1, "orders");
      var value = Base64.getEncoder().encodeToString("v".repeat(1 << 20).getBytes(US_ASCII));
      var payload = QueryServers.JSON.createObjectNode().put("value", value).putNull("key");
      payload.putArray("headers");
      servers.payloads.put(id, payload);
    }
    var call = "GET /v1/jobs/large HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n";
    for (var i = 0; i < READERS; i++) {
      open().getOutputStream().write(call.formatted(greedy).getBytes(US_ASCII));
    }
    Awaitility.await().until(() -> answered() == READERS);

    // When
    var served = send(other, "GET", "/v1/jobs/large", "");

    // Then
    assertThat(served.statusCode()).isEqualTo(200);
    assertThat(answerBytes()).isBetween(1e6, ANSWER_BYTES / 2.0);
  }

  @Test
  void callsThatWait() {
    // Given
    gateway.close();
    begin("http.max.connections", "60");
    var waiting =
        IntStream.range(0, 60)
            .mapToObj(i -> sendAsync(greedy, "POST", "/v1/queues/q/reserve", "{\"wait\":\"50s\"}"))
            .toList();
    Awaitility.await()
        .until(() -> waiting.stream().filter(CompletableFuture::isDone).count() >= 30);

    // When
    var refused = send(greedy, "POST", "/v1/queues/q/reserve", "{}");
    var served = send(other, "POST", "/v1/queues/q/reserve", "{}");

    // Then
    assertThat(detail(refused)).isEqualTo("too many calls wait for their answers; " + FULL);
    assertThat(served.statusCode()).as(served.body()).isEqualTo(200);
  }

  @Test
  void memoryOfCalls() {
    // Given
    gateway.close();
    begin(
        "publish.max.inflight.bytes",
        Integer.toString(INFLIGHT_BYTES),
        "http.max.body.bytes",
        Integer.toString(BODY_BYTES));
    gateway.publisher.holds = true;
    var pending =
        IntStream.range(0, INFLIGHT_BYTES / 1024)
            .mapToObj(i -> sendAsync(greedy, "POST", "/v1/jobs", JOB))
            .toList();
    Awaitility.await()
        .until(() -> pending.stream().filter(CompletableFuture::isDone).count() >= 30);

    // When
    var refused = send(greedy, "POST", "/v1/jobs", JOB);
    gateway.publisher.holds = false;
    var value = ",\"value\":\"" + "v".repeat(BODY_BYTES - 100) + "\"}";
    var served = send(other, "POST", "/v1/jobs", JOB.substring(0, JOB.length() - 1) + value);

    // Then
    assertThat(detail(refused)).contains("nothing was stored", FULL);
    assertThat(served.statusCode()).as(served.body()).isEqualTo(201);
  }

  /** Without namespaces, one caller may use the whole capacity. */
  @Test
  void withoutNamespacesThereAreNoShares() throws Exception {
    try (var alone = TestGateway.start()) {
      for (var i = 0; i < BATCHES; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), alone.gateway.port());
        sockets.add(socket);
        socket.getOutputStream().write((BATCH + "\r\n" + JOB + "\n").getBytes(US_ASCII));
      }
      Awaitility.await().until(() -> alone.publisher.records.size() == BATCHES);

      var refused = alone.send("POST", "/v1/jobs/batch", "[" + JOB + "]");

      assertThat(detail(refused)).isEqualTo("too many batches are in flight");
    }
  }

  private static boolean isFull(HttpResponse<String> told) {
    return told.statusCode() == 503 && detail(told).contains(FULL);
  }

  private static String detail(HttpResponse<String> refused) {
    var problem = assertProblem(refused, 503, ReasonCode.OVERLOADED);
    return problem.get("detail").textValue();
  }

  /** Number of connections on which an answer has arrived. */
  private long answered() throws IOException {
    var count = 0L;
    for (var socket : sockets) {
      count += socket.getInputStream().available() > 0 ? 1 : 0;
    }
    return count;
  }

  private double answerBytes() {
    return send("root", "GET", "/metrics", "")
        .body()
        .lines()
        .filter(line -> line.startsWith("delaygate_gateway_answer_bytes "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  private Socket open() throws IOException {
    var socket = new Socket();
    sockets.add(socket);
    socket.setReceiveBufferSize(1024);
    socket.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.gateway.port()), 20_000);
    return socket;
  }

  private String token(String namespace) {
    var path = "/v1/admin/namespaces/" + namespace;
    assertThat(send("root", "PUT", path, "{}").statusCode()).isEqualTo(201);
    var made = send("root", "POST", path + "/tokens", "{\"name\":\"t\",\"role\":\"write\"}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return TestGateway.json(made).get("token").textValue();
  }

  private HttpResponse<String> send(String token, String method, String path, String body) {
    return gateway.send(request(token, method, path, body));
  }

  private CompletableFuture<HttpResponse<String>> sendAsync(
      String token, String method, String path, String body) {
    return gateway.sendAsync(request(token, method, path, body));
  }

  private HttpRequest.Builder request(String token, String method, String path, String body) {
    return gateway
        .request(path)
        .header("Authorization", "Bearer " + token)
        .method(method, BodyPublishers.ofString(body));
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of long calls whose token is revoked: they store and return nothing more. */
class RevokedTokenTest {
  private static final String SHOP = "/v1/admin/namespaces/shop";
  private static final String TOKENS = SHOP + "/tokens";

  private TestGateway gateway;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("tokens"), "root admin " + TokenHasher.hex("root"));
    gateway = TestGateway.start("auth.tokens.file", file.toString());
    admin("PUT", SHOP, "{}");
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void whoWaitsForJobsWhileTheTokenIsRevokedIsHandedNone() {
    // Given
    var made = token();
    var reserve =
        gateway
            .request("/v1/queues/mails/reserve")
            .header("Authorization", "Bearer " + made.get("token").textValue())
            .POST(BodyPublishers.ofString("{\"wait\":\"5m\"}"));
    var waiting = gateway.sendAsync(reserve);
    Awaitility.await()
        .until(
            () ->
                admin("GET", "/metrics", null)
                    .body()
                    .contains("delaygate_gateway_queue_waiting_callers 1.0"));

    // When
    admin("DELETE", TOKENS + "/" + made.get("id").textValue(), null);
    gateway.gateway.close(); // a stop answers waiting calls

    // Then
    assertProblem(waiting.join(), 401, ReasonCode.TOKEN_INVALID);
  }

  @Test
  void aBatchStoresNoMoreWhenItsTokenIsRevoked() throws Exception {
    // Given
    var made = token();
    var job = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"}\n";
    var head =
        "POST /v1/jobs/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            + "Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(made.get("token").textValue(), 40_000);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), gateway.gateway.port())) {
      var out = socket.getOutputStream();
      out.write((head + job).getBytes(US_ASCII));
      Awaitility.await()
          .until(
              () ->
                  gateway.publisher.records.stream()
                      .anyMatch(record -> record.topic().endsWith("delay-requests")));

      // When
      admin("DELETE", TOKENS + "/" + made.get("id").textValue(), null);
      out.write((job + "\n".repeat(40_000 - 2 * job.length())).getBytes(US_ASCII));

      // Then
      var answer = RawHttp.read(socket.getInputStream());
      assertThat(answer.status()).isEqualTo(200);
      var json = TestGateway.json(answer.body());
      assertThat(json.get("scheduled").intValue()).isOne();
      assertThat(json.at("/error/reason").textValue()).isEqualTo("TOKEN_INVALID");
    }
  }

  @Test
  void aRequestWhoseTokenIsRevokedGetsNoResult() {
    // Given
    var made = token();
    var request =
        gateway
            .request("/v1/queues/mails/request")
            .header("Authorization", "Bearer " + made.get("token").textValue())
            .POST(BodyPublishers.ofString("{\"value\":\"x\",\"wait\":\"5m\"}"));
    var before = gateway.publisher.records.size();
    var waiting = gateway.sendAsync(request);
    Awaitility.await().until(() -> gateway.publisher.records.size() > before);

    // When
    admin("DELETE", TOKENS + "/" + made.get("id").textValue(), null);
    gateway.gateway.close(); // a stop answers waiting calls

    // Then
    assertProblem(waiting.join(), 401, ReasonCode.TOKEN_INVALID);
  }

  private JsonNode token() {
    var made = admin("POST", TOKENS, "{\"name\":\"somebody\",\"role\":\"write\"}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return TestGateway.json(made);
  }

  private HttpResponse<String> admin(String method, String path, @Nullable String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Authorization", "Bearer root")
            .method(method, BodyPublishers.ofString(body == null ? "" : body)));
  }
}

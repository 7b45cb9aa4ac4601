package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.access.Role;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.settings.SettingsException;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of tokens on every route of the OpenAPI document: each needs its documented role. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessHttpTest {
  private final QueryServers servers = QueryServers.of(1);
  private TestGateway gateway;
  private ApiDocument document;
  private Path file;

  @BeforeAll
  void open(@TempDir Path folder) throws Exception {
    file = folder.resolve("tokens");
    write(line("read-token", "read"), line("write-token", "write"), line("admin-token", "admin"));
    gateway =
        TestGateway.start(
            "auth.tokens.file",
            file.toString(),
            "scheduler.urls",
            servers.urls(),
            "outcome.timeout.ms",
            "100");
    document = ApiDocument.of(gateway);
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  List<String> operations() {
    return List.copyOf(document.operations());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void asksForTheRoleThatIsDocumented(String operation) {
    var needed = document.role(operation);
    if (needed == null) {
      assertThat(call(operation, null).statusCode()).isNotIn(401, 403);
      return;
    }
    assertRefused(operation, call(operation, null), 401, ReasonCode.TOKEN_MISSING);
    assertRefused(operation, call(operation, "unknown"), 401, ReasonCode.TOKEN_INVALID);
    for (var role : List.of(Role.READ, Role.WRITE, Role.ADMIN)) {
      var answer = call(operation, role.text() + "-token");
      if (role.compareTo(Role.valueOf(needed.toUpperCase(Locale.ROOT))) < 0) {
        assertRefused(operation, answer, 403, ReasonCode.ROLE_INSUFFICIENT);
      } else {
        assertThat(answer.statusCode()).as(answer.body()).isNotIn(401, 403);
      }
    }
  }

  @Test
  void onlyProbesTheDocumentAndThePageAreOpen() {
    assertThat(operations().stream().filter(operation -> document.role(operation) == null))
        .containsExactlyInAnyOrder(
            "GET /healthz",
            "HEAD /healthz",
            "GET /readyz",
            "HEAD /readyz",
            "GET /openapi.json",
            "HEAD /openapi.json",
            "GET /",
            "HEAD /",
            "GET /console",
            "HEAD /console",
            "GET /console/",
            "HEAD /console/",
            "GET /console/{file}",
            "HEAD /console/{file}");
  }

  @Test
  void saysHowToAsk() {
    assertThat(challenge(call("GET /v1/stats", null))).isEqualTo("Bearer");
    assertThat(challenge(call("GET /v1/stats", "x"))).isEqualTo("Bearer error=\"invalid_token\"");
    assertThat(challenge(call("DELETE /v1/jobs/{id}", "read-token")))
        .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"write\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read-token",
        "Basic read-token",
        "Bearer",
        "Bearer ",
        "Bearer read token",
        "Bearer read-token, Bearer x"
      })
  void whatIsNoBearerTokenIsRefused(String header) {
    var request = gateway.request("/v1/control").header("Authorization", header);

    ProblemAssert.assertProblem(gateway.send(request), 401, ReasonCode.TOKEN_INVALID);
  }

  @Test
  void aTokenMayBeAsLongAsItsBound() throws Exception {
    var longest = "t".repeat(512);
    write(line("admin-token", "admin"), line(longest, "read"), line(longest + "t", "read"));

    Awaitility.await().until(() -> call("GET /v1/control", longest).statusCode() == 200);
    assertThat(call("GET /v1/control", longest + "t").statusCode()).isEqualTo(401);
    restore();
  }

  @Test
  void aRevokedTokenIsRefusedAndANewOneLetIn() throws Exception {
    // When
    write(line("admin-token", "admin"), line("new-token", "read"));

    // Then
    Awaitility.await().until(() -> call("GET /v1/control", "new-token").statusCode() == 200);
    assertThat(call("GET /v1/control", "read-token").statusCode()).isEqualTo(401);
    assertThat(call("GET /v1/control", "admin-token").statusCode()).isEqualTo(200);
    restore();
  }

  @Test
  void withoutItsFileItDoesNotStart(@TempDir Path folder) throws IOException {
    var missing = folder.resolve("missing");
    var faulty = Files.writeString(folder.resolve("faulty"), "alice write secret");

    assertThatThrownBy(() -> TestGateway.start("auth.tokens.file", missing.toString()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(missing.toString());
    assertThatThrownBy(() -> TestGateway.start("auth.tokens.file", faulty.toString()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("line 1")
        .hasMessageNotContaining("secret");
  }

  private void restore() throws Exception {
    write(line("read-token", "read"), line("write-token", "write"), line("admin-token", "admin"));
    Awaitility.await().until(() -> call("GET /v1/control", "read-token").statusCode() == 200);
  }

  private void assertRefused(
      String operation, HttpResponse<String> answer, int status, ReasonCode reason) {
    if (operation.startsWith("HEAD")) {
      assertThat(answer.statusCode()).as(operation).isEqualTo(status);
    } else {
      ProblemAssert.assertProblem(answer, status, reason);
      document.assertDescribes(operation, answer);
    }
    assertThat(challenge(answer)).startsWith("Bearer");
  }

  private HttpResponse<String> call(String operation, @Nullable String token) {
    var parts = operation.split(" ", 2);
    var path =
        parts[1]
            .replace("{id}", "x")
            .replace("{operation}", "0123456789abcdef")
            .replace("{queue}", "mails")
            .replace("{endpoint}", "billing")
            .replace("{topic}", "orders")
            .replace("{namespace}", "nowhere")
            .replace("{token}", "0123456789abcdef")
            .replace("{file}", "app.js");
    var takesBody = Set.of("POST", "PUT", "PATCH").contains(parts[0]);
    var text = path.endsWith("/request") ? "{\"waitMs\":1}" : "{}"; // no worker answers the request
    var body = takesBody ? BodyPublishers.ofString(text) : BodyPublishers.noBody();
    var request = gateway.request(path).method(parts[0], body);
    return gateway.send(
        token == null ? request : request.header("Authorization", "Bearer " + token));
  }

  private static String challenge(HttpResponse<String> answer) {
    return answer.headers().firstValue("WWW-Authenticate").orElse("");
  }

  private void write(String... lines) throws IOException {
    Files.writeString(file, String.join("\n", lines));
  }

  private static String line(String token, String role) throws Exception {
    var hash =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
    return role + " " + role + " " + HexFormat.of().formatHex(hash);
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.ALL;
import static io.delaygate.gateway.app.EndpointGateway.BILLING;
import static io.delaygate.gateway.app.EndpointGateway.MINIMAL;
import static io.delaygate.gateway.app.EndpointGateway.URL;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.settings.SettingsException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the secrets of endpoints: shown once, sealed, kept and replaced. */
class EndpointSecretsHttpTest {
  private static final String SECRET = "Bearer s3cret-of-shop";

  private static final String WITH_SECRET =
      "{\"url\":\"%s\",\"secretHeaders\":{\"authorization\":\"%s\"}}".formatted(URL, SECRET);

  private EndpointGateway calls;

  @BeforeEach
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
  }

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void theSigningSecretIsShownOnceAndReplacedOnRequest() {
    // Given
    var made =
        TestGateway.json(calls.admin("PUT", BILLING, MINIMAL)).path("signingSecret").asText();
    assertThat(Base64.getDecoder().decode(made.substring("whsec_".length()))).hasSize(32);

    // When
    var again = calls.admin("PUT", BILLING, MINIMAL);
    var rotated = calls.admin("POST", BILLING + "/rotate-secret", null);

    // Then
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(TestGateway.json(again).has("signingSecret")).isFalse();
    calls.document.assertDescribes("POST /v1/endpoints/{endpoint}/rotate-secret", rotated);
    assertThat(TestGateway.json(rotated).path("signingSecret").asText())
        .startsWith("whsec_")
        .isNotEqualTo(made);
    assertThat(TestGateway.json(rotated).path("formerSecretUntil").asText())
        .isEqualTo("2026-01-02T00:00:00Z");
    assertThat(calls.admin("GET", BILLING, null).body()).doesNotContain("whsec_");
  }

  @Test
  void secretsAreNowhereToBeRead() {
    // Given
    var log = new ByteArrayOutputStream();
    var out = System.out;
    System.setOut(new PrintStream(log, true, UTF_8));
    var made =
        TestGateway.json(calls.admin("PUT", BILLING, WITH_SECRET)).path("signingSecret").asText();

    // When
    var answers =
        calls.admin("GET", BILLING, null).body()
            + calls.admin("GET", ALL, null).body()
            + calls.admin("GET", "/v1/control", null).body()
            + calls.admin("POST", BILLING + "/pause", null).body()
            + calls.admin("DELETE", BILLING, null).body();
    System.setOut(out);

    // Then
    var records =
        calls.gateway.publisher.records.stream()
            .map(record -> new String(record.key(), UTF_8) + headers(record))
            .collect(Collectors.joining());
    var secret = made.substring("whsec_".length());
    assertThat(answers + records + log.toString(UTF_8)).doesNotContain("s3cret", secret);
    assertThat(records)
        .contains("sealed=")
        .doesNotContain(base64(SECRET), base64(secret), base64(made));
  }

  @Test
  void secretHeadersStayUntilTheyAreReplacedOrRemoved() {
    // Given
    calls.admin("PUT", BILLING, WITH_SECRET);

    // Then
    assertThat(secretHeaders(calls.admin("PUT", BILLING, MINIMAL)))
        .isEqualTo("{\"authorization\":true}");
    var one = "{\"url\":\"%s/v2\",\"secretHeaders\":{\"Authorization\":true,\"x-key\":\"k\"}}";
    assertThat(secretHeaders(calls.admin("PUT", BILLING, one.formatted(URL))))
        .isEqualTo("{\"Authorization\":true,\"x-key\":true}");
    var none = "{\"url\":\"%s\",\"secretHeaders\":{}}".formatted(URL);
    assertThat(secretHeaders(calls.admin("PUT", BILLING, none))).isEqualTo("{}");
    var unknown = "{\"url\":\"%s\",\"secretHeaders\":{\"x-key\":true}}".formatted(URL);
    assertProblem(
        calls.admin("PUT", BILLING, unknown), 400, ReasonCode.FIELD_INVALID, "secretHeaders.x-key");
    assertProblem(
        calls.admin("PUT", ALL + "/other", unknown),
        400,
        ReasonCode.FIELD_INVALID,
        "secretHeaders.x-key");
  }

  @Test
  void aSecretHeaderDoesNotGoToAnotherHost() {
    // Given
    calls.admin("PUT", BILLING, WITH_SECRET);
    var made = calls.gateway.publisher.records.size();

    // When
    var moved = "{\"url\":\"https://evil.example/hooks\"}";
    var kept = "{\"url\":\"https://evil.example/\",\"secretHeaders\":{\"authorization\":true}}";
    var again = "{\"url\":\"https://evil.example/\",\"secretHeaders\":{}}";

    // Then
    assertProblem(
        calls.admin("PUT", BILLING, moved), 400, ReasonCode.FIELD_INVALID, "secretHeaders");
    assertProblem(
        calls.admin("PUT", BILLING, kept), 400, ReasonCode.FIELD_INVALID, "secretHeaders");
    assertThat(calls.gateway.publisher.records).hasSize(made);
    assertThat(calls.admin("PUT", BILLING, again).statusCode()).isEqualTo(200);
  }

  @Test
  void anEndpointWhoseSecretsDoNotOpenSaysSoAndCanBeMadeAgain(@TempDir Path folder)
      throws Exception {
    // Given
    calls.admin("PUT", BILLING, WITH_SECRET);
    var other = Files.writeString(folder.resolve("other"), EndpointGateway.key(2));
    calls.gateway.topics.awaitDecided();
    try (var next =
        TestGateway.reading(calls.gateway.topics, "endpoints.key.file", other.toString())) {

      // When
      var shown = EndpointGateway.call(next, "GET", BILLING, null);

      // Then
      calls.document.assertDescribes("GET /v1/endpoints/{endpoint}", shown);
      assertThat(TestGateway.json(shown).path("obstacle").asText())
          .contains("a key that is not in the file of `endpoints.key.file`");
      assertThat(TestGateway.json(shown).has("secretHeaders")).isFalse();
      assertProblem(
          EndpointGateway.call(next, "POST", BILLING + "/rotate-secret", null),
          409,
          ReasonCode.ENDPOINT_UNUSABLE,
          "endpoint");
      assertProblem(
          EndpointGateway.call(next, "PUT", BILLING, MINIMAL),
          400,
          ReasonCode.FIELD_INVALID,
          "secretHeaders");
      var again = EndpointGateway.call(next, "PUT", BILLING, WITH_SECRET);
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(TestGateway.json(again).path("signingSecret").asText()).startsWith("whsec_");
      assertThat(TestGateway.json(again).has("obstacle")).isFalse();
    }
  }

  @Test
  void withoutKeysEndpointsAreOff() {
    // Given
    calls.admin("PUT", BILLING, MINIMAL);
    calls.gateway.topics.awaitDecided();
    try (var off = TestGateway.reading(calls.gateway.topics)) {
      // Then
      assertThat(TestGateway.json(off.send("GET", BILLING)).path("obstacle").asText())
          .contains("endpoints are off, as `endpoints.key.file` is not set");
      var put = off.send("PUT", BILLING, MINIMAL);
      assertProblem(put, 409, ReasonCode.ENDPOINT_UNUSABLE, "endpoint");
      assertThat(put.body()).contains("endpoints.key.file");
      assertThat(off.send("DELETE", BILLING).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void settingsThatCannotBeUsedStopTheStart(@TempDir Path folder) throws Exception {
    // Given
    var keys = Files.writeString(folder.resolve("keys"), "c2hvcnQ=");
    var missing = folder.resolve("missing").toString();

    // Then
    assertThatThrownBy(() -> TestGateway.start("endpoints.key.file", keys.toString()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("keys, line 1: must be 32 bytes in base64")
        .hasMessageNotContaining("c2hvcnQ=");
    assertThatThrownBy(() -> TestGateway.start("endpoints.key.file", missing))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(missing);
    assertThatThrownBy(() -> TestGateway.start("endpoints.allowed.networks", "10.1.2.3/16"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("endpoints.allowed.networks", "10.1.2.3/16");
  }

  private static String secretHeaders(HttpResponse<String> answer) {
    return TestGateway.json(answer).path("secretHeaders").toString();
  }

  private static String base64(String text) {
    return Base64.getEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
  }
}

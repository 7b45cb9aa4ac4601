package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of administrators' calls for namespaces and tokens. */
class TenancyHttpTest {
  private static final String ALL = "/v1/admin/namespaces";
  private static final String SHOP = ALL + "/shop";
  private static final String OPEN =
      "{\"namespace\":\"%s\",\"limits\":{},\"allow\":[\"*\"],\"deny\":[]}";

  private TestGateway gateway;
  private ApiDocument document;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    var hash = HexFormat.of().formatHex(TokenHasher.of("root"));
    var file = Files.writeString(folder.resolve("tokens"), "root admin " + hash);
    gateway = TestGateway.start("auth.tokens.file", file.toString());
    document = ApiDocument.of(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aNamespaceIsARecord() {
    // When
    var body = "{\"limits\":{\"jobsPerSecond\":5,\"payloadBytes\":0},\"allow\":[\"shop-*\"]}";
    var made = admin("PUT", SHOP, body);

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    document.assertDescribes("PUT /v1/admin/namespaces/{namespace}", made);
    var record = gateway.publisher.last();
    assertThat(record.topic()).isEqualTo("delay-control");
    assertThat(record.partition()).isZero();
    assertThat(new String(record.key(), UTF_8)).isEqualTo("namespace/shop");
    assertThat(headers(record))
        .containsExactly("jobs-per-second=5", "payload-bytes=0", "allow=shop-*", "decided-by=root");
    assertThat(admin("GET", SHOP, null).body()).isEqualTo(made.body());
    assertThat(admin("PUT", SHOP, "{}").statusCode()).isEqualTo(200);
    assertThat(admin("GET", ALL, null).body())
        .isEqualTo(
            "{\"namespaces\":[" + OPEN.formatted("default") + "," + OPEN.formatted("shop") + "]}");
  }

  @Test
  void aTokenLearnsWhatItAllowsAndNothingOfTheInstallation() {
    // Given
    admin("PUT", SHOP, "{}");
    var made = admin("POST", SHOP + "/tokens", "{\"name\":\"ci\",\"role\":\"write\"}");
    var token = TestGateway.json(made).path("token").asText();

    // When
    var own = call("GET", "/v1/me", token);
    var root = admin("GET", "/v1/me", null);

    // Then
    document.assertDescribes("GET /v1/me", own);
    document.assertDescribes("GET /v1/me", root);
    assertThat(own.body())
        .isEqualTo(
            "{\"name\":\"ci\",\"namespace\":\"shop\",\"role\":\"write\",\"installation\":false,"
                + "\"tokens\":true}");
    assertThat(TestGateway.json(root).path("requests").asText()).isEqualTo("delay-requests");
  }

  @Test
  void aTokenIsShownOnceAndKeptAsItsHash() {
    // Given
    admin("PUT", SHOP, "{}");

    // When
    var made = admin("POST", SHOP + "/tokens", "{\"name\":\"ci\",\"role\":\"write\"}");

    // Then
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    document.assertDescribes("POST /v1/admin/namespaces/{namespace}/tokens", made);
    var json = TestGateway.json(made);
    var token = json.get("token").textValue();
    assertThat(token).hasSize(43);
    var hash = HexFormat.of().formatHex(TokenHasher.of(token));
    assertThat(json.get("id").textValue()).isEqualTo(hash.substring(0, 16));
    assertThat(new String(gateway.publisher.last().key(), UTF_8)).isEqualTo("token/" + hash);
    assertThat(gateway.publisher.last().value()).isEmpty();
    assertThat(headers(gateway.publisher.last()))
        .containsExactly("name=ci", "namespace=shop", "role=write", "decided-by=root");
    var listed = admin("GET", SHOP + "/tokens", null);
    document.assertDescribes("GET /v1/admin/namespaces/{namespace}/tokens", listed);
    assertThat(listed.body()).contains(json.get("id").textValue()).doesNotContain(token);
  }

  @Test
  void aTokenLetsInUntilItIsRevoked() {
    // Given
    admin("PUT", SHOP, "{}");
    var made = token("shop", "write");
    assertThat(call("GET", "/v1/jobs/x", made.get("token").textValue()).statusCode())
        .isEqualTo(503);

    // When
    var revoked = admin("DELETE", SHOP + "/tokens/" + made.get("id").textValue(), null);

    // Then
    document.assertDescribes("DELETE /v1/admin/namespaces/{namespace}/tokens/{token}", revoked);
    assertProblem(
        call("GET", "/v1/jobs/x", made.get("token").textValue()), 401, ReasonCode.TOKEN_INVALID);
    assertProblem(
        admin("DELETE", SHOP + "/tokens/" + made.get("id").textValue(), null),
        404,
        ReasonCode.TOKEN_NOT_FOUND,
        "token");
  }

  @Test
  void aNamespaceThatComesBackDoesNotBringItsTokens() {
    // Given
    admin("PUT", SHOP, "{}");
    var made = token("shop", "read").get("token").textValue();

    // When
    var deleted = admin("DELETE", SHOP, null);
    admin("PUT", SHOP, "{}");

    // Then
    document.assertDescribes("DELETE /v1/admin/namespaces/{namespace}", deleted);
    assertProblem(call("GET", "/v1/jobs/x", made), 401, ReasonCode.TOKEN_INVALID);
    assertThat(admin("GET", SHOP + "/tokens", null).body()).isEqualTo("{\"tokens\":[]}");
  }

  @Test
  void limitsOfANamespaceAndOfATokenAreTheirOwn() {
    // Given
    admin("PUT", SHOP, "{\"deny\":[\"x\"]}");
    var tokenLimits = SHOP + "/tokens/" + token("shop", "read").get("id").textValue() + "/limits";

    // When
    var ofNamespace = admin("PUT", SHOP + "/limits", "{\"pendingJobs\":7}");
    var ofToken = admin("PUT", tokenLimits, "{\"requestsPerSecond\":1000000}");

    // Then
    document.assertDescribes("PUT /v1/admin/namespaces/{namespace}/limits", ofNamespace);
    assertThat(admin("GET", SHOP + "/limits", null).body()).isEqualTo("{\"pendingJobs\":7}");
    assertThat(admin("GET", tokenLimits, null).body()).isEqualTo(ofToken.body());
    assertThat(admin("GET", SHOP, null).body()).contains("\"deny\":[\"x\"]");
    assertThat(admin("DELETE", SHOP + "/limits", null).body()).isEqualTo("{}");
    assertThat(admin("DELETE", tokenLimits, null).body()).isEqualTo("{}");
  }

  @Test
  void theDefaultNamespaceStays() {
    assertThat(admin("PUT", ALL + "/default/limits", "{\"pendingJobs\":7}").statusCode())
        .isEqualTo(200);
    assertProblem(
        admin("DELETE", ALL + "/default", null), 400, ReasonCode.PARAMETER_INVALID, "namespace");
  }

  @Test
  void callersOfANamespaceSeeNothingOfTheInstallation() {
    // Given
    admin("PUT", SHOP, "{}");
    var shop = token("shop", "admin").get("token").textValue();

    // Then
    for (var path : new String[] {ALL, SHOP, "/v1/control", "/metrics", "/v1/topics/x/control"}) {
      assertProblem(call("GET", path, shop), 404, ReasonCode.NOT_FOUND);
    }
    assertProblem(call("POST", "/v1/topics/x/pause", shop), 404, ReasonCode.NOT_FOUND);
    var installation = token("default", "admin").get("token").textValue();
    assertThat(call("GET", ALL, installation).statusCode()).isEqualTo(200);
    var writer = token("default", "write").get("token").textValue();
    assertProblem(call("GET", ALL, writer), 403, ReasonCode.ROLE_INSUFFICIENT);
  }

  @ParameterizedTest
  @CsvSource({
    "default, admin, shop, 503",
    "default, admin, nowhere, 404",
    "default, write, shop, 404",
    "default, write, default, 503",
    "shop, admin, shop, 503",
    "shop, admin, default, 404",
    "shop, admin, other, 404"
  })
  void onlyTheInstallationsAdministratorsActInOtherNamespaces(
      String of, String role, String in, int status) {
    admin("PUT", SHOP, "{}");
    admin("PUT", ALL + "/other", "{}");
    var token = token(of, role).get("token").textValue();

    var request =
        gateway
            .request("/v1/jobs/x")
            .header("Authorization", "Bearer " + token)
            .header("Delaygate-Namespace", in);

    var answer = gateway.send(request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    document.assertDescribes("GET /v1/jobs/{id}", answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PUT  | /shop        | {"limits":{"requestsPerSecond":0}}       | 400 | limits.requestsPerSecond
          PUT  | /shop        | {"limits":{"requestsPerSecond":1000001}} | 400 | limits.requestsPerSecond
          PUT  | /shop        | {"limits":{"jobsPerSecond":1000001}}     | 400 | limits.jobsPerSecond
          PUT  | /shop        | {"limits":{"pendingJobs":0}}             | 400 | limits.pendingJobs
          PUT  | /shop        | {"limits":{"payloadBytes":-1}}           | 400 | limits.payloadBytes
          PUT  | /shop        | {"limits":{"payloadBytes":2147483648}}   | 400 | limits.payloadBytes
          PUT  | /shop        | {"limits":{"x":1}}                       | 400 | limits.x
          PUT  | /shop        | {"allow":["a b"]}                        | 400 | allow[0]
          PUT  | /shop        | {"deny":["a",""]}                        | 400 | deny[1]
          PUT  | /a%20b       | {}                                       | 400 | namespace
          PUT  | /a.b         | {}                                       | 400 | namespace
          PUT  | /nowhere/limits | {}                                    | 404 | namespace
          POST | /nowhere/tokens | {"name":"a","role":"read"}            | 404 | namespace
          POST | /default/tokens | {"role":"read"}                       | 400 | name
          POST | /default/tokens | {"name":"a b","role":"read"}          | 400 | name
          POST | /default/tokens | {"name":"a"}                          | 400 | role
          POST | /default/tokens | {"name":"a","role":"open"}            | 400 | role
          """)
  void whatIsOutOfBoundsIsRefused(
      String method, String path, String body, int status, String field) {
    var answer = admin(method, ALL + path, body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(TestGateway.json(answer).get("field").textValue()).isEqualTo(field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void whatIsAtItsBoundIsTaken() {
    var longest = "n".repeat(64);
    var patterns = IntStream.range(0, 100).mapToObj(i -> "\"p%d*\"".formatted(i)).toList();
    assertThat(admin("PUT", ALL + "/" + longest, "{\"allow\":" + patterns + "}").statusCode())
        .isEqualTo(201);
    assertThat(admin("PUT", ALL + "/" + longest + "n", "{}").statusCode()).isEqualTo(400);
    var more = patterns.stream().collect(Collectors.joining(",", "[\"x\",", "]"));
    assertProblem(
        admin("PUT", SHOP, "{\"allow\":" + more + "}"), 400, ReasonCode.FIELD_INVALID, "allow");
    var body =
        "{\"limits\":{\"requestsPerSecond\":1000000,\"jobsPerSecond\":1000000,"
            + "\"pendingJobs\":9223372036854775807,\"payloadBytes\":2147483647}}";
    assertThat(admin("PUT", SHOP, body).statusCode()).isEqualTo(201);
  }

  @Test
  void thereAreSoManyNamespacesAndTokensAtMost() {
    // Given
    IntStream.range(0, 999).forEach(i -> decide("namespace/n" + i));
    IntStream.range(0, 99)
        .forEach(
            i ->
                decide(
                    "token/%064x".formatted(i),
                    "name",
                    "t",
                    "namespace",
                    "default",
                    "role",
                    "read"));
    gateway.topics.awaitDecided();

    // Then
    assertThat(admin("PUT", SHOP, "{}").statusCode()).isEqualTo(201);
    assertProblem(admin("PUT", ALL + "/more", "{}"), 409, ReasonCode.TOO_MANY, null);
    assertThat(admin("PUT", SHOP, "{}").statusCode()).isEqualTo(200);
    assertThat(admin("PUT", ALL + "/default", "{}").statusCode()).isEqualTo(200);
    token("default", "read");
    var more = admin("POST", ALL + "/default/tokens", "{\"name\":\"a\",\"role\":\"read\"}");
    assertProblem(more, 409, ReasonCode.TOO_MANY, null);
    document.assertDescribes("POST /v1/admin/namespaces/{namespace}/tokens", more);
  }

  private void decide(String key, String... headers) {
    var all = new RecordHeaders();
    for (var i = 0; i < headers.length; i += 2) {
      all.add(new RecordHeader(headers[i], headers[i + 1].getBytes(UTF_8)));
    }
    gateway.topics.decide(
        new ProducerRecord<>("delay-control", 0, key.getBytes(UTF_8), new byte[0], all));
  }

  private JsonNode token(String namespace, String role) {
    var body = "{\"name\":\"somebody\",\"role\":\"" + role + "\"}";
    var made = admin("POST", ALL + "/" + namespace + "/tokens", body);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return TestGateway.json(made);
  }

  private HttpResponse<String> admin(String method, String path, @Nullable String body) {
    return send(method, path, "root", body == null ? "" : body);
  }

  private HttpResponse<String> call(String method, String path, String token) {
    return send(method, path, token, "");
  }

  private HttpResponse<String> send(String method, String path, String token, String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.ofString(body)));
  }
}

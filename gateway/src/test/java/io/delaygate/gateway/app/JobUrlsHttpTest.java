package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.ALL;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of jobs whose target is a URL, and of the endpoints that take such URLs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobUrlsHttpTest {
  private static final String ORIGIN = "https://hooks.example.com";
  private static final String TAKES = "{\"url\":\"%s\",\"jobUrls\":true}";

  private EndpointGateway calls;

  @BeforeAll
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
    assertThat(calls.admin("PUT", "/v1/admin/namespaces/shop", "{}").statusCode()).isIn(200, 201);
    put("hooks", TAKES.formatted(ORIGIN));
    put("apart", TAKES.formatted("https://hooks.example.com:8443/"));
    put("fixed", "{\"url\":\"https://fixed.example.com\"}");
    calls.gateway.scheduler.obeys();
  }

  @AfterAll
  void stop() {
    calls.close();
  }

  @BeforeEach
  void forget() {
    calls.gateway.publisher.records.clear();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://hooks.example.com/a/b?x=1|hooks|/a/b?x=1",
        "https://hooks.example.com|hooks|/",
        "https://hooks.example.com/|hooks|/",
        "https://hooks.example.com?x=1|hooks|/?x=1",
        "https://hooks.example.com:443/a|hooks|/a",
        "https://hooks.example.com:0443/a|hooks|/a",
        "HTTPS://Hooks.EXAMPLE.com/A|hooks|/A",
        "https://hooks.example.com//evil.example.com/a|hooks|//evil.example.com/a",
        "https://hooks.example.com/@evil.example.com|hooks|/@evil.example.com",
        "https://hooks.example.com/a?u=https://evil.example.com/|hooks|/a?u=https://evil.example.com/",
        "https://hooks.example.com/%C3%A9|hooks|/%C3%A9",
        "https://hooks.example.com:8443/a|apart|/a",
      })
  void aUrlBecomesTheEndpointThatTakesItAndAPath(String url, String endpoint, String path) {
    // When
    var made = job(url);

    // Then
    calls.document.assertDescribes("POST /v1/jobs", made);
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(headers(calls.gateway.publisher.last()))
        .contains("delay-target-endpoint=" + endpoint, "delay-target-path=" + path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://other.example.com/a",
        "https://hooks.example.com.evil.example/a",
        "https://evil.example.hooks.example.com/a",
        "https://xn--hooks-abc.example.com/a",
        "https://hooks-example.com/a",
        "https://example.com/hooks.example.com",
        "https://hooks.example.com:444/a",
        "https://hooks.example.com:4430/a",
        "https://hooks.example.co/a",
        "https://fixed.example.com/a",
        "https://8.8.8.8/a",
      })
  void aUrlThatNoEndpointTakesIsNotStored(String url) {
    // When
    var refused = job(url);

    // Then
    calls.document.assertDescribes("POST /v1/jobs", refused);
    assertProblem(refused, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.url");
    assertThat(calls.gateway.publisher.records).isEmpty();
  }

  @Test
  void theProblemNamesTheHostAndTheRemedy() {
    assertThat(TestGateway.json(job("https://Other.example.com/a?token=s3cret")).path("detail"))
        .hasToString(
            "\"no endpoint of the namespace 'default' takes URLs of https://other.example.com:443;"
                + " an administrator of the namespace can allow them by an endpoint of this URL with"
                + " `\\\"jobUrls\\\": true`\"");
  }

  @Test
  void thePathOfAUrlIsAsLongAsThatOfAnEndpoint() {
    var most = ORIGIN + "/" + "a".repeat(1_023);

    assertThat(job(most).statusCode()).isEqualTo(201);
    assertProblem(job(most + "a"), 400, ReasonCode.TARGET_INVALID, "target.url");
    assertProblem(
        job(ORIGIN + "/" + "a".repeat(3_000)), 400, ReasonCode.TARGET_INVALID, "target.url");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"endpoint\":\"hooks\"|endpoint",
        "\"path\":\"/a\"|path",
        "\"topic\":\"orders\"|topic",
        "\"key\":\"k\"|key",
        "\"key\":null|key",
        "\"keyBase64\":\"aw==\"|keyBase64",
        "\"partition\":1|partition",
      })
  void aUrlIsAWholeTarget(String other, String field) {
    // When
    var refused =
        post("{\"delay\":\"1m\",\"target\":{\"url\":\"%s/a\",%s}}".formatted(ORIGIN, other));

    // Then
    calls.document.assertDescribes("POST /v1/jobs", refused);
    assertProblem(refused, 400, ReasonCode.TARGET_AMBIGUOUS, "target." + field);
  }

  @Test
  void fieldsThatAreNullAreAbsent() {
    var made =
        post(
            "{\"delay\":\"1m\",\"target\":{\"url\":\"%s/a\",\"topic\":null,\"path\":null}}"
                .formatted(ORIGIN));

    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertProblem(
        post("{\"delay\":\"1m\",\"target\":{\"url\":7}}"),
        400,
        ReasonCode.FIELD_INVALID,
        "target.url");
  }

  @Test
  void allCallsThatNameATargetTakeUrls() {
    // Given
    var target = "\"target\":{\"url\":\"%s/a\"}".formatted(ORIGIN);
    var job = "{\"id\":\"o-1\",\"delay\":\"30m\",%s}".formatted(target);

    // When
    var put = calls.admin("PUT", "/v1/jobs/o-1", job);
    var patch = calls.admin("PATCH", "/v1/jobs/o-1", "{%s}".formatted(target));
    var other = job.replace("hooks.example", "other.example");
    var batch = calls.admin("POST", "/v1/jobs/batch", "[%s,%s]".formatted(job, other));
    var refused = calls.admin("PATCH", "/v1/jobs/o-1", other.replace("\"id\":\"o-1\",", ""));

    // Then
    calls.document.assertDescribes("PUT /v1/jobs/{id}", put);
    calls.document.assertDescribes("POST /v1/jobs/batch", batch);
    calls.document.assertDescribes("PATCH /v1/jobs/{id}", refused);
    assertThat(List.of(put.statusCode(), patch.statusCode())).containsExactly(201, 200);
    assertThat(TestGateway.json(batch).findValuesAsText("reason"))
        .containsExactly("ENDPOINT_UNKNOWN");
    assertProblem(refused, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.url");
    assertThat(calls.gateway.publisher.records)
        .hasSize(3)
        .allSatisfy(
            record ->
                assertThat(headers(record))
                    .contains("delay-target-endpoint=hooks", "delay-target-path=/a"));
  }

  @Test
  void anEndpointTakesUrlsOfItsNamespaceOnly() {
    // Given
    var token = calls.token("shop", "write");
    decide("shop/own", "https://own.example.com", "true");
    calls.gateway.topics.awaitDecided();

    // When
    var own = calls.call("POST", "/v1/jobs", body("https://own.example.com/a"), token);
    var stored = headers(calls.gateway.publisher.last());
    var foreign = calls.call("POST", "/v1/jobs", body(ORIGIN + "/a"), token);
    var ofShop = job("https://own.example.com/a");

    // Then
    assertThat(own.statusCode()).as(own.body()).isEqualTo(201);
    assertThat(stored).contains("delay-target-endpoint=own");
    assertProblem(foreign, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.url");
    assertThat(foreign.body()).contains("namespace 'shop'");
    assertProblem(ofShop, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.url");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://more.example.com/hooks", "https://more.example.com?x=1",
        "https://more.example.com/?", "https://more.example.com//"
      })
  void anEndpointThatTakesUrlsHasNoPathOfItsOwn(String url) {
    // When
    var refused = calls.admin("PUT", ALL + "/more", TAKES.formatted(url));

    // Then
    calls.document.assertDescribes("PUT /v1/endpoints/{endpoint}", refused);
    assertProblem(refused, 400, ReasonCode.FIELD_INVALID, "jobUrls");
  }

  @Test
  void twoEndpointsDoNotTakeTheSameUrls() {
    // When
    var second =
        calls.admin("PUT", ALL + "/again", TAKES.formatted("https://HOOKS.example.com:443/"));
    var named = calls.admin("PUT", ALL + "/again", "{\"url\":\"%s\"}".formatted(ORIGIN));
    var same = calls.admin("PUT", ALL + "/hooks", TAKES.formatted(ORIGIN));

    // Then
    calls.document.assertDescribes("PUT /v1/endpoints/{endpoint}", second);
    assertProblem(second, 409, ReasonCode.ENDPOINT_OVERLAPS, "jobUrls");
    assertThat(second.body()).contains("'hooks'");
    assertThat(named.statusCode()).as(named.body()).isEqualTo(201);
    assertThat(same.statusCode()).as(same.body()).isEqualTo(200);
  }

  @Test
  void theFirstNameTakesUrlsThatTwoGatewaysAllowedAtTheSameTime() {
    // Given
    for (var name : List.of("default/b-twin", "default/a-twin", "default/c-twin")) {
      decide(name, "https://twin.example.com", "true");
    }
    decide("default/a-a", "https://twin.example.com/below", "true");
    decide("default/a-b", "https://twin.example.com", "false");
    calls.gateway.topics.awaitDecided();

    // When
    var first = job("https://twin.example.com/a");

    // Then
    assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
    assertThat(headers(calls.gateway.publisher.last())).contains("delay-target-endpoint=a-twin");
  }

  @Test
  void theSettingIsStoredAndShownAndEndsWithThePutWithoutIt() {
    // When
    put("switch", TAKES.formatted("https://switch.example.com"));
    var on = headers(calls.gateway.publisher.last());
    var shown = calls.admin("GET", ALL + "/switch", null);
    var taken = job("https://switch.example.com/a");
    put("switch", "{\"url\":\"https://switch.example.com\"}");
    var off = headers(calls.gateway.publisher.last());

    // Then
    calls.document.assertDescribes("GET /v1/endpoints/{endpoint}", shown);
    assertThat(on).contains("job-urls=true");
    assertThat(TestGateway.json(shown).path("jobUrls").booleanValue()).isTrue();
    assertThat(taken.statusCode()).isEqualTo(201);
    assertThat(off).noneMatch(header -> header.startsWith("job-urls"));
    assertProblem(
        job("https://switch.example.com/a"), 422, ReasonCode.ENDPOINT_UNKNOWN, "target.url");
  }

  @Test
  void aNewSigningSecretLeavesTheSetting() {
    // Given
    put("rotated", TAKES.formatted("https://rotated.example.com"));

    // When
    calls.admin("POST", ALL + "/rotated/rotate-secret", null);

    // Then
    assertThat(job("https://rotated.example.com/a").statusCode()).isEqualTo(201);
  }

  private HttpResponse<String> job(String url) {
    return post(body(url));
  }

  private static String body(String url) {
    var job = JsonNodeFactory.instance.objectNode().put("delay", "30m");
    job.putObject("target").put("url", url);
    return job.toString();
  }

  private HttpResponse<String> post(String body) {
    return calls.admin("POST", "/v1/jobs", body);
  }

  private void put(String name, String body) {
    var made = calls.admin("PUT", ALL + "/" + name, body);
    assertThat(made.statusCode()).as(made.body()).isIn(200, 201);
  }

  private void decide(String name, String url, String takes) {
    calls.gateway.topics.decide(
        new ProducerRecord<>(
            "delay-control",
            0,
            ("endpoint/" + name).getBytes(UTF_8),
            new byte[0],
            texts("url", url, "job-urls", takes)));
  }

  private static List<Header> texts(String... pairs) {
    return Arrays.asList(
        new RecordHeader(pairs[0], pairs[1].getBytes(UTF_8)),
        new RecordHeader(pairs[2], pairs[3].getBytes(UTF_8)));
  }
}

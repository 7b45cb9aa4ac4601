package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.EndpointCall.Field;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.TextHeader;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the calls that are made from the facts of an endpoint and a job. */
class CallFactoryTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_999L);
  private static final byte[] SECRET = "0123456789abcdef01234567".getBytes(UTF_8);
  private static final byte[] NEW_SECRET = "fedcba9876543210fedcba98".getBytes(UTF_8);
  private static final byte[] BODY = {0, (byte) 0xFF, '.', '\n'};

  @Test
  void thePartsOfTheCallAreThoseOfTheFacts() {
    var call = CallFactory.of(endpoint(List.of()), job("a1", BODY), NOW);
    assertThat(call.url()).isEqualTo(URI.create("https://hooks.example.com/base/timeouts"));
    assertThat(call.method()).isEqualTo("POST");
    assertThat(call.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(call.body()).isEqualTo(BODY);
    assertThat(values(call, "delay-job-id")).containsExactly("@shop/a1");
    assertThat(values(call, "delay-job-due-ms")).containsExactly("5000");
    assertThat(values(call, "delay-job-attempt")).containsExactly("3");
    assertThat(values(call, "content-type")).containsExactly("application/octet-stream");
  }

  @Test
  void aJobWithoutPayloadHasAnEmptyBody() {
    assertThat(CallFactory.of(endpoint(List.of()), job("a1", null), NOW).body()).isEmpty();
  }

  @Test
  void aReceiverVerifiesTheSignature() {
    var call = CallFactory.of(endpoint(List.of(), SECRET), job("a1", BODY), NOW);
    var verifier = new WebhookVerifier(SECRET, NOW);
    assertThat(verifier.verifies(call.headers(), body(call))).isTrue();
    assertThat(verifier.verifies(call.headers(), new byte[] {0, (byte) 0xFF, '.'})).isFalse();
    assertThat(new WebhookVerifier(NEW_SECRET, NOW).verifies(call.headers(), body(call))).isFalse();
    assertThat(values(call, "webhook-timestamp")).containsExactly("1700000000");
  }

  @Test
  void bothSecretsVerifyDuringARotation() {
    var call = CallFactory.of(endpoint(List.of(), NEW_SECRET, SECRET), job("a1", BODY), NOW);
    for (var secret : List.of(SECRET, NEW_SECRET)) {
      assertThat(new WebhookVerifier(secret, NOW).verifies(call.headers(), body(call))).isTrue();
    }
  }

  @Test
  void theSignatureIsThatOfTheConventionsExample() {
    var secret = Base64.getDecoder().decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    assertThat(
            WebhookSignature.of(
                List.of(secret),
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1614265330,
                "{\"test\": 2432232314}".getBytes(UTF_8)))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void withoutSecretsThereIsNoSignature() {
    var call = CallFactory.of(endpoint(List.of()), job("a1", BODY), NOW);
    assertThat(values(call, "webhook-signature")).isEmpty();
    assertThat(values(call, "webhook-id")).hasSize(1);
  }

  @Test
  void theMessageIdIsThatOfTheJobAndItsIncarnation() {
    var id = MessageId.of(new JobId("a1"), 7);
    assertThat(id).matches("msg_[A-Za-z0-9_-]{43}").isEqualTo(MessageId.of(new JobId("a1"), 7));
    assertThat(MessageId.of(new JobId("a1"), 8)).isNotEqualTo(id);
    assertThat(MessageId.of(new JobId("@shop/a1"), 7)).isNotEqualTo(id);
  }

  @ParameterizedTest
  @CsvSource({
    "plain-id_1, plain-id_1",
    "'a b', a%20b",
    "'50%', 50%25",
    "ü€, %C3%BC%E2%82%AC",
    "'a\r\nb', a%0D%0Ab",
    "~3-17, ~3-17",
  })
  void theIdIsPercentEncodedWhereAHeaderNeedsIt(String id, String expected) {
    var job = new JobFacts(new JobId(id), 1, 2, 1, null, null, List.of());
    var call = CallFactory.of(endpoint(List.of()), job, NOW);
    assertThat(values(call, "delay-job-id")).containsExactly(expected);
  }

  @Test
  void theJobBringsItsOwnHeaders() {
    var trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    var call =
        CallFactory.of(
            endpoint(List.of()),
            job(
                TextHeader.of("traceparent", trace),
                TextHeader.of("X-Tenant", "a"),
                TextHeader.of("x-tenant", "b"),
                TextHeader.of("Content-Type", "application/json"),
                TextHeader.of("content-type", "text/plain")),
            NOW);
    assertThat(values(call, "traceparent")).containsExactly(trace);
    assertThat(values(call, "x-tenant")).containsExactly("a", "b");
    assertThat(values(call, "content-type")).containsExactly("application/json");
  }

  @Test
  void theEndpointsHeadersWin() {
    var fixed =
        List.of(
            new Field("Content-Type", "application/json"),
            new Field("X-Tenant", "fixed"),
            new Field("Authorization", "Bearer secret"));
    var call =
        CallFactory.of(
            endpoint(fixed),
            job(
                TextHeader.of("content-type", "text/plain"),
                TextHeader.of("x-tenant", "job"),
                TextHeader.of("authorization", "Bearer job")),
            NOW);
    assertThat(values(call, "content-type")).containsExactly("application/json");
    assertThat(values(call, "x-tenant")).containsExactly("fixed");
    assertThat(values(call, "authorization")).containsExactly("Bearer secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "Connection",
        "Content-Length",
        "Transfer-Encoding",
        "TE",
        "Trailer",
        "Upgrade",
        "Expect",
        "Keep-Alive",
        "Proxy-Authorization",
        "Accept-Encoding",
        "HTTP2-Settings",
        "webhook-id",
        "Webhook-Signature",
        "delay-job-lease",
        "delay-due-ms",
        "delay",
        "delaygate-reply-to",
      })
  void noJobAndNoEndpointSetsHeadersOfTheGateway(String name) {
    var call = CallFactory.of(endpoint(List.of()), job(TextHeader.of(name, "evil")), NOW);
    assertThat(values(call, name)).doesNotContain("evil");
    assertThat(CallHeaders.fixedFault(name, "a")).get().asString().contains("set by the gateway");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"authorization", "Cookie", "forwarded", "X-Forwarded-For", "X-Real-IP", "via"})
  void noJobSaysWhoCallsButAnEndpointMay(String name) {
    var call = CallFactory.of(endpoint(List.of()), job(TextHeader.of(name, "evil")), NOW);
    assertThat(values(call, name)).isEmpty();
    assertThat(CallHeaders.fixedFault(name, "a")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:b", "ä", "a\r\nb", "a(b", "a/b"})
  void headersWhoseNameHttpDoesNotAllowStayBehind(String name) {
    var call = CallFactory.of(endpoint(List.of()), job(TextHeader.of(name, "x")), NOW);
    assertThat(values(call, name)).isEmpty();
    assertThat(CallHeaders.fixedFault(name, "x")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ä", "a\r\nHost: evil", "a\u0000", " a", "a ", "\ta", "\u007F"})
  void headersWhoseValueHttpDoesNotAllowStayBehind(String value) {
    var call = CallFactory.of(endpoint(List.of()), job(TextHeader.of("x-a", value)), NOW);
    assertThat(values(call, "x-a")).isEmpty();
    assertThat(CallHeaders.fixedFault("x-a", value))
        .hasValueSatisfying(text -> assertThat(text).doesNotContain(value.strip() + "\""));
  }

  @Test
  void aHeaderWithoutValueStaysBehind() {
    var call = CallFactory.of(endpoint(List.of()), job(new RecordHeader("x-a", null)), NOW);
    assertThat(values(call, "x-a")).isEmpty();
  }

  @Test
  void headersOfAJobAreSentAsFarAsTheyFit() {
    var fits = TextHeader.of("x-a", "v".repeat(CallHeaders.MAX_JOB_BYTES - 3));
    var full = CallFactory.of(endpoint(List.of()), job(fits, TextHeader.of("b", "")), NOW);
    assertThat(values(full, "x-a")).hasSize(1);
    assertThat(values(full, "b")).isEmpty();
  }

  @Test
  void textsHoldNoSecrets() {
    var fixed = List.of(new Field("Authorization", "Bearer s3cret"));
    var facts =
        new EndpointFacts(
            URI.create("https://hooks.example.com/a?key=s3cret"),
            "POST",
            fixed,
            List.of(SECRET),
            Duration.ofSeconds(1));
    assertThat(facts.toString()).isEqualTo("POST https://hooks.example.com/a");
    assertThat(CallFactory.of(facts, job("a1", BODY), NOW).toString()).doesNotContain("s3cret");
    assertThat(fixed.toString()).doesNotContain("s3cret");
  }

  private static EndpointFacts endpoint(List<Field> headers, byte[]... secrets) {
    return new EndpointFacts(
        URI.create("https://hooks.example.com/base"),
        "POST",
        headers,
        List.of(secrets),
        Duration.ofSeconds(10));
  }

  private static JobFacts job(String id, byte @Nullable [] body) {
    return new JobFacts(new JobId("@shop/" + id), 1_000, 5_000, 3, "/timeouts", body, List.of());
  }

  private static JobFacts job(Header... headers) {
    var all = new ArrayList<>(Arrays.asList(headers));
    return new JobFacts(new JobId("a"), 1_000, 5_000, 3, "/timeouts", BODY, all);
  }

  private static byte[] body(EndpointCall call) {
    return Objects.requireNonNull(call.body());
  }

  private static List<String> values(EndpointCall call, String name) {
    return call.headers().stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueryHttpTest {
  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @BeforeEach
  void reset() {
    servers.reset();
    servers.instances.forEach(instance -> instance.questions.set(0));
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void showsAJobWithItsPayloadAsItWasScheduled() {
    // Given
    servers.add("o-1", 1_900_000_000_000L, "orders").put("version", 3);
    var payload = QueryServers.JSON.createObjectNode();
    payload.put("key", base64("k")).put("value", base64("{\"n\": 1.0}"));
    payload.putArray("headers").addObject().put("name", "h").put("value", base64("ü"));
    payload.withArray("headers").addObject().put("name", "h").putNull("value");
    payload.withArray("headers").addObject().put("name", "b").put("value", "/w==");
    servers.payloads.put("o-1", payload);

    // When
    var response = gateway.send("GET", "/v1/jobs/o-1");

    // Then
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("ETag")).hasValue("\"3\"");
    assertThat(TestGateway.json(response))
        .isEqualTo(
            TestGateway.json(
                """
                {"id": "o-1", "state": "SCHEDULED", "version": 3, "createdMs": 1,
                 "created": "1970-01-01T00:00:00.001Z", "dueMs": 1900000000000,
                 "due": "2030-03-17T17:46:40Z", "priority": 5, "target": {"topic": "orders"},
                 "targetKey": "k", "value": "{\\"n\\": 1.0}", "stale": false,
                 "headers": [{"name": "h", "value": "ü"}, {"name": "h", "value": null},
                             {"name": "b", "valueBase64": "/w=="}]}
                """));
  }

  @Test
  void showsHowAJobEnded() {
    servers.add("o-1", 1, "orders").put("state", "DEAD").put("reason", "TARGET_UNAVAILABLE");

    var response = gateway.send("GET", "/v1/jobs/o-1");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(TestGateway.json(response).path("state").textValue()).isEqualTo("DEAD");
    assertThat(TestGateway.json(response).has("value")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {" ", "%", ";a=b", "?x", "..", "a/b", "😀", "batch", "cancel", "+", "a,b&c"})
  void findsAJobWhateverItsIdHolds(String id) {
    servers.add(id, 1, "orders");
    var path = URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");

    var response = gateway.send("GET", "/v1/jobs/" + path.replace("..", "%2E%2E"));

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestGateway.json(response).path("id").textValue()).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nobody", "~3-77", "~99-1"})
  void answersNotFoundForAnUnknownId(String id) {
    assertProblem(gateway.send("GET", "/v1/jobs/" + id), 404, ReasonCode.JOB_NOT_FOUND, null);
  }

  @Test
  void answersHeadAsItDoesGet() {
    servers.add("o-1", 1, "orders");

    assertThat(gateway.send("HEAD", "/v1/jobs/o-1").statusCode()).isEqualTo(200);
    assertThat(gateway.send("HEAD", "/v1/jobs/o-2").statusCode()).isEqualTo(404);
  }

  @Test
  void asksTheOwnerOnly() {
    servers.add("o-1", 1, "orders");

    var response = gateway.send("GET", "/v1/jobs/o-1");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(servers.owner("o-1").questions).hasValue(1);
    assertThat(servers.standby("o-1").questions).hasValue(0);
  }

  @Test
  void followsAPartitionThatMoved() {
    // Given: the gateway knows the former owner of the job
    servers.add("o-1", 1, "orders");
    gateway.send("GET", "/v1/jobs/o-1");
    var before = servers.owner("o-1");
    servers.move(QueryServers.partition("o-1"), servers.standby("o-1"));

    // When
    var response = gateway.send("GET", "/v1/jobs/o-1");

    // Then
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestGateway.json(response).path("stale").booleanValue()).isFalse();
    assertThat(before.questions).hasValue(2);
    assertThat(servers.owner("o-1").questions).hasValue(1);
  }

  @Test
  void aStandbyAnswersForADeadOwnerAndSaysSo() {
    try (var two = QueryServers.of(2);
        var asking = TestGateway.start("scheduler.urls", two.urls())) {
      two.add("o-1", 1, "orders");
      two.owner("o-1").close();

      var response = asking.send("GET", "/v1/jobs/o-1");

      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      assertThat(TestGateway.json(response).path("stale").booleanValue()).isTrue();
    }
  }

  @Test
  void aStandbyThatDoesNotKnowAJobSaysThatItMayLag() {
    servers.add("o-1", 1, "orders");
    servers.owner("o-1").refusesWith = 503;
    servers.jobs.clear();

    var response = gateway.send("GET", "/v1/jobs/o-1");

    var problem = assertProblem(response, 404, ReasonCode.JOB_NOT_FOUND);
    assertThat(problem.get("detail").textValue()).contains("standby");
  }

  @Test
  void isUnavailableWhileNobodyCanAnswer() {
    servers.instances.forEach(instance -> instance.refusesWith = 503);
    servers.add("o-1", 1, "orders");

    assertProblem(gateway.send("GET", "/v1/jobs/o-1"), 503, ReasonCode.QUERY_UNAVAILABLE, null);
    assertProblem(gateway.send("GET", "/v1/jobs"), 503, ReasonCode.QUERY_UNAVAILABLE, null);
    assertProblem(gateway.send("GET", "/v1/stats"), 503, ReasonCode.QUERY_UNAVAILABLE, null);
  }

  @Test
  void anOwnerThatIsBusyIsAskedAgainRatherThanAStandby() {
    servers.add("o-1", 1, "orders");
    servers.instances.forEach(instance -> instance.busyTimes.set(3));

    var response = gateway.send("GET", "/v1/jobs");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(TestGateway.json(response).get("stale").booleanValue()).isFalse();
    assertThat(servers.owner("o-1").questions).hasValue(4);
  }

  @Test
  void onePartitionWithoutOwnerMakesAListingUnavailable() {
    servers.instances.forEach(instance -> instance.active.remove(7));
    servers.instances.forEach(instance -> instance.standby.remove(7));

    var response = gateway.send("GET", "/v1/jobs");

    var problem = assertProblem(response, 503, ReasonCode.QUERY_UNAVAILABLE);
    assertThat(problem.get("detail").textValue()).contains("[7]");
  }

  @Test
  void aHandOverIsBridged() {
    // Given
    servers.add("o-1", 1, "orders");
    var owner = servers.owner("o-1");
    servers.instances.forEach(instance -> instance.refusesWith = 503);

    // When
    var answer = gateway.sendAsync(gateway.request("/v1/jobs/o-1").GET());
    while (owner.questions.get() == 0) {
      Thread.onSpinWait();
    }
    owner.refusesWith = 0;

    // Then
    assertThat(answer.join().statusCode()).as(answer.join().body()).isEqualTo(200);
  }

  @Test
  void withoutSchedulersQuestionsAreOff() {
    try (var alone = TestGateway.start()) {
      var problem =
          assertProblem(alone.send("GET", "/v1/jobs/x"), 503, ReasonCode.QUERY_UNAVAILABLE);

      assertThat(problem.get("detail").textValue()).contains("scheduler.urls");
    }
  }

  @Test
  void findsTheOthersThroughTheOnesThatAreNamed() {
    try (var two = QueryServers.of(2);
        var asking = TestGateway.start("scheduler.urls", two.instances.get(0).url())) {
      asking.send("GET", "/v1/stats");
      two.instances.get(0).close();

      var response = asking.send("GET", "/v1/stats");

      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void aPageMayBeAsSmallAndAsLarge(int limit) {
    assertThat(gateway.send("GET", "/v1/jobs?limit=" + limit).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/jobs?limit=0",
        "/v1/jobs?limit=1001",
        "/v1/jobs?limit=x",
        "/v1/jobs?limit=1&limit=2",
        "/v1/jobs?topic=",
        "/v1/jobs?topic=a%20b",
        "/v1/jobs?state=GONE",
        "/v1/jobs?state=DELIVERED,",
        "/v1/jobs?state=SCHEDULED,DELIVERED",
        "/v1/jobs?state=SCHEDULED,PARKED",
        "/v1/jobs?endedFrom=1",
        "/v1/jobs?state=SCHEDULED&endedTo=1",
        "/v1/jobs?dueFrom=soon",
        "/v1/jobs?dueTo=2030-01-01T00:00:00",
        "/v1/jobs?color=red",
        "/v1/jobs?%ZZ=1",
        "/v1/jobs/x?verbose=true",
        "/v1/stats?topic=orders",
        "/v1/topics/a%2Fb/stats",
        "/v1/topics/../stats"
      })
  void refusesParametersThatItWouldHaveToIgnore(String path) {
    var raw =
        RawHttp.exchange(
            gateway.gateway.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertProblem(raw.body(), 400, ReasonCode.PARAMETER_INVALID);
  }

  /** Its server knows pending jobs only, as schedulers of older versions do. */
  @Test
  void endedJobsWaitForTheUpgradeOfAllSchedulers() {
    var answer = gateway.send("GET", "/v1/jobs?state=DELIVERED");

    assertProblem(answer, 503, ReasonCode.QUERY_UNAVAILABLE);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}

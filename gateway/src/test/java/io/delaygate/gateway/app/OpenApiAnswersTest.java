package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.schemas.contract.Outcome;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that real answers are as the OpenAPI document says. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenApiAnswersTest {
  private static final String NEW = "{\"target\":{\"topic\":\"orders\"},\"delay\":\"1s\"%s}";
  private static final String VIEW =
      """
      {"id": "o-1", "state": "SCHEDULED", "version": 3, "createdMs": 1, "dueMs": 2,
       "target": {"topic": "orders", "partition": 1}, "priority": 5}
      """;

  private static final String UNDER_WAY =
      """
      {"id": "o-1", "state": "RESERVED", "version": 3, "createdMs": 1, "dueMs": 2,
       "target": {"topic": "orders"}, "priority": 5, "attempt": 1, "maxAttempts": 5,
       "lease": "l-1", "leaseEndsMs": 9}
      """;
  private static final String PARKED =
      """
      {"id": "o-3", "state": "PARKED", "version": 3, "createdMs": 1, "dueMs": 1000,
       "target": {"topic": "orders"}, "priority": 5,
       "waiting": {"reason": "TARGET_NO_LEADER", "reasonText": "no broker leads it",
                   "sinceMs": 1000, "nextTryMs": 2000, "untilMs": 9000}}
      """;

  private static final String DEAD =
      """
      {"id": "o-1", "state": "DEAD", "version": 3, "createdMs": 1, "dueMs": 2,
       "target": {"topic": "orders"}, "priority": 5, "diedMs": 7, "reason": "BURIED",
       "reasonText": "a worker gave the job up"}
      """;

  private final QueryServers servers = QueryServers.of(1);
  private final TestGateway gateway =
      TestGateway.start("scheduler.urls", servers.urls(), "outcome.timeout.ms", "100");
  private final ApiDocument document = ApiDocument.of(gateway);

  @BeforeEach
  void reset() {
    servers.reset();
    gateway.scheduler.says(Outcome.RESCHEDULED, "job", VIEW);
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void schedule() {
    check("POST /v1/jobs", 201, gateway.post(NEW.formatted("")));
    check("POST /v1/jobs", 400, gateway.post("{"));
    check("POST /v1/jobs", 400, gateway.post(NEW.formatted(",\"colour\":1")));
    check("POST /v1/jobs", 422, gateway.post(NEW.formatted("").replace("orders", "nowhere")));
    check("PUT /v1/jobs/{id}", 201, gateway.send("PUT", "/v1/jobs/x", NEW.formatted("")));
    gateway.scheduler.says(Outcome.IGNORED, "job", VIEW);
    check("POST /v1/jobs", 200, gateway.send("POST", "/v1/jobs?wait=true", NEW.formatted("")));
    gateway.scheduler.says(
        Outcome.REJECTED, "job", VIEW, "reason", "\"JOB_EXISTS\"", "reasonText", "\"known\"");
    var reject = NEW.formatted(",\"ifExists\":\"reject\"");
    check("PUT /v1/jobs/{id}", 409, gateway.send("PUT", "/v1/jobs/x", reject));
    gateway.scheduler.says(
        Outcome.REJECTED, "reason", "\"TARGET_FULL\"", "reasonText", "\"no room\"");
    check("POST /v1/jobs", 429, gateway.send("POST", "/v1/jobs?wait=true", NEW.formatted("")));
    check("PUT /v1/jobs/{id}", 429, gateway.send("PUT", "/v1/jobs/x?wait=true", NEW.formatted("")));
  }

  @ParameterizedTest
  @CsvSource({
    "RESCHEDULED,200",
    "CANCELLED,200",
    "ALREADY_DELIVERED,409",
    "NOT_FOUND,404",
    "STALE,412"
  })
  void change(Outcome outcome, int status) {
    gateway.scheduler.says(outcome, "job", VIEW);

    check("DELETE /v1/jobs/{id}", status, gateway.send("DELETE", "/v1/jobs/x"));
    check("POST /v1/jobs/{id}/fire", status, gateway.send("POST", "/v1/jobs/x/fire"));
    check("PATCH /v1/jobs/{id}", status, gateway.send("PATCH", "/v1/jobs/x", "{\"delay\":\"1s\"}"));
  }

  @ParameterizedTest
  @CsvSource({"RESERVED,200", "STALE,409", "NOT_FOUND,404"})
  void feedback(Outcome outcome, int status) {
    gateway.scheduler.says(outcome, "job", UNDER_WAY);

    for (var op : List.of("reserve", "finish", "release", "extend", "bury")) {
      var answer = gateway.send("POST", "/v1/jobs/x/" + op, "{\"lease\":\"l-1\"}");
      check("POST /v1/jobs/{id}/" + op, status, answer);
    }
  }

  @Test
  void feedbackThatIsNone() {
    check("POST /v1/jobs/{id}/finish", 400, gateway.send("POST", "/v1/jobs/x/finish", "{}"));
    var large = "{\"lease\":\"l-1\",\"result\":\"%s\"}".formatted("x".repeat(1025));
    check("POST /v1/jobs/{id}/finish", 413, gateway.send("POST", "/v1/jobs/x/finish", large));
  }

  @ParameterizedTest
  @CsvSource({"KICKED,200", "ALREADY_DELIVERED,409", "NOT_FOUND,404", "STALE,412"})
  void deadLetter(Outcome outcome, int status) {
    gateway.scheduler.says(outcome, "job", DEAD);

    check("POST /v1/jobs/{id}/kick", status, gateway.send("POST", "/v1/jobs/x/kick"));
    check("DELETE /v1/dead-letters/{id}", status, gateway.send("DELETE", "/v1/dead-letters/x"));
  }

  @Test
  void deadLetters() {
    servers.add("o-1", 1_000, "orders").setAll((ObjectNode) TestGateway.json(DEAD));

    check("GET /v1/dead-letters", 200, gateway.send("GET", "/v1/dead-letters"));
    check("GET /v1/dead-letters", 400, gateway.send("GET", "/v1/dead-letters?state=DEAD"));
    for (var op : List.of("kick", "discard")) {
      gateway.scheduler.says(op.equals("kick") ? Outcome.KICKED : Outcome.DISCARDED, "job", VIEW);
      var path = "/v1/dead-letters/" + op;
      check("POST " + path, 200, gateway.send("POST", path, "{\"ids\":[\"a\",\"\"]}"));
      var found = "{\"filter\":{\"topic\":\"orders\"},\"limit\":1}";
      check("POST " + path, 200, gateway.send("POST", path, found));
      check("POST " + path, 400, gateway.send("POST", path, "{\"filter\":{\"dueTo\":1}}"));
    }
  }

  @Test
  void pageOfAnotherSite() {
    for (var operation : List.of("GET /healthz", "GET /openapi.json", "GET /v1/jobs")) {
      var request = gateway.request(operation.substring(4)).header("Sec-Fetch-Site", "cross-site");
      check(operation, 403, gateway.send(request.GET()));
    }
  }

  @Test
  void redrive() {
    var path = "/v1/dead-letters/redrive";
    check("POST " + path, 200, gateway.send("POST", path, "{\"all\":true}"));
    var letters = "{\"letters\":[{\"partition\":0,\"offset\":1}]}";
    check("POST " + path, 200, gateway.send("POST", path, letters));
    check("POST " + path, 400, gateway.send("POST", path, "{}"));
  }

  @Test
  void attempts() {
    servers.add("o-1", 1_000, "orders");

    check("GET /v1/jobs/{id}/attempts", 200, gateway.send("GET", "/v1/jobs/o-1/attempts"));
    check("GET /v1/jobs/{id}/attempts", 404, gateway.send("GET", "/v1/jobs/o-9/attempts"));
  }

  @Test
  void changeWithoutAnswer() {
    gateway.scheduler.isSilent();

    check("DELETE /v1/jobs/{id}", 503, gateway.send("DELETE", "/v1/jobs/x"));
  }

  @Test
  void question() {
    servers.add("o-1", 1_000, "orders").put("expiresMs", 5_000);
    servers.add("o-2", 1_000, "orders");
    servers.add("o-3", 1_000, "orders").setAll((ObjectNode) TestGateway.json(PARKED));

    check("GET /v1/jobs/{id}", 200, gateway.send("GET", "/v1/jobs/o-1"));
    check("GET /v1/jobs/{id}", 200, gateway.send("GET", "/v1/jobs/o-3"));
    check("GET /v1/jobs", 200, gateway.send("GET", "/v1/jobs"));
    check("GET /v1/jobs/{id}", 404, gateway.send("GET", "/v1/jobs/o-9"));
    check("GET /v1/jobs", 200, gateway.send("GET", "/v1/jobs?limit=1"));
    check("GET /v1/jobs", 400, gateway.send("GET", "/v1/jobs?limit=0"));
    check("GET /v1/jobs", 400, gateway.send("GET", "/v1/jobs?cursor=x"));
    check("GET /v1/stats", 200, gateway.send("GET", "/v1/stats"));
    check("GET /v1/overview", 200, gateway.send("GET", "/v1/overview"));
    check("GET /v1/topics/{topic}/stats", 200, gateway.send("GET", "/v1/topics/orders/stats"));
    servers.instances.get(0).refusesWith = 503;
    check("GET /v1/stats", 503, gateway.send("GET", "/v1/stats"));
  }

  @Test
  void bulk() {
    var lines = gateway.request("/v1/jobs/batch").setHeader("Content-Type", "application/x-ndjson");
    var body = BodyPublishers.ofString(NEW.formatted("") + "\n{}\n");
    check("POST /v1/jobs/batch", 200, gateway.send(lines.POST(body)));
    check(
        "POST /v1/jobs/batch",
        200,
        gateway.send("POST", "/v1/jobs/batch", "[" + NEW.formatted("") + ",{]"));
    check("POST /v1/jobs/batch", 400, gateway.send("POST", "/v1/jobs/batch", "{"));
    gateway.scheduler.says(Outcome.CANCELLED, "job", VIEW);
    check(
        "POST /v1/jobs/cancel",
        200,
        gateway.send("POST", "/v1/jobs/cancel", "{\"ids\":[\"a\",\"\"]}"));
    servers.add("o-1", 1_000, "orders");
    servers.add("o-2", 1_000, "orders");
    check(
        "POST /v1/jobs/cancel",
        200,
        gateway.send("POST", "/v1/jobs/cancel", "{\"filter\":{\"topic\":\"orders\"},\"limit\":1}"));
    check("POST /v1/jobs/cancel", 400, gateway.send("POST", "/v1/jobs/cancel", "{}"));
    check("POST /v1/jobs/cancel", 200, gateway.send("POST", "/v1/jobs/cancel", "{\"all\":true}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rate     | {"perSecond":100}                                      | {"perSecond":0}
          defaults | {"priority":1,"deadLetterTopic":"x","ack":{"maxAttempts":3}} | {"priority":10}
          defaults | {"ack":{"backoff":{"kind":"fixed","initialMs":5}}}     | {"ack":true}
          alarm    | {"failures":10,"window":"1m"}                          | {}
          """)
  void decision(String what, String body, String bad) {
    var path = "/v1/topics/orders/" + what;
    var operation = "/v1/topics/{topic}/" + what;

    check("PUT " + operation, 200, gateway.send("PUT", path, body));
    check("PUT " + operation, 400, gateway.send("PUT", path, bad));
    check("PUT " + operation, 422, gateway.send("PUT", path.replace("orders", "__x"), body));
    check("PUT " + operation, 415, gateway.send(plain(path).PUT(BodyPublishers.ofString(body))));
    gateway.topics.awaitDecided();
    var shown = gateway.send("GET", "/v1/topics/orders/control");
    check("GET /v1/topics/{topic}/control", 200, shown);
    check("GET /v1/control", 200, gateway.send("GET", "/v1/control"));
    check("DELETE " + operation, 200, gateway.send("DELETE", path));
    check("DELETE " + operation, 400, gateway.send("DELETE", path + "?x=1"));
  }

  @Test
  void pause() {
    for (var what : List.of("pause", "resume")) {
      var operation = "POST /v1/topics/{topic}/" + what;
      check(operation, 200, gateway.send("POST", "/v1/topics/orders/" + what));
      check(operation, 422, gateway.send("POST", "/v1/topics/delay-requests/" + what));
    }
    check("GET /v1/control", 400, gateway.send("GET", "/v1/control?x=1"));
  }

  @Test
  void decisionsThatAreNotKnownYet() {
    var topics = new MemoryTopics(4);
    topics.setWithoutControl(true);
    try (var early = TestGateway.reading(topics)) {
      check("GET /v1/control", 503, early.send("GET", "/v1/control"));
      var pause = early.send("POST", "/v1/topics/orders/pause");
      check("POST /v1/topics/{topic}/pause", 503, pause);
      check("POST /v1/jobs", 503, early.post(NEW.formatted("")));
    }
  }

  private HttpRequest.Builder plain(String path) {
    return gateway.request(path).setHeader("Content-Type", "text/plain");
  }

  @Test
  void operation() {
    check("GET /healthz", 200, gateway.send("GET", "/healthz"));
    check("GET /readyz", 200, gateway.send("GET", "/readyz"));
    check("GET /openapi.json", 200, gateway.send("GET", "/openapi.json"));
  }

  private void check(String operation, int status, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(operation + " " + answer.body()).isEqualTo(status);
    document.assertDescribes(operation, answer);
  }
}

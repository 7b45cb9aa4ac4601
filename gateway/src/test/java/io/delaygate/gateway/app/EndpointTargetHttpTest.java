package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of jobs whose target is an endpoint, in all calls that name or show a target. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointTargetHttpTest {
  private static final String JOB =
      "{\"id\":\"o-1\",\"delay\":\"30m\",\"target\":{\"endpoint\":\"billing\",\"path\":\"/late?a=b\"}}";

  private final QueryServers servers = QueryServers.of(1);
  private final TestGateway gateway =
      TestGateway.start("scheduler.urls", servers.urls(), "queue.max.per.namespace", "1");
  private final ApiDocument document = ApiDocument.of(gateway);

  @BeforeEach
  void createEndpoint() {
    servers.reset();
    gateway.scheduler.obeys();
    decide("namespace/shop", null);
    decide("endpoint/default/billing", "https://billing.example/hooks");
    decide("endpoint/shop/crm", "https://crm.example");
    gateway.topics.awaitDecided();
    gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void aJobIsSentWithTheNameOfItsEndpoint() {
    var response = gateway.post(JOB);

    document.assertDescribes("POST /v1/jobs", response);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    assertThat(headers(gateway.publisher.last()))
        .contains("delay-target-endpoint=billing", "delay-target-path=/late?a=b")
        .noneMatch(header -> header.startsWith("delay-target-topic"));
  }

  @Test
  void anEndpointIsOfTheNamespaceOfTheCaller() {
    var own = post("shop", "{\"delay\":\"1m\",\"target\":{\"endpoint\":\"crm\"}}");
    var others = post("shop", "{\"delay\":\"1m\",\"target\":{\"endpoint\":\"billing\"}}");

    assertThat(own.statusCode()).as(own.body()).isEqualTo(201);
    assertProblem(others, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.endpoint");
  }

  @Test
  void nothingIsStoredForAnUnknownEndpoint() {
    var response = gateway.post("{\"delay\":\"1m\",\"target\":{\"endpoint\":\"nowhere\"}}");

    document.assertDescribes("POST /v1/jobs", response);
    assertProblem(response, 422, ReasonCode.ENDPOINT_UNKNOWN, "target.endpoint");
    assertThat(response.body())
        .contains("endpoint 'nowhere' of the namespace 'default' does not exist");
    assertThat(gateway.publisher.records).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"endpoint":"billing","topic":"orders"}    | TARGET_AMBIGUOUS | target.endpoint
          {"endpoint":"billing","key":"k"}           | HEADER_MISPLACED | target.key
          {"endpoint":"billing","partition":1}       | HEADER_MISPLACED | target.partition
          {"endpoint":"billing","path":"late"}       | TARGET_INVALID   | target.path
          {"endpoint":"billing","path":"/a/../b"}    | TARGET_INVALID   | target.path
          {"endpoint":"a.b"}                         | TARGET_INVALID   | target.endpoint
          {"endpoint":7}                             | FIELD_INVALID    | target.endpoint
          {"topic":"orders","path":"/late"}          | HEADER_MISPLACED | target.path
          {"path":"/late"}                           | HEADER_MISPLACED | target.path
          {"topic":"queue.default.~billing"}         | TARGET_INVALID   | target.topic
          {}                                         | TARGET_MISSING   | target.topic
          """)
  void aTargetThatIsNotOneIsRefused(String target, ReasonCode reason, String field) {
    var response = gateway.post("{\"delay\":\"1m\",\"target\":%s}".formatted(target));

    assertProblem(response, 400, reason, field);
    assertThat(TestGateway.json(response).path("detail").asText()).doesNotContain("delay-");
  }

  @Test
  void aJobOfAnEndpointCannotBeUnacknowledged() {
    var response =
        gateway.post("{\"delay\":\"1m\",\"ack\":false,\"target\":{\"endpoint\":\"billing\"}}");

    assertProblem(response, 400, ReasonCode.HEADER_INVALID, "ack");
  }

  @Test
  void putAndBatchAndBulkTakeEndpointsToo() {
    var put = gateway.send("PUT", "/v1/jobs/o-1", JOB);
    var batch =
        gateway.send(
            "POST",
            "/v1/jobs/batch",
            "[%s,{\"delay\":\"1m\",\"target\":{\"endpoint\":\"nowhere\"}}]".formatted(JOB));

    assertThat(put.statusCode()).as(put.body()).isIn(200, 201);
    var items = TestGateway.json(batch);
    assertThat(items.findValuesAsText("reason")).containsExactly("ENDPOINT_UNKNOWN");
    assertThat(headers(gateway.publisher.last())).contains("delay-target-endpoint=billing");
  }

  @Test
  void patchMovesAJobToAnEndpointAndBack() {
    var toEndpoint =
        gateway.send(
            "PATCH",
            "/v1/jobs/o-1",
            "{\"target\":{\"endpoint\":\"billing\",\"path\":\"/late\"},\"delay\":\"2h\"}");
    var first = headers(gateway.publisher.last());
    var toTopic =
        gateway.send("PATCH", "/v1/jobs/o-1", "{\"target\":{\"topic\":\"orders\",\"key\":\"k\"}}");

    assertThat(toEndpoint.statusCode()).as(toEndpoint.body()).isEqualTo(200);
    assertThat(toTopic.statusCode()).as(toTopic.body()).isEqualTo(200);
    assertThat(first)
        .contains("delay-target-endpoint=billing", "delay-target-path=/late", "delay=2h");
    assertThat(headers(gateway.publisher.last()))
        .contains("delay-target-topic=orders", "delay-target-key=k");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"endpoint":"nowhere"}        | 422 | ENDPOINT_UNKNOWN | target.endpoint
          {"topic":"nowhere"}           | 422 | TARGET_UNKNOWN   | target.topic
          {"topic":"queue.shop.mails"}  | 422 | TARGET_FORBIDDEN | target.topic
          {"topic":"delay-requests"}    | 422 | TARGET_FORBIDDEN | target.topic
          {"partition":1}               | 400 | TARGET_MISSING   | target.topic
          {"path":"/late"}              | 400 | TARGET_MISSING   | target.topic
          """)
  void patchMovesNoJobToATargetThatIsNotOne(
      String target, int status, ReasonCode reason, String field) {
    var response = gateway.send("PATCH", "/v1/jobs/o-1", "{\"target\":%s}".formatted(target));

    document.assertDescribes("PATCH /v1/jobs/{id}", response);
    assertProblem(response, status, reason, field);
    assertThat(gateway.publisher.records).isEmpty();
  }

  @Test
  void theBrokersAreAskedAboutTheNewTopicOfAJobAndNotAboutAnEndpoint() {
    gateway.directory.questions.clear();

    gateway.send("PATCH", "/v1/jobs/o-1", "{\"target\":{\"topic\":\"fresh\"}}");
    gateway.send("PATCH", "/v1/jobs/o-1", "{\"target\":{\"endpoint\":\"billing\"}}");

    assertThat(gateway.directory.questions).containsExactly(List.of("fresh"));
  }

  @Test
  void listingsFilterByEndpointAndShowIt() {
    addCall("o-1", "SCHEDULED");
    servers.add("o-2", 7, "orders");
    var all = gateway.send("GET", "/v1/jobs");
    var filtered = gateway.send("GET", "/v1/jobs?endpoint=billing");

    document.assertDescribes("GET /v1/jobs", all);
    assertThat(TestGateway.json(all).at("/jobs/0/target"))
        .hasToString("{\"endpoint\":\"billing\",\"path\":\"/late\"}");
    assertThat(TestGateway.json(filtered).at("/jobs").findValuesAsText("id"))
        .containsExactly("o-1");
  }

  @Test
  void aCallJobHasAPathAndNoKey() {
    addCall("o-1", "SCHEDULED");
    servers.payloads.put(
        "o-1", QueryServers.JSON.createObjectNode().put("key", "/late".getBytes(UTF_8)));

    var response = gateway.send("GET", "/v1/jobs/o-1");

    document.assertDescribes("GET /v1/jobs/{id}", response);
    assertThat(TestGateway.json(response).has("targetKey")).isFalse();
    assertThat(TestGateway.json(response).at("/target/path").asText()).isEqualTo("/late");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET  | /v1/jobs?endpoint=a.b                       | endpoint
          GET  | /v1/jobs?endpoint=billing&topic=orders      | endpoint
          GET  | /v1/jobs?topic=queue.default.~billing       | topic
          GET  | /v1/dead-letters?endpoint=~billing          | endpoint
          GET  | /v1/queues/~billing/stats                   | queue
          POST | /v1/queues/~billing/jobs                    | queue
          POST | /v1/topics/queue.default.~billing/pause     | topic
          """)
  void theTargetThatStandsForAnEndpointIsNoNameForCallers(String method, String path, String at) {
    var response = gateway.send(method, path, "{}");

    assertProblem(response, 400, ReasonCode.PARAMETER_INVALID, at);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/jobs/cancel, SCHEDULED",
    "/v1/dead-letters/kick, DEAD",
    "/v1/dead-letters/discard, DEAD"
  })
  void bulkChangesFindTheJobsOfAnEndpoint(String path, String state) {
    addCall("o-1", state);
    servers.add("o-2", 7, "orders").put("state", state);
    var found = gateway.send("POST", path, "{\"filter\":{\"endpoint\":\"billing\"}}");
    var both =
        gateway.send("POST", path, "{\"filter\":{\"endpoint\":\"billing\",\"topic\":\"orders\"}}");

    document.assertDescribes("POST " + path, found);
    assertThat(gateway.publisher.records)
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("o-1");
    assertProblem(both, 400, ReasonCode.FIELD_INVALID, "filter.endpoint");
  }

  @Test
  void endpointsAreCountedByThemselvesAndAreNoQueues() {
    addCall("o-1", "SCHEDULED");
    servers.add("o-2", 5, "queue.default.mails");
    var stats = gateway.send("GET", "/v1/stats");
    var queues = TestGateway.json(gateway.send("GET", "/v1/queues"));

    document.assertDescribes("GET /v1/stats", stats);
    var json = TestGateway.json(stats);
    assertThat(json.at("/topics").findValuesAsText("topic")).containsExactly("queue.default.mails");
    assertThat(json.at("/endpoints/0/namespace").asText()).isEqualTo("default");
    assertThat(json.at("/endpoints/0/endpoint").asText()).isEqualTo("billing");
    assertThat(json.at("/endpoints/0/jobs").asInt()).isEqualTo(1);
    assertThat(queues.at("/queues").findValuesAsText("queue")).containsExactly("mails");
  }

  @Test
  void endpointsDoNotCountForTheLimitOfQueues() {
    addCall("o-1", "SCHEDULED");

    var queue = gateway.send("POST", "/v1/queues/mails/jobs", "{}");
    var call = gateway.post(JOB);

    assertThat(queue.statusCode()).as(queue.body()).isEqualTo(201);
    assertThat(call.statusCode()).as(call.body()).isEqualTo(201);
  }

  @Test
  void decisionsAboutEndpointsAreNotAmongThoseAboutTopics() {
    var control = TestGateway.json(gateway.send("GET", "/v1/control"));

    assertThat(control.at("/targets")).isEmpty();
  }

  @Test
  void aWorkerMayLeaveANote() {
    var response =
        gateway.send(
            "POST", "/v1/jobs/o-1/finish", "{\"lease\":\"x-1\",\"note\":\"200 in 12 ms\"}");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(headers(gateway.publisher.last())).contains("delay-note=200 in 12 ms");
  }

  private void addCall(String id, String state) {
    servers
        .add(id, 5, "")
        .put("state", state)
        .putObject("target")
        .put("endpoint", "billing")
        .put("path", "/late");
  }

  private HttpResponse<String> post(String namespace, String body) {
    return gateway.send(
        gateway
            .request("/v1/jobs")
            .header("Delaygate-Namespace", namespace)
            .POST(BodyPublishers.ofString(body)));
  }

  private void decide(String key, @Nullable String url) {
    var headers = url == null ? List.<RecordHeader>of() : List.of(header("url", url));
    gateway.topics.decide(
        new ProducerRecord<>(
            "delay-control", 0, key.getBytes(UTF_8), new byte[0], List.copyOf(headers)));
  }

  private static RecordHeader header(String name, String text) {
    return new RecordHeader(name, text.getBytes(UTF_8));
  }
}

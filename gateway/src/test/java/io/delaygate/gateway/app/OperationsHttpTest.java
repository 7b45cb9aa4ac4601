package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class OperationsHttpTest {
  private static final String CANCEL = "/v1/jobs/cancel";
  private static final String ORDERS = "{\"filter\": {\"topic\": \"orders\"}}";

  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway =
      TestGateway.start("scheduler.urls", servers.urls(), "outcome.timeout.ms", "1000");

  @AfterEach
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void answersAtOnceAndGoesOnAlone() {
    // Given
    for (var i = 0; i < 2_300; i++) {
      servers.add("j-" + i, i, "orders");
    }
    servers.add("mail", 1, "mails");

    // When
    var begun = begin(CANCEL, ORDERS, "respond-async");

    // Then
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    assertThat(begun.headers().firstValue("Preference-Applied")).hasValue("respond-async");
    var id = TestGateway.json(begun).get("id").textValue();
    assertThat(begun.headers().firstValue("Location")).hasValue("/v1/operations/" + id);
    var ended = awaitState(id, "DONE");
    assertThat(ended.at("/counts/cancelled").intValue()).isEqualTo(2_300);
    assertThat(ended.get("handled").intValue()).isEqualTo(2_300);
    assertThat(ended.at("/request/filter/topic").textValue()).isEqualTo("orders");
    assertThat(ended.get("kind").textValue()).isEqualTo("cancel");
    assertThat(ended.has("endedMs")).isTrue();
    assertThat(cancelled()).hasSize(2_300).doesNotContain("mail").doesNotHaveDuplicates();
  }

  @Test
  void aSmallOneIsAnsweredWithItsEnd() {
    servers.add("a", 1, "orders");

    var ended = begin(CANCEL, ORDERS, "wait=10, respond-async");

    assertThat(ended.statusCode()).as(ended.body()).isEqualTo(200);
    assertThat(TestGateway.json(ended).get("state").textValue()).isEqualTo("DONE");
    assertThat(TestGateway.json(ended).at("/counts/cancelled").intValue()).isEqualTo(1);
  }

  @Test
  void otherPreferencesChangeNothing() {
    var answer = begin(CANCEL, ORDERS, "return=minimal, wait=5");

    assertThat(TestGateway.json(answer).get("done").booleanValue()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"respond-async, wait=11", "respond-async, wait=x", "respond-async;wait=-1"})
  void refusesAWaitThatIsTooLong(String preference) {
    var refused = begin(CANCEL, ORDERS, preference);

    assertProblem(refused, 400, ReasonCode.PARAMETER_INVALID, "Prefer");
  }

  @Test
  void leavesAloneWhatCameLater() {
    // Given
    var startMs = TestGateway.CLOCK.millis();
    servers.add("before", 1, "orders").put("createdMs", startMs + 1_000);
    servers.add("later", 2, "orders").put("createdMs", startMs + 1_001);

    // When
    var ended = ended(begin(CANCEL, ORDERS, "respond-async, wait=10"));

    // Then
    assertThat(ended.at("/counts/cancelled").intValue()).isEqualTo(1);
    assertThat(cancelled()).containsExactly("before");
  }

  @Test
  void takesIdsInParts() {
    // Given
    var ids = IntStream.range(0, 2_500).mapToObj(i -> "\"i-" + i + "\"").toList();

    // When
    var ended = ended(begin(CANCEL, "{\"ids\": " + ids + "}", "respond-async, wait=10"));

    // Then
    assertThat(ended.at("/request/ids").intValue()).isEqualTo(2_500);
    assertThat(ended.get("total").intValue()).isEqualTo(2_500);
    assertThat(ended.at("/counts/cancelled").intValue()).isEqualTo(2_500);
    assertThat(cancelled()).hasSize(2_500).doesNotHaveDuplicates();
  }

  @Test
  void takesIdsOf256KibAndNoMore() {
    // Given
    var ids = new ArrayList<String>();
    for (var i = 0; i < 1_024; i++) {
      ids.add("\"%0256d\"".formatted(i));
    }

    // When
    var taken = begin(CANCEL, "{\"ids\": " + ids + "}", "respond-async");
    ids.add("\"x\"");
    var refused = begin(CANCEL, "{\"ids\": " + ids + "}", "respond-async");

    // Then
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(202);
    assertProblem(refused, 413, ReasonCode.BATCH_TOO_LARGE, null);
    awaitState(TestGateway.json(taken).get("id").textValue(), "DONE");
  }

  @Test
  void changesNoMoreThanTheLimit() {
    for (var i = 0; i < 12_000; i++) {
      servers.add("j-" + i, i, "orders");
    }

    var ended =
        ended(
            begin(
                CANCEL,
                "{\"filter\": {\"topic\": \"orders\"}, \"limit\": 10500}",
                "respond-async, wait=10"));

    assertThat(ended.at("/counts/cancelled").intValue()).isEqualTo(10_500);
    assertThat(ended.at("/request/limit").intValue()).isEqualTo(10_500);
  }

  @Test
  void waitsForSchedulersAndSaysSo() {
    // Given
    servers.add("a", 1, "orders");
    servers.instances.forEach(instance -> instance.refusesWith = 503);

    // When
    var id = TestGateway.json(begin(CANCEL, ORDERS, "respond-async")).get("id").textValue();
    Awaitility.await().until(() -> get(id).has("waiting"));
    var waiting = get(id);
    servers.instances.forEach(instance -> instance.refusesWith = 0);

    // Then
    assertThat(waiting.get("state").textValue()).isEqualTo("RUNNING");
    assertThat(awaitState(id, "DONE").at("/counts/cancelled").intValue()).isEqualTo(1);
  }

  @Test
  void asksAgainWhereNoOutcomeCame() {
    // Given
    for (var i = 0; i < 600; i++) {
      servers.add("j-" + i, i, "orders");
    }
    gateway.scheduler.isSilent();

    // When
    var id = TestGateway.json(begin(CANCEL, ORDERS, "respond-async")).get("id").textValue();
    Awaitility.await().until(() -> get(id).has("waiting"));
    assertThat(get(id).get("handled").intValue()).isZero();
    assertThat(cancelled()).as("commands pile up").hasSizeLessThanOrEqualTo(512);
    gateway.scheduler.obeys();

    // Then
    assertThat(awaitState(id, "DONE").at("/counts/cancelled").intValue()).isEqualTo(600);
  }

  /** A repeated kick of what was kicked before its gateway died is answered as stale. */
  @ParameterizedTest
  @CsvSource({"STALE,kicked", "ALREADY_DELIVERED,kicked", "NOT_FOUND,notFound"})
  void countsWhatTheLostAnswerWouldHaveSaid(Outcome second, String counted) {
    // Given
    servers.add("a", 1, "orders").put("state", "DEAD").put("diedMs", 1);
    gateway.scheduler.isSilent();

    // When
    var begun = begin("/v1/dead-letters/kick", "{\"all\": true}", "respond-async");
    var id = TestGateway.json(begun).get("id").textValue();
    Awaitility.await().until(() -> get(id).has("waiting"));
    gateway.scheduler.says(second);

    // Then
    assertThat(awaitState(id, "DONE").at("/counts/" + counted).intValue()).isEqualTo(1);
  }

  @Test
  void fourOfANamespaceRunAndTheOthersWait() {
    // Given
    servers.instances.forEach(instance -> instance.refusesWith = 503);
    var ids = new ArrayList<String>();
    for (var i = 0; i < 20; i++) {
      ids.add(TestGateway.json(begin(CANCEL, ORDERS, "respond-async")).get("id").textValue());
    }

    // When
    Awaitility.await().until(() -> states().stream().filter("RUNNING"::equals).count() == 4);
    var refused = begin(CANCEL, ORDERS, "respond-async");
    var states = states();
    var aborted = gateway.send("POST", "/v1/operations/" + ids.get(19) + "/abort");
    var begunAfter = begin(CANCEL, ORDERS, "respond-async");
    servers.instances.forEach(instance -> instance.refusesWith = 0);

    // Then
    assertProblem(refused, 409, ReasonCode.TOO_MANY, null);
    assertThat(states.stream().filter("QUEUED"::equals)).hasSize(16);
    assertThat(TestGateway.json(aborted).get("state").textValue()).isEqualTo("ABORTED");
    assertThat(begunAfter.statusCode()).as(begunAfter.body()).isEqualTo(202);
    ids.subList(0, 19).forEach(id -> awaitState(id, "DONE"));
  }

  @Test
  void aPausedOneWaitsAndAnAbortedOneIsOver() {
    // Given
    servers.add("a", 1, "orders");
    servers.instances.forEach(instance -> instance.refusesWith = 503);
    var id = TestGateway.json(begin(CANCEL, ORDERS, "respond-async")).get("id").textValue();

    // When
    var paused = wish(id, "pause");
    servers.instances.forEach(instance -> instance.refusesWith = 0);
    var resumed = wish(id, "resume");
    var done = awaitState(id, "DONE");

    // Then
    assertThat(paused.get("state").textValue()).isEqualTo("PAUSED");
    assertThat(resumed.get("state").textValue()).isIn("QUEUED", "RUNNING", "DONE");
    assertThat(done.at("/counts/cancelled").intValue()).isEqualTo(1);
    for (var wish : List.of("pause", "resume", "abort")) {
      assertProblem(
          gateway.send("POST", "/v1/operations/" + id + "/" + wish),
          409,
          ReasonCode.OPERATION_ENDED,
          "operation");
    }
  }

  @Test
  void anAbortedOneBeginsNothingMoreWhenOutcomesCome() {
    for (var i = 0; i < 600; i++) {
      servers.add("j-" + i, i, "orders");
    }
    try (var slow =
        TestGateway.start("scheduler.urls", servers.urls(), "outcome.timeout.ms", "15000")) {
      // Given
      slow.scheduler.isSilent();
      var request = slow.request(CANCEL).header("Prefer", "respond-async");
      var begun = slow.send(request.POST(BodyPublishers.ofString(ORDERS)));
      var id = TestGateway.json(begun).get("id").textValue();
      Awaitility.await().until(() -> commands(slow).size() == 256);

      // When
      var aborted = slow.send("POST", "/v1/operations/" + id + "/abort");
      var first = commands(slow).get(0);
      slow.scheduler.reply(first, 0);
      slow.scheduler.obeys();
      slow.send("DELETE", "/v1/jobs/other");

      // Then
      assertThat(TestGateway.json(aborted).get("state").textValue()).isEqualTo("ABORTED");
      assertThat(TestGateway.json(aborted).at("/counts/unanswered").intValue()).isEqualTo(256);
      assertThat(commands(slow)).hasSize(257);
    }
  }

  private static List<ProducerRecord<byte[], byte[]>> commands(TestGateway gateway) {
    return gateway.publisher.records.stream()
        .filter(record -> record.topic().equals("delay-requests"))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "UPPER", "a.b", "%2F", "x%20y"})
  void anIdThatDoesNotExistIsNotFound(String id) {
    assertProblem(
        gateway.send("GET", "/v1/operations/" + id),
        404,
        ReasonCode.OPERATION_NOT_FOUND,
        "operation");
  }

  @Test
  void redrivesByAFilterOnly() {
    var letters = "{\"letters\": [{\"partition\": 0, \"offset\": 1}]}";

    assertProblem(
        begin("/v1/dead-letters/redrive", letters, "respond-async"),
        400,
        ReasonCode.FIELD_INVALID,
        "letters");
    var all = ended(begin("/v1/dead-letters/redrive", "{\"all\": true}", "respond-async, wait=10"));
    assertThat(all.get("handled").intValue()).isZero();
  }

  private JsonNode ended(HttpResponse<String> begun) {
    var json = TestGateway.json(begun);
    return awaitState(json.path("id").asText(begun.body()), "DONE");
  }

  private HttpResponse<String> begin(String path, String body, String preference) {
    var request = gateway.request(path).header("Prefer", preference);
    return gateway.send(request.POST(BodyPublishers.ofString(body)));
  }

  private JsonNode get(String id) {
    return TestGateway.json(gateway.send("GET", "/v1/operations/" + id));
  }

  private JsonNode wish(String id, String wish) {
    var answer = gateway.send("POST", "/v1/operations/" + id + "/" + wish);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return TestGateway.json(answer);
  }

  private JsonNode awaitState(String id, String state) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> get(id).path("state").asText().equals(state));
    return get(id);
  }

  private List<String> states() {
    return TestGateway.json(gateway.send("GET", "/v1/operations"))
        .get("operations")
        .findValuesAsText("state");
  }

  private List<String> cancelled() {
    return commands(gateway).stream()
        .map(record -> new String(record.key(), StandardCharsets.UTF_8))
        .collect(Collectors.toList());
  }
}

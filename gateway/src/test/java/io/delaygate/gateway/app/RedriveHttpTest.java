package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.directory.TopicStatus;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rejected commands are sent again from their letters. */
class RedriveHttpTest {
  private static final String LETTERS = "delay-dead-letters";
  private static final String[] ORDER = {"delay-target-topic", "orders", "delay", "1s"};
  private static final String[] LOST = {"delay-target-topic", "nowhere", "delay", "1s"};

  private TestGateway gateway;
  private ApiDocument document;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    var file = Files.writeString(folder.resolve("tokens"), "root admin " + TokenHasher.hex("root"));
    gateway = TestGateway.start("auth.tokens.file", file.toString());
    document = ApiDocument.of(gateway);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aCommandIsSentAsItWas() {
    // Given
    letter(1, "o-1", "v", "delay-target-topic", "orders", "delay", "1s", "colour", "red");

    // When
    var json = json(redrive("{\"all\": true}"));

    // Then
    assertThat(json)
        .isEqualTo(
            TestGateway.json(
                "{\"sent\": 1, \"refused\": 0, \"failed\": 0, \"refusals\": [], \"done\": true}"));
    var sent = sent().get(0);
    assertThat(sent.key()).isEqualTo("o-1".getBytes(UTF_8));
    assertThat(sent.value()).isEqualTo("v".getBytes(UTF_8));
    assertThat(MemoryPublisher.headers(sent))
        .containsExactly("delay-target-topic=orders", "delay=1s", "colour=red");
    assertThat(sent.partition())
        .isEqualTo(new JobId("o-1").partition(MemoryPublisher.PARTITIONS).getAsInt());
  }

  @Test
  void aKeyThatIsNoTextGoesToThePartitionOfItsId() {
    // Given
    var key = ByteBuffer.allocate(8).putLong(128).array();
    letter(0, key, "v", "delay-id", "o-7", "delay-target-topic", "orders", "delay", "1s");

    // When
    redrive("{\"all\": true}");

    // Then
    var sent = sent().get(0);
    assertThat(sent.key()).isEqualTo(key);
    assertThat(MemoryPublisher.headers(sent)).contains("delay-id=o-7");
    assertThat(sent.partition())
        .isEqualTo(new JobId("o-7").partition(MemoryPublisher.PARTITIONS).getAsInt());
  }

  @Test
  void aCommandWithoutKeyAndIdStaysOne() {
    // Given
    letter(0, (byte[]) null, "v", ORDER);

    // When
    var json = json(redrive("{\"all\": true}"));

    // Then
    assertThat(json.get("sent").intValue()).isOne();
    assertThat(sent().get(0).key()).isNull();
    assertThat(sent().get(0).partition()).isBetween(0, MemoryPublisher.PARTITIONS - 1);
  }

  @Test
  void whatWouldBeRejectedAgainIsNotSent() {
    // Given
    letter(0, "a", "v", LOST);
    letter(0, "b", "v", "delay", "soon", "delay-target-topic", "orders");
    letter(0, "c", "v", ORDER);
    letter(0, "~0-1", null, "delay-op", "cancel");
    letter(0, "~99-1", null, "delay-op", "cancel");

    // When
    var json = json(redrive("{\"all\": true}"));

    // Then
    assertThat(json.get("sent").intValue()).isEqualTo(2);
    assertThat(json.get("refused").intValue()).isEqualTo(3);
    assertThat(json.at("/refusals/0"))
        .isEqualTo(
            TestGateway.json(
                """
                {"letter": {"partition": 0, "offset": 0}, "id": "a", "reason": "TARGET_UNKNOWN",
                 "reasonText": "there is no topic 'nowhere'"}
                """));
    assertThat(json.get("refusals").findValuesAsText("reason"))
        .containsExactly("TARGET_UNKNOWN", "TIME_INVALID", "ID_INVALID");
    assertThat(keys()).containsExactly("c", "~0-1");
  }

  @Test
  void aSecondRedriveSendsAgainWhatWasSent() {
    // Given
    letter(0, "a", "v", LOST);
    redrive("{\"all\": true}");
    gateway.directory.topics.put("nowhere", new TopicStatus.Writable(1, 1_048_588));

    // When
    redrive("{\"all\": true}");
    redrive("{\"all\": true}");

    // Then
    assertThat(keys()).containsExactly("a", "a");
  }

  @Test
  void theBeginningOfALargeCommandIsNotACommand() {
    // Given: its key and no headers, as if it were a cancel
    letterOf(0, "RECORD_TOO_LARGE", "big".getBytes(UTF_8), null);
    letterOf(0, "RECORD_TOO_LARGE", "whole".getBytes(UTF_8), "v".getBytes(UTF_8), ORDER);

    // When
    var json = json(redrive("{\"all\": true}"));

    // Then
    assertThat(json.get("refusals").findValuesAsText("reason")).containsExactly("RECORD_TOO_LARGE");
    assertThat(keys()).containsExactly("whole");
  }

  @Test
  void lettersAreNamedAsTheyAreListed() {
    // Given
    for (var i = 0; i < 6; i++) {
      letter(i % 2, "r-" + i, "v", ORDER);
    }
    gateway.topics.letter(
        new ProducerRecord<>(LETTERS, 0, "dead".getBytes(UTF_8), new byte[0], List.of()));
    var listed = json(call("root", "GET", "/v1/dead-letters?kind=rejected&limit=2", null));
    var named = listed.get("rejected").findValues("letter").toString().replace("]", ",%s]");

    // When: of a job, twice the same, behind the end, and in no partition
    var others =
        """
        {"partition":0,"offset":3},{"partition":1,"offset":3},{"partition":1,"offset":3},
        {"partition":1,"offset":9223372036854775807},{"partition":99,"offset":0}""";
    var json = json(redrive("{\"letters\": " + named.formatted(others) + "}"));

    // Then
    assertThat(json.get("sent").intValue()).isEqualTo(2);
    assertThat(json.get("notFound").intValue()).isEqualTo(4);
    assertThat(json.has("left")).isFalse();
    assertThat(json.get("done").booleanValue()).isTrue();
    assertThat(keys()).containsExactly("r-2", "r-4");
  }

  @Test
  void aLimitAndItsCursorTakeEachOnceAndNothingThatCameLater() {
    // Given
    for (var i = 0; i < 1_300; i++) {
      letter(i % 4, "r-" + i, "v", ORDER);
    }

    // When
    var answers = new ArrayList<JsonNode>();
    var cursor = "";
    do {
      answers.add(json(redrive("{\"all\": true, \"limit\": 600" + cursor + "}")));
      cursor = ",\"cursor\": \"" + answers.get(answers.size() - 1).path("cursor").asText() + "\"";
      letter(3, "later", "v", ORDER);
    } while (!answers.get(answers.size() - 1).get("done").booleanValue());

    // Then
    assertThat(answers).extracting(it -> it.get("sent").intValue()).containsExactly(600, 600, 100);
    assertThat(keys())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 1_300).mapToObj(i -> "r-" + i).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "reason": "TIME_INVALID"                                    | a-1
          "idPrefix": "b"                                             | b-1,b-2
          "idPrefix": "b", "reason": "ID_INVALID"                     | b-2
          "rejectedFrom": 1700000000123                               | a-1,b-1,b-2
          "rejectedFrom": 1700000000124                               |
          "rejectedTo": "2023-11-14T22:13:20.123Z"                    |
          "rejectedTo": "2023-11-14T22:13:20.124Z", "idPrefix": "b-1" | b-1
          "idPrefix": "b-1 and more"                                  |
          """)
  void aFilterTakesSome(String filter, @Nullable String taken) {
    // Given
    var value = "v".getBytes(UTF_8);
    letterOf(0, "TIME_INVALID", "a-1".getBytes(UTF_8), value, ORDER);
    letterOf(1, "TARGET_UNKNOWN", "b-1".getBytes(UTF_8), value, ORDER);
    letterOf(2, "ID_INVALID", "b-2".getBytes(UTF_8), value, ORDER);
    letterOf(3, "ID_INVALID", null, value, LOST);

    // When
    redrive("{\"filter\": {" + filter + "}}");

    // Then
    assertThat(String.join(",", keys())).isEqualTo(taken == null ? "" : taken);
  }

  @Test
  void aNamespaceSeesAndSendsItsOwn() {
    // Given
    admin("PUT", "/v1/admin/namespaces/shop", "{\"allow\":[\"orders\"]}");
    gateway.directory.topics.put("mails", new TopicStatus.Writable(1, 1_048_588));
    var token = token("{\"name\":\"somebody\",\"role\":\"write\"}");
    letter(0, "o-1", "v", LOST);
    letter(0, "@shop/o-2", "v", ORDER);
    letter(0, "@shop/o-3", "v", "delay-target-topic", "mails", "delay", "1s");
    letter(0, "@shop/~4", "v", ORDER);
    letter(0, "@ship/o-5", "v", ORDER);

    // When
    var json = json(call(token, "POST", "/v1/dead-letters/redrive", "{\"all\": true}"));
    var others =
        json(
            call(
                token,
                "POST",
                "/v1/dead-letters/redrive",
                "{\"letters\": [{\"partition\": 0, \"offset\": 0}]}"));

    // Then
    assertThat(keys()).containsExactly("@shop/o-2");
    assertThat(json.get("refused").intValue()).isEqualTo(2);
    assertThat(json.at("/refusals/0/id").textValue()).isEqualTo("o-3");
    assertThat(json.get("refusals").findValuesAsText("reason"))
        .containsExactly("TARGET_FORBIDDEN", "ID_INVALID");
    assertThat(others.get("notFound").intValue()).isOne();
  }

  @Test
  void limitsHoldAsForCalls() {
    // Given
    admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var token =
        token(
            """
            {"name":"somebody","role":"write","limits":{"jobsPerSecond":2,"payloadBytes":3}}""");
    letter(0, "@shop/large", "long", ORDER);
    for (var i = 0; i < 4; i++) {
      letter(0, "@shop/o-" + i, "v", ORDER);
    }

    // When
    var json = json(call(token, "POST", "/v1/dead-letters/redrive", "{\"all\": true}"));

    // Then
    assertThat(keys()).containsExactly("@shop/o-0", "@shop/o-1");
    assertThat(json.at("/refusals/0/reason").textValue()).isEqualTo("LIMIT_EXCEEDED");
    assertThat(json.get("failed").intValue()).isOne();
    assertThat(json.at("/problem/reason").textValue()).isEqualTo("LIMIT_EXCEEDED");
    assertThat(json.get("done").booleanValue()).isFalse();
  }

  @Test
  void aCallEndsWhereKafkaTakesNoMoreAndGoesOnThere() throws Exception {
    // Given
    for (var i = 0; i < 3; i++) {
      letter(0, "o-" + i, "v", ORDER);
    }
    gateway.publisher.holds = true;
    var answer =
        gateway.sendAsync(
            gateway
                .request("/v1/dead-letters/redrive")
                .header("Authorization", "Bearer root")
                .POST(BodyPublishers.ofString("{\"all\": true}")));
    gateway.publisher.nextWaiting().complete(gateway.publisher.stored(0));
    gateway.publisher.nextWaiting().complete(new PublishResult.NotStored());
    gateway.publisher.nextWaiting().complete(new PublishResult.TooLarge("delay-requests"));

    // When
    var json = json(answer.join());
    gateway.publisher.holds = false;
    var rest =
        json(redrive("{\"all\": true, \"cursor\": \"" + json.get("cursor").textValue() + "\"}"));

    // Then
    assertThat(json.get("sent").intValue()).isOne();
    assertThat(json.get("refused").intValue()).isOne();
    assertThat(json.get("failed").intValue()).isOne();
    assertThat(json.at("/problem/reason").textValue()).isEqualTo("UNAVAILABLE");
    assertThat(rest.get("sent").intValue()).isEqualTo(2);
    assertThat(keys()).containsExactly("o-0", "o-1", "o-2", "o-1", "o-2");
  }

  @Test
  void lettersThatCouldNotBeSentAreToBeNamedAgain() {
    // Given
    letter(0, "o-0", "v", LOST);
    letter(0, "o-1", "v", ORDER);
    gateway.publisher.partitions = OptionalInt.empty();

    // When
    var named = "{\"letters\": [{\"partition\": 0, \"offset\": 0},{\"partition\":0,\"offset\":1}]}";
    var json = json(redrive(named));

    // Then
    assertThat(json.get("left")).hasSize(1);
    assertThat(json.at("/left/0/offset").longValue()).isOne();
    assertThat(json.get("notFound").intValue()).isZero();
    assertThat(json.get("done").booleanValue()).isFalse();
  }

  @Test
  void failsAsASingleCallDoesWhenNothingCanBeSent() {
    letter(0, "o-1", "v", ORDER);
    gateway.publisher.partitions = OptionalInt.empty();
    assertProblem(redrive("{\"all\": true}"), 503, ReasonCode.UNAVAILABLE, null);

    gateway.publisher.partitions = OptionalInt.of(MemoryPublisher.PARTITIONS);
    gateway.directory.unreadable.add("orders");
    assertProblem(redrive("{\"all\": true}"), 503, ReasonCode.TARGET_UNCHECKED, null);

    gateway.topics.setMissing(true);
    assertProblem(redrive("{\"all\": true}"), 503, ReasonCode.QUERY_UNAVAILABLE, null);
  }

  @Test
  void nothingMoreIsSentWhenTheTokenIsRevoked() throws Exception {
    // Given
    admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var made =
        admin("POST", "/v1/admin/namespaces/shop/tokens", "{\"name\":\"x\",\"role\":\"write\"}");
    for (var i = 0; i < 600; i++) {
      letter(0, "@shop/o-" + i, "v", ORDER);
    }
    gateway.publisher.holds = true;
    var answer =
        gateway.sendAsync(
            gateway
                .request("/v1/dead-letters/redrive")
                .header("Authorization", "Bearer " + TestGateway.json(made).get("token").asText())
                .POST(BodyPublishers.ofString("{\"all\": true}")));
    var waiting = new ArrayList<>(List.of(gateway.publisher.nextWaiting()));
    while (waiting.size() < 500) {
      waiting.add(gateway.publisher.nextWaiting());
    }

    // When
    gateway.publisher.holds = false;
    var id = TestGateway.json(made).get("id").asText();
    admin("DELETE", "/v1/admin/namespaces/shop/tokens/" + id, "");
    gateway.topics.awaitDecided();
    waiting.forEach(each -> each.complete(gateway.publisher.stored(0)));

    // Then
    var json = json(answer.join());
    assertThat(json.get("sent").intValue()).isEqualTo(500);
    assertThat(json.at("/problem/reason").textValue()).isEqualTo("TOKEN_INVALID");
    assertThat(sent()).hasSize(500);
  }

  @Test
  void readersMayNot() {
    admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var token = token("{\"name\":\"reader\",\"role\":\"read\"}");

    var refused = call(token, "POST", "/v1/dead-letters/redrive", "{\"all\": true}");

    assertProblem(refused, 403, ReasonCode.ROLE_INSUFFICIENT, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                | FIELD_MISSING  | letters
          {"letters":null}                                  | FIELD_MISSING  | letters
          {"all":true,"letters":[]}                         | FIELD_MISSING  | letters
          {"all":true,"filter":{"idPrefix":"x"}}            | FIELD_MISSING  | letters
          {"all":false}                                     | FIELD_INVALID  | all
          {"all":"true"}                                    | FIELD_INVALID  | all
          {"filter":{}}                                     | FIELD_MISSING  | filter
          {"filter":{"idPrefix":""}}                        | FIELD_MISSING  | filter
          {"filter":{"topic":"t"}}                          | FIELD_UNKNOWN  | filter.topic
          {"filter":{"reason":"NO_TIME"}}                   | FIELD_INVALID  | filter.reason
          {"filter":{"rejectedFrom":"soon"}}                | FIELD_INVALID  | filter.rejectedFrom
          {"filter":[]}                                     | FIELD_INVALID  | filter
          {"letters":{}}                                    | FIELD_INVALID  | letters
          {"letters":[3]}                                   | FIELD_INVALID  | letters[0]
          {"letters":[{"partition":1}]}                     | FIELD_MISSING  | letters[0].offset
          {"letters":[{"partition":-1,"offset":1}]}         | FIELD_INVALID  | letters[0].partition
          {"letters":[{"partition":1,"offset":1,"topic":1}]} | FIELD_UNKNOWN | letters[0].topic
          {"letters":[],"limit":1}                          | FIELD_INVALID  | limit
          {"letters":[],"cursor":"x"}                       | FIELD_INVALID  | cursor
          {"all":true,"limit":0}                            | FIELD_INVALID  | limit
          {"all":true,"limit":10001}                        | FIELD_INVALID  | limit
          {"all":true,"cursor":"x"}                         | CURSOR_INVALID | cursor
          {"all":true,"value":1}                            | FIELD_UNKNOWN  | value
          [                                                 | BODY_INVALID   |
          """)
  void refusesWhatItDoesNotUnderstand(String body, ReasonCode reason, @Nullable String field) {
    var refused = redrive(body);

    assertProblem(refused, 400, reason, field);
    document.assertDescribes("POST /v1/dead-letters/redrive", refused);
  }

  @Test
  void aCursorBelongsToItsFilterAndNamespace() {
    // Given
    admin("PUT", "/v1/admin/namespaces/shop", "{}");
    var token = token("{\"name\":\"somebody\",\"role\":\"write\"}");
    letter(0, "o-1", "v", ORDER);
    letter(0, "o-2", "v", ORDER);
    var cursor = json(redrive("{\"all\": true, \"limit\": 1}")).get("cursor").textValue();

    // When
    var body = "{%s, \"cursor\": \"" + cursor + "\"}";
    var filtered = redrive(body.formatted("\"filter\":{\"idPrefix\":\"o\"}"));
    var foreign = call(token, "POST", "/v1/dead-letters/redrive", body.formatted("\"all\":true"));

    // Then
    assertProblem(filtered, 400, ReasonCode.CURSOR_INVALID, "cursor");
    assertProblem(foreign, 400, ReasonCode.CURSOR_INVALID, "cursor");
    assertThat(keys()).containsExactly("o-1");
  }

  @Test
  void takesTenThousandLettersAndNoMore() {
    var letters =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(i -> "{\"partition\":0,\"offset\":" + i + "}")
            .toList();

    var refused = redrive("{\"letters\":" + letters + "}");
    var taken = json(redrive("{\"letters\":" + letters.subList(1, 10_001) + "}"));

    assertProblem(refused, 413, ReasonCode.BATCH_TOO_LARGE, null);
    assertThat(taken.get("notFound").intValue()).isEqualTo(10_000);
  }

  private HttpResponse<String> redrive(String body) {
    return call("root", "POST", "/v1/dead-letters/redrive", body);
  }

  private JsonNode json(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    if (response.request().method().equals("POST")) {
      document.assertDescribes("POST /v1/dead-letters/redrive", response);
    }
    return TestGateway.json(response);
  }

  private List<ProducerRecord<byte[], byte[]>> sent() {
    return gateway.publisher.records.stream()
        .filter(record -> record.topic().equals("delay-requests"))
        .toList();
  }

  private List<String> keys() {
    return sent().stream()
        .map(record -> record.key() == null ? "-" : new String(record.key(), UTF_8))
        .toList();
  }

  private void letter(int partition, String key, @Nullable String value, String... headers) {
    letter(partition, key.getBytes(UTF_8), value, headers);
  }

  private void letter(
      int partition, byte @Nullable [] key, @Nullable String value, String... headers) {
    var bytes = value == null ? null : value.getBytes(UTF_8);
    letterOf(partition, "TARGET_UNKNOWN", key, bytes, headers);
  }

  private void letterOf(
      int partition,
      String reason,
      byte @Nullable [] key,
      byte @Nullable [] value,
      String... headers) {
    var all = new ArrayList<>(List.of(headers));
    all.addAll(
        List.of(
            "delay-reason", reason,
            "delay-reason-text", "because",
            "delay-source-topic", "delay-requests",
            "delay-source-partition", "3",
            "delay-source-offset", "44",
            "delay-source-timestamp-ms", "5"));
    var list = new RecordHeaders();
    for (var i = 0; i < all.size(); i += 2) {
      list.add(all.get(i), all.get(i + 1).getBytes(UTF_8));
    }
    gateway.topics.letter(new ProducerRecord<>(LETTERS, partition, key, value, list));
  }

  private String token(String body) {
    var made = admin("POST", "/v1/admin/namespaces/shop/tokens", body);
    gateway.topics.awaitDecided();
    return TestGateway.json(made).get("token").textValue();
  }

  private HttpResponse<String> admin(String method, String path, String body) {
    return call("root", method, path, body);
  }

  private HttpResponse<String> call(
      String token, String method, String path, @Nullable String body) {
    return gateway.send(
        gateway
            .request(path)
            .header("Authorization", "Bearer " + token)
            .method(method, BodyPublishers.ofString(body == null ? "" : body)));
  }
}

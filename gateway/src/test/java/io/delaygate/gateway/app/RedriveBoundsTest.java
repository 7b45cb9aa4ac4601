package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of redrives that end early, and of redrives that are refused. */
class RedriveBoundsTest extends RedriveCalls {
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

    gateway.directory.topics.remove("delay-dead-letters");
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
          {"all":true,"letters":[]}                         | FIELD_INVALID  | all
          {"all":true,"filter":{"idPrefix":"x"}}            | FIELD_INVALID  | all
          {"letters":[],"filter":{"idPrefix":"x"}}          | FIELD_MISSING  | letters
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
}

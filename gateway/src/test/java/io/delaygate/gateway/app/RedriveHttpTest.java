package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.service.directory.TopicStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of redrives: rejected commands are sent again from their letters. */
class RedriveHttpTest extends RedriveCalls {
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
        .startsWith("delay-target-topic=orders", "delay=1s", "colour=red")
        .hasSize(4)
        .last()
        .asString()
        .startsWith("delay-job-sent-by=")
        .endsWith(" root");
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
                 "reasonText": "topic 'nowhere' does not exist"}
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
    // Given: the letter has its key and no headers, like a cancel
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

    // When: letters of a job, named twice, beyond the end, and in a missing partition
    var others =
        """
        {"partition":0,"offset":3},{"partition":1,"offset":3},{"partition":1,"offset":3},
        {"partition":1,"offset":9223372036854775807},{"partition":99,"offset":0}\
        """;
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
            {"name":"somebody","role":"write","limits":{"jobsPerSecond":2,"payloadBytes":3}}\
            """);
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
}

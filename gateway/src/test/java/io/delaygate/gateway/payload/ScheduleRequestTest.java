package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleRequestTest {
  private static final JobUrls.OfNamespace NO_URLS =
      new JobUrls.OfNamespace(
          (namespace, url) -> {
            throw new AssertionError(url);
          },
          "default");

  @Test
  void anAbsentKeyIsLeftToTheContract() {
    assertThat(named(draft("{\"target\":{\"topic\":\"t\"}}"), "delay-target-key")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"key", "keyBase64"})
  void anExplicitNullIsANullKey(String field) {
    var draft = draft("{\"target\":{\"topic\":\"t\",\"%s\":null}}".formatted(field));

    assertThat(named(draft, "delay-target-key")).hasSize(1);
    assertThat(named(draft, "delay-target-key").get(0).value()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"key,é", "keyBase64,w6k="})
  void aKeyIsTextOrBytes(String field, String value) {
    var draft = draft("{\"target\":{\"topic\":\"t\",\"%s\":\"%s\"}}".formatted(field, value));

    assertThat(named(draft, "delay-target-key").get(0).value()).isEqualTo(utf8("é"));
  }

  @Test
  void anEmptyKeyIsEmptyAndNotNull() {
    var draft = draft("{\"target\":{\"topic\":\"t\",\"key\":\"\"}}");

    assertThat(named(draft, "delay-target-key").get(0).value()).isEmpty();
  }

  @Test
  void headersKeepOrderDuplicatesAndNulls() {
    var draft =
        draft(
            """
            {"headers":[{"name":"b","value":"1"},{"name":"a","valueBase64":"AAE="},
             {"name":"b","value":null},{"name":"","value":""}]}
            """);

    var foreign = draft.headers().stream().filter(h -> !DelayHeader.isControl(h.key())).toList();
    assertThat(foreign).extracting(Header::key).containsExactly("b", "a", "b", "");
    assertThat(foreign)
        .extracting(Header::value)
        .containsExactly(utf8("1"), new byte[] {0, 1}, null, new byte[0]);
  }

  @Test
  void headersOfADeliveredRecordMayComeBack() {
    var draft = draft("{\"headers\":[{\"name\":\"delay-job-id\",\"value\":\"x\"}]}");

    assertThat(named(draft, "delay-job-id")).hasSize(1);
  }

  @Test
  void valuesAreTextOrBytes() {
    assertThat(draft("{\"value\":\"é\"}").value()).isEqualTo(utf8("é"));
    assertThat(draft("{\"value\":{\"a\":1.10}}").value()).isEqualTo(utf8("{\"a\":1.10}"));
    assertThat(draft("{\"valueBase64\":\"AP8=\"}").value()).isEqualTo(new byte[] {0, -1});
    assertThat(draft("{\"valueBase64\":\"\"}").value()).isEmpty();
    assertThat(draft("{\"valueBase64\":null}").value()).isNull();
    assertThat(draft("{\"value\":null}").value()).isNull();
    assertThat(draft("{}").value()).isNull();
  }

  @Test
  void aNullFieldThatMeansNothingCountsAsAbsent() {
    var draft =
        draft("{\"id\":null,\"delay\":null,\"dueMs\":null,\"headers\":null,\"priority\":null}");

    assertThat(draft.id()).isNull();
    assertThat(draft.headers()).extracting(Header::key).containsExactly("delay-op");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"x":1}                                                  | FIELD_UNKNOWN | x
          {"x":null}                                               | FIELD_UNKNOWN | x
          {"target":{"x":1}}                                       | FIELD_UNKNOWN | target.x
          {"headers":[{"name":"a","value":"","x":1}]}              | FIELD_UNKNOWN | headers[0].x
          {"headers":[{"name":"a","value":""},{"value":""}]}       | FIELD_MISSING | headers[1].name
          {"headers":[{"name":"a"}]}                               | FIELD_MISSING | headers[0].value
          {"headers":{}}                                           | FIELD_INVALID | headers
          {"headers":[1]}                                          | FIELD_INVALID | headers[0]
          {"headers":[{"name":"a","value":1}]}                     | FIELD_INVALID | headers[0].value
          {"headers":[{"name":"a","value":"","valueBase64":""}]}   | FIELD_INVALID | headers[0].valueBase64
          {"headers":[{"name":"delay","value":"1s"}]}              | FIELD_INVALID | headers[0].name
          {"headers":[{"name":"delay-","value":"1s"}]}             | FIELD_INVALID | headers[0].name
          {"target":{"key":"a","keyBase64":"a"}}                   | FIELD_INVALID | target.keyBase64
          {"target":{"key":null,"keyBase64":null}}                 | FIELD_INVALID | target.keyBase64
          {"target":{"key":1}}                                     | FIELD_INVALID | target.key
          {"target":{"keyBase64":"*"}}                             | FIELD_INVALID | target.keyBase64
          {"target":{"topic":1}}                                   | FIELD_INVALID | target.topic
          {"target":{"partition":"1"}}                             | FIELD_INVALID | target.partition
          {"value":null,"valueBase64":"AA=="}                      | FIELD_INVALID | valueBase64
          {"valueBase64":"a b"}                                    | FIELD_INVALID | valueBase64
          {"value":"\\ud800"}                                      | FIELD_INVALID | value
          {"headers":[{"name":"\\ud800","value":""}]}              | FIELD_INVALID | headers[0].name
          {"id":1}                                                 | FIELD_INVALID | id
          {"delay":30}                                             | FIELD_INVALID | delay
          {"dueMs":true}                                           | FIELD_INVALID | dueMs
          {"ifExists":false}                                       | FIELD_INVALID | ifExists
          """)
  void refusesWhatCannotBeRead(String body, ReasonCode reason, String field) {
    var refused = catchThrowableOfType(ProblemException.class, () -> draft(body));

    assertThat(refused.problem().reason()).isEqualTo(reason);
    assertThat(refused.problem().field()).isEqualTo(field);
  }

  private static ScheduleRequest draft(String body) {
    return ScheduleRequest.of(JobBody.parse(body), NO_URLS);
  }

  private static List<Header> named(ScheduleRequest draft, String name) {
    return draft.headers().stream().filter(header -> header.key().equals(name)).toList();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

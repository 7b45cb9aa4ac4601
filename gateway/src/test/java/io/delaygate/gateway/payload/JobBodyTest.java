package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.http.ProblemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobBodyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.10",
        "1e400",
        "123456789012345678901234567890.5",
        "-0",
        "true",
        "false",
        "{}",
        "[ 1,  2.50 ]",
        "{\"b\" : 1.0,\n \"a\": [\"\\u00e9\", \"\uD83D\uDE80\"]}",
        "[[],{\"value\":{}}]"
      })
  void aValueThatIsNoStringIsItsOwnTextCharacterForCharacter(String json) {
    assertThat(JobBody.parse("{\"value\":" + json + "}").value()).isEqualTo(json);
    assertThat(
            JobBody.parse("{\"id\":\"\uD83D\uDE80\", \"value\" :  " + json + " ,\"x\":1}").value())
        .isEqualTo(json);
  }

  @Test
  void aLongValueKeepsItsPlace() {
    var long1 = "[" + "\"é\uD83D\uDE80\",".repeat(20_000) + "1]";

    var body = JobBody.parse("{\"a\":\"%s\",\"value\":%s}".formatted("x".repeat(50_000), long1));

    assertThat(body.value()).isEqualTo(long1);
  }

  @Test
  void aStringIsWhatItSays() {
    assertThat(JobBody.parse("{\"value\":\"a\\n\\u00e9\"}").value()).isEqualTo("a\né");
    assertThat(JobBody.parse("{\"value\":\"\"}").value()).isEmpty();
  }

  @Test
  void nullAndAbsentAreNull() {
    assertThat(JobBody.parse("{\"value\":null}").value()).isNull();
    assertThat(JobBody.parse("{\"value\":null}").hasValue()).isTrue();
    assertThat(JobBody.parse("{}").value()).isNull();
    assertThat(JobBody.parse("{}").hasValue()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"secret\" \"x\"}", "{\"value\":s3cret}", "{\"secret\":1,\"secret\":2}"})
  void tellsWhereItIsBrokenAndQuotesNothing(String text) {
    assertThatThrownBy(() -> JobBody.parse(text))
        .isInstanceOfSatisfying(
            ProblemException.class,
            e ->
                assertThat(e.problem().detail())
                    .contains("at line 1, column ")
                    .doesNotContain("secret", "s3cret"));
  }
}

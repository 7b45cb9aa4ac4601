package io.delaygate.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.JobState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Test that the JSON Schemas name the outcomes, events and states of the code. Other tests validate
 * real records against them.
 */
class JsonSchemasTest {
  private static final Pattern WORDS = Pattern.compile("\"enum\": \\[([^]]*)]");

  @Test
  void outcomesEventsAndStatesAreThoseOfTheCode() throws IOException {
    assertThat(firstEnum("reply")).isEqualTo(names(Outcome.values()));
    assertThat(firstEnum("event")).isEqualTo(names(JobEvent.values()));
    assertThat(firstEnum("job"))
        .isEqualTo(
            Stream.concat(names(JobState.values()).stream(), names(EndState.values()).stream())
                .distinct()
                .toList());
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  private static List<String> firstEnum(String schema) throws IOException {
    var path = "/io/delaygate/schemas/json/" + schema + ".schema.json";
    try (var stream = JsonSchemasTest.class.getResourceAsStream(path)) {
      assertThat(stream).as(path).isNotNull();
      var matcher = WORDS.matcher(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
      assertThat(matcher.find()).isTrue();
      return Arrays.stream(matcher.group(1).split(","))
          .map(w -> w.strip().replace("\"", ""))
          .toList();
    }
  }
}

package io.delaygate.gateway.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the size of the history over several schedulers. */
class HistorySizeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void sizesAddUpAndTheLatestBeginOfAPartitionCounts() throws JsonProcessingException {
    // Given
    var one =
        answer(
            "{\"retentionMs\": 1000, \"maxBytes\": 0}",
            "{\"entries\": 1, \"bytes\": 10, \"completeFromMs\": 5}",
            "{\"entries\": 2, \"bytes\": 20, \"completeFromMs\": 1000}");
    var two =
        answer(
            "{\"retentionMs\": 2000, \"maxBytes\": 700}",
            "{\"entries\": 4, \"bytes\": 40, \"completeFromMs\": 6}");

    // When
    var history = HistorySize.of(List.of(one, two));

    // Then
    assertThat(history.orElseThrow().toString())
        .isEqualTo(
            "{\"entries\":7,\"bytes\":70,\"retentionMs\":1000,\"maxBytesPerPartition\":700,"
                + "\"completeFromMs\":1000,\"completeFrom\":\"1970-01-01T00:00:01Z\"}");
  }

  @Test
  void withoutAHistoryNothingIsComplete() throws JsonProcessingException {
    var none = answer("{\"retentionMs\": 0, \"maxBytes\": 0}", "{\"entries\": 0, \"bytes\": 0}");

    assertThat(HistorySize.of(List.of(none)).orElseThrow().has("completeFromMs")).isFalse();
  }

  @Test
  void anOlderSchedulerMakesItUnknown() throws JsonProcessingException {
    var known = answer("{\"retentionMs\": 1, \"maxBytes\": 0}", "{\"entries\": 1, \"bytes\": 1}");
    var older = JSON.readTree("{\"partitions\": [{\"partition\": 1}]}");

    assertThat(HistorySize.of(List.of(known, older))).isEmpty();
    assertThat(HistorySize.of(List.of())).isEmpty();
  }

  private static JsonNode answer(String bounds, String... partitions)
      throws JsonProcessingException {
    var json = JSON.createObjectNode();
    json.set("history", JSON.readTree(bounds));
    var list = json.putArray("partitions");
    for (var partition : partitions) {
      list.addObject().set("history", JSON.readTree(partition));
    }
    return json;
  }
}

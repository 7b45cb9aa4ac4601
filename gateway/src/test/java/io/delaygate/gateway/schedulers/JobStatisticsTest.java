package io.delaygate.gateway.schedulers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of whether statistics include all commands up to given offsets. */
class JobStatisticsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ELSE = "{'partition': 1, 'stale': false, 'position': 90}";

  @Test
  void thoseBeforeThePositionAreIncluded() throws Exception {
    var told = told("{'partition': 0, 'stale': false, 'position': 5}", ELSE);

    assertThat(told.includes(Map.of(0, 5L, 1, 90L))).isTrue();
    assertThat(told.includes(Map.of(0, 6L, 1, 90L))).isFalse();
    assertThat(told.includes(Map.of(0, 5L, 1, 91L))).isFalse();
  }

  @Test
  void aPartitionThatNothingWasSentToDoesNotMatter() throws Exception {
    assertThat(told("{'partition': 0, 'stale': false, 'position': 0}", ELSE).includes(Map.of()))
        .isTrue();
  }

  @Test
  void aTaskThatHasReadNothingSinceItBeganIsNotWaitedFor() throws Exception {
    assertThat(told("{'partition': 0, 'stale': false}", ELSE).includes(Map.of(0, 7L))).isTrue();
  }

  @Test
  void aStandbyMayBeBehind() throws Exception {
    assertThat(told("{'partition': 0, 'stale': true}", ELSE).includes(Map.of(1, 90L))).isFalse();
  }

  /** Statistics with one answer of one instance per partition. */
  private static JobStatistics told(String... partitions) throws Exception {
    var answers = Stream.<SchedulerQueryClient.Answer>builder();
    for (var partition : partitions) {
      var json = JSON.readTree("{'partitions': [%s]}".formatted(partition).replace('\'', '"'));
      answers.add(
          new SchedulerQueryClient.Answer("http://one", Set.of(), new SchedulerReply.Found(json)));
    }
    return new JobStatistics(answers.build().toList());
  }
}

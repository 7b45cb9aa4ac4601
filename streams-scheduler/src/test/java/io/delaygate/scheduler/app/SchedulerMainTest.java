package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerMainTest {
  @Test
  void topicsAreCreatedWhenThatIsAskedForInShort() {
    // Given
    var environment = Map.of("DELAYGATE_BOOTSTRAP_SERVERS", "unused:1");

    // When
    var asked = SchedulerMain.settings(environment, "--create-topics", "--http.port=1");
    var silent = SchedulerMain.settings(environment, "--http.port=1");

    // Then
    assertThat(asked.createTopics()).isTrue();
    assertThat(asked.health().port()).isEqualTo(1);
    assertThat(silent.createTopics()).isFalse();
  }
}

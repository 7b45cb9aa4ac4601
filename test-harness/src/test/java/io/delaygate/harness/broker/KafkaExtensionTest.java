package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@KafkaTest
@Timeout(120)
class KafkaExtensionTest {
  private final KafkaCluster outer;

  KafkaExtensionTest(KafkaCluster outer) {
    this.outer = outer;
  }

  @Test
  void injectsAClusterThatWorks(KafkaCluster kafka) throws Exception {
    // Given
    try (var topics = new Topics(kafka)) {
      topics.create("injected", 1);

      // When
      Records.write(kafka, "injected", "hello");

      // Then
      assertThat(Records.read(kafka, "injected", 1)).containsExactly("hello");
      topics.delete("injected");
      assertThat(topics.describe("injected")).isEmpty();
    }
  }

  @Test
  void refusesAnUnknownChoice() {
    // When
    assertThatThrownBy(() -> KafkaChoice.of("docker"))

        // Then
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DELAYGATE_TEST_KAFKA");
  }

  @Nested
  @KafkaTest
  class AnotherClass {
    @Test
    void getsTheSameCluster(KafkaCluster mine) {
      assertThat(mine).isSameAs(outer);
    }
  }
}

package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ContainerKafkaTest {

  @Test
  void deliversWhatWasProduced() throws Exception {
    // Given
    try (var kafka = ContainerKafka.startOrSkip();
        var topics = new Topics(kafka)) {
      topics.create("greetings", 1);

      // When
      Records.write(kafka, "greetings", "hello");

      // Then
      assertThat(Records.read(kafka, "greetings", 1)).containsExactly("hello");
    }
  }
}

package io.delaygate.scheduler.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

class RemadeTopicsTest {
  private long nowMs = 5;
  private final RemadeTopics topics = new RemadeTopics(() -> nowMs);

  @Test
  void eachIsShownWithTheTimeOfTheLastChange() {
    // Given
    topics.remade("orders");
    topics.remade("mails");
    topics.gone("notices");

    // When
    nowMs = 9;
    topics.remade("orders");

    // Then
    assertThat(shown())
        .hasToString("[{\"topic\":\"mails\",\"atMs\":5},{\"topic\":\"orders\",\"atMs\":9}]");
  }

  @Test
  void theOldestIsForgottenWhereThereAreTooMany() {
    // When
    for (var i = 0; i <= RemadeTopics.MOST; i++) {
      topics.remade("topic-" + i);
    }

    // Then
    assertThat(shown()).hasSize(RemadeTopics.MOST);
    assertThat(shown().path(0).path("topic").asText()).isEqualTo("topic-1");
  }

  private JsonNode shown() {
    var json = JsonNodeFactory.instance.objectNode();
    topics.put(json);
    return json.path("remade");
  }
}

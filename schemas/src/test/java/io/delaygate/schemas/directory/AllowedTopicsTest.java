package io.delaygate.schemas.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedTopicsTest {
  private final List<String> asked = new ArrayList<>();
  private final AllowedTopics topics =
      new AllowedTopics(
          new Asked(), TopicNames.prefixed("eu."), new TopicRules(List.of("orders"), List.of()));

  @Test
  void nothingIsAskedAboutADeniedTopic() {
    assertThat(topics.status("mails")).isInstanceOf(TopicStatus.Denied.class);
    assertThat(topics.status("orders")).isInstanceOf(TopicStatus.Missing.class);
    assertThat(asked).containsExactly("orders");
  }

  @Test
  void rulesDoNotConcernTheInstallationsOwnTopics() {
    assertThat(topics.status("eu.delay-replies")).isInstanceOf(TopicStatus.Missing.class);
    assertThat(topics.status("delay-replies")).isInstanceOf(TopicStatus.Denied.class);
    assertThat(topics.status("eu.queue.shop.mails")).isInstanceOf(TopicStatus.Missing.class);
    assertThat(topics.status("queue.shop.mails")).isInstanceOf(TopicStatus.Denied.class);
  }

  @Test
  void doubtsReachTheDirectory() {
    topics.doubt();

    assertThat(asked).containsExactly("doubt");
  }

  private final class Asked implements TopicDirectory {
    @Override
    public TopicStatus status(String topic) {
      asked.add(topic);
      return new TopicStatus.Missing();
    }

    @Override
    public void doubt() {
      asked.add("doubt");
    }
  }
}

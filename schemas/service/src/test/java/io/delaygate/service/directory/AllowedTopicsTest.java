package io.delaygate.service.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AllowedTopicsTest {
  private final List<String> asked = new ArrayList<>();
  private final AllowedTopics topics =
      new AllowedTopics(
          new Asked(),
          TopicNames.prefixed("eu."),
          new TopicPatterns(List.of("orders"), List.of()),
          Set.of(new EndpointName("shop", "billing"))::contains);

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
    assertThat(topics.status("eu.queue.shop.mails")).isInstanceOf(TopicStatus.Queue.class);
    assertThat(topics.status("queue.shop.mails")).isInstanceOf(TopicStatus.Denied.class);
  }

  @Test
  void anEndpointThatExistsIsAQueueAndNoBrokerIsAskedAboutAny() {
    assertThat(topics.status("eu.queue.shop.~billing")).isInstanceOf(TopicStatus.Queue.class);
    assertThat(topics.status("eu.queue.shop.~mails")).isInstanceOf(TopicStatus.NoEndpoint.class);
    assertThat(topics.status("eu.queue.crm.~billing")).isInstanceOf(TopicStatus.NoEndpoint.class);
    assertThat(topics.known("eu.queue.shop.~mails")).isInstanceOf(TopicStatus.NoEndpoint.class);
    assertThat(topics.isJudged("eu.queue.shop.~mails", 0)).isTrue();
    assertThat(asked).isEmpty();
  }

  @Test
  void doubtsReachTheDirectory() {
    topics.doubt();
    topics.doubt("orders");
    topics.doubt("mails");

    assertThat(asked).containsExactly("doubt", "doubt orders");
  }

  @Test
  void aDeniedTopicIsNotWaitedForNorLookedUp() {
    assertThat(topics.await(List.of("mails", "orders"), Duration.ZERO)).isTrue();
    assertThat(topics.known("mails")).isInstanceOf(TopicStatus.Denied.class);
    assertThat(topics.known("orders")).isInstanceOf(TopicStatus.Unreadable.class);
    assertThat(asked).containsExactly("await orders", "known orders");
  }

  @Test
  void aDeniedTopicIsJudgedWithoutAQuestion() {
    assertThat(topics.isJudged("mails", 1)).isTrue();
    assertThat(topics.isJudged("orders", 1)).isFalse();
    assertThat(asked).containsExactly("judged orders");
  }

  @Test
  void listenersReachTheDirectory() {
    topics.listen(
        new TopicListener() {
          @Override
          public void gone(String topic) {}

          @Override
          public void remade(String topic) {}
        });

    assertThat(asked).containsExactly("listen");
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

    @Override
    public void doubt(String topic) {
      asked.add("doubt " + topic);
    }

    @Override
    public TopicStatus known(String topic) {
      asked.add("known " + topic);
      return new TopicStatus.Unreadable();
    }

    @Override
    public boolean isJudged(String topic, long ageNanos) {
      asked.add("judged " + topic);
      return false;
    }

    @Override
    public boolean await(Collection<String> names, Duration most) {
      names.forEach(name -> asked.add("await " + name));
      return true;
    }

    @Override
    public void listen(TopicListener listener) {
      asked.add("listen");
    }
  }
}

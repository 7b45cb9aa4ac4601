package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetLookupTest {
  private static final Duration MOST = Duration.ofMillis(700);

  private final Asked directory = new Asked();
  private final TargetLookup lookup =
      new TargetLookup(directory, MOST, namespace -> namespace, () -> 0);

  @Test
  void nothingIsAskedAboutTopicsThatAreKnown() {
    // Given
    directory.topics.put("orders", new TopicStatus.Writable(1, 1_000));
    directory.topics.put("secret", new TopicStatus.Denied());

    // When
    lookup.ask("shop", List.of("orders", "secret"));

    // Then
    assertThat(directory.questions).isEmpty();
  }

  @Test
  void eachUnknownTopicIsAskedAboutOnceAndTogether() {
    // Given
    directory.topics.put("missing", new TopicStatus.Missing());

    // When
    lookup.ask("shop", List.of("new", "missing", "new"));

    // Then
    assertThat(directory.questions).containsExactly(List.of("new", "missing"));
  }

  @Test
  void whatIsBeyondTheShareIsNotAskedAbout() {
    // When
    lookup.ask("shop", names("a-", 1_001));
    lookup.ask("shop", List.of("b"));
    lookup.ask("other", List.of("c"));

    // Then
    assertThat(directory.questions.get(0)).isEqualTo(names("a-", 1_000));
    assertThat(directory.questions.get(1)).isEmpty();
    assertThat(directory.questions.get(2)).containsExactly("c");
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private static final class Asked implements TopicDirectory {
    final Map<String, TopicStatus> topics = new HashMap<>();
    final List<List<String>> questions = new ArrayList<>();

    @Override
    public TopicStatus status(String topic) {
      throw new AssertionError("a question that nobody counts");
    }

    @Override
    public TopicStatus known(String topic) {
      return topics.getOrDefault(topic, new TopicStatus.Unreadable());
    }

    @Override
    public boolean await(Collection<String> names, Duration most) {
      assertThat(most).isEqualTo(MOST);
      questions.add(List.copyOf(names));
      return false;
    }

    @Override
    public void doubt() {}
  }
}

package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrphanDetectorTest {
  private static final TopicPartition OURS = new TopicPartition("changelog", 1);
  private static final TopicPartition THEIRS = new TopicPartition("changelog", 2);
  private static final TopicPartition TARGET = new TopicPartition("orders", 1);

  private final OrphanDetector orphans = new OrphanDetector();

  @Test
  void oneThatWroteToOursIsEndedWhenItIsSeenAgain() {
    var open = Map.of("gone", transaction(7, TARGET, OURS), "alive", transaction(7, THEIRS));

    assertThat(look(open)).isEmpty();
    assertThat(look(open)).containsExactly("gone");
  }

  @Test
  void oneThatBeganMeanwhileIsOfSomebodyWhoWorks() {
    look(Map.of("alive", transaction(7, OURS)));

    assertThat(look(Map.of("alive", transaction(8, OURS)))).isEmpty();
    assertThat(look(Map.of())).isEmpty();
    assertThat(look(Map.of("alive", transaction(8, OURS)))).as("not twice in a row").isEmpty();
  }

  @Test
  void allOfThemAreEnded() {
    var open = Map.of("b", transaction(1, OURS), "a", transaction(2, OURS));
    look(open);

    assertThat(look(open)).containsExactly("a", "b");
  }

  @ParameterizedTest
  @EnumSource(value = TransactionState.class, mode = EnumSource.Mode.EXCLUDE, names = "ONGOING")
  void oneThatEndsIsLeftAlone(TransactionState state) {
    var open = Map.of("gone", transaction(state, 7, OURS));
    look(open);

    assertThat(look(open)).isEmpty();
  }

  private List<String> look(Map<String, TransactionDescription> open) {
    return orphans.look(open, Set.of(OURS));
  }

  private static TransactionDescription transaction(long startMs, TopicPartition... partitions) {
    return transaction(TransactionState.ONGOING, startMs, partitions);
  }

  private static TransactionDescription transaction(
      TransactionState state, long startMs, TopicPartition... partitions) {
    return new TransactionDescription(
        1, state, 5, 0, 5_000, OptionalLong.of(startMs), Set.of(partitions));
  }
}

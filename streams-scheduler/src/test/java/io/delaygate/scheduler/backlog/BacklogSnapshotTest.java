package io.delaygate.scheduler.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogSnapshotTest {
  private static final long SECOND = 1_000_000_000L;

  private final BacklogSnapshot none = BacklogSnapshot.none(BacklogSnapshotTest::logs);

  @Test
  void whatIsUnreadIsBetweenTheGroupAndTheEnd() {
    assertThat(new LogState(40, 90, 100).unread()).isEqualTo(60);
    assertThat(new LogState(100, 100, 100).unread()).isZero();
  }

  @Test
  void aPositionThatWasToldAfterTheEndIsNothingUnread() {
    assertThat(new LogState(101, 100, 100).unread()).isZero();
  }

  @Test
  void bothLogsOfAPartitionCount() {
    // When
    var snapshot = none.after(Set.of(0, 1), told(0, 5, 2, 1, 30, 0), 0);

    // Then
    assertThat(snapshot.unread(SECOND)).isEqualTo(Map.of(0, 7L, 1, 30L));
    assertThat(snapshot.total(SECOND)).isEqualTo(37);
  }

  @Test
  void nothingIsKnownBeforeAPartitionWasGiven() {
    assertThat(none.total(0)).isNaN();
    assertThat(none.after(null, Map.of(), 0).total(0)).isNaN();
    assertThat(none.unread(0)).isEmpty();
  }

  @Test
  void whoOwnsNothingHasNothingUnread() {
    assertThat(none.after(Set.of(), Map.of(), 0).total(0)).isZero();
  }

  @Test
  void onePartitionThatIsNotToldOfMakesTheSumUnknownAndNoOther() {
    // When
    var snapshot = none.after(Set.of(0, 1), told(0, 5, 2), 0);

    // Then
    assertThat(snapshot.unread(0)).isEqualTo(Map.of(0, 7L));
    assertThat(snapshot.total(0)).isNaN();
  }

  @Test
  void halfAPartitionIsUnknown() {
    // When
    var snapshot = none.after(Set.of(0), Map.of(logs(0).get(0), new LogState(0, 5, 5)), 0);

    // Then
    assertThat(snapshot.unread(0)).isEmpty();
  }

  @Test
  void anAnswerIsGoodForTenSeconds() {
    // Given
    var first = none.after(Set.of(0), told(0, 5, 2), 0);

    // When
    var unanswered = first.after(Set.of(0), Map.of(), 4 * SECOND);

    // Then
    assertThat(unanswered.total(10 * SECOND)).isEqualTo(7);
    assertThat(unanswered.total(10 * SECOND + 1)).isNaN();
    assertThat(unanswered.unread(10 * SECOND + 1)).isEmpty();
  }

  @Test
  void aLookThatNeverEndsMakesEverythingUnknown() {
    // Given
    var idle = none.after(Set.of(), Map.of(), 0);

    // Then
    assertThat(idle.total(10 * SECOND)).isZero();
    assertThat(idle.total(10 * SECOND + 1)).isNaN();
  }

  @Test
  void aPartitionThatLeftIsForgotten() {
    // Given
    var both = none.after(Set.of(0, 1), told(0, 5, 2, 1, 30, 0), 0);

    // When
    var back = both.after(Set.of(0), told(0, 5, 2), SECOND).after(Set.of(0, 1), Map.of(), SECOND);

    // Then
    assertThat(back.unread(SECOND)).isEqualTo(Map.of(0, 7L));
  }

  @Test
  void aLogIsHeldUpSinceItsStableOffsetWasSeenWhereItIs() {
    // When
    var first = none.after(Set.of(0), blocked(0, 40, 90), SECOND);
    var second = first.after(Set.of(0), blocked(0, 40, 95), 3 * SECOND);

    // Then
    assertThat(second.blocked(3 * SECOND))
        .containsExactly(new BlockedLog(logs(0).get(0), 40, SECOND));
    assertThat(none.after(Set.of(0), told(0, 5, 2), 0).blocked(0)).isEmpty();
  }

  @Test
  void theNextTransactionIsAnotherOne() {
    // Given
    var first = none.after(Set.of(0), blocked(0, 40, 90), 0);
    var before = first.blocked(0).get(0);

    // When
    var next = first.after(Set.of(0), blocked(0, 90, 95), SECOND);

    // Then
    assertThat(next.blocked(SECOND)).containsExactly(new BlockedLog(logs(0).get(0), 90, SECOND));
    assertThat(first.isOver(before, 0)).isFalse();
    assertThat(next.isOver(before, SECOND)).isTrue();
  }

  @Test
  void oneThatBeginsWhereNothingWasHeldUpIsNotOlder() {
    // Given
    var free = none.after(Set.of(0), blocked(0, 40, 40), 0);

    // When
    var next = free.after(Set.of(0), blocked(0, 40, 41), 5 * SECOND);

    // Then
    assertThat(next.blocked(5 * SECOND).get(0).since()).isEqualTo(5 * SECOND);
  }

  @Test
  void withoutAnAnswerATransactionIsNeitherOpenNorOver() {
    // Given
    var first = none.after(Set.of(0), blocked(0, 40, 90), 0);
    var before = first.blocked(0).get(0);

    // When
    var later = first.after(Set.of(0), Map.of(), 11 * SECOND);

    // Then
    assertThat(later.blocked(11 * SECOND)).isEmpty();
    assertThat(later.isOver(before, 11 * SECOND)).isFalse();
    assertThat(later.isOwn(before.log())).isTrue();
    assertThat(later.isComplete(11 * SECOND)).isFalse();
    assertThat(later.after(Set.of(1), Map.of(), 11 * SECOND).isOwn(before.log())).isFalse();
  }

  private static Map<TopicPartition, LogState> blocked(int partition, long stable, long end) {
    return Map.of(
        logs(partition).get(0), new LogState(0, stable, end),
        logs(partition).get(1), new LogState(0, 0, 0));
  }

  private static List<TopicPartition> logs(int partition) {
    return List.of(
        new TopicPartition("delay-requests", partition),
        new TopicPartition("delay-rerouted", partition));
  }

  /** Log states from triples: a partition, and the unread commands of its two logs. */
  private static Map<TopicPartition, LogState> told(int... unread) {
    var told = new HashMap<TopicPartition, LogState>();
    for (var i = 0; i < unread.length; i += 3) {
      told.put(logs(unread[i]).get(0), state(unread[i + 1]));
      told.put(logs(unread[i]).get(1), state(unread[i + 2]));
    }
    return told;
  }

  private static LogState state(long unread) {
    return new LogState(100, 100 + unread, 100 + unread);
  }
}

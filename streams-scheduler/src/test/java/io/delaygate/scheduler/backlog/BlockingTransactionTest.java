package io.delaygate.scheduler.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BlockingTransactionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final TopicPartition LOG = new TopicPartition("delay-requests", 3);
  private static final BlockedLog HELD = new BlockedLog(LOG, 40, 0);

  private final BlockingTransaction unasked =
      new BlockingTransaction(HELD, null, OptionalLong.empty());

  @Test
  void tenSecondsAreLong() {
    assertThat(BlockingTransaction.isOld(HELD, 10 * SECOND - 1)).isFalse();
    assertThat(BlockingTransaction.isOld(HELD, 10 * SECOND)).isTrue();
  }

  @Test
  void itIsAsOldAsItsCoordinatorSaysAndAtLeastAsItWasSeen() {
    assertThat(unasked.ageMs(12 * SECOND, 100_000)).isEqualTo(12_000);
    assertThat(of(new TransactionOwner(7, null, 0)).ageMs(12 * SECOND, 100_000)).isEqualTo(12_000);
    assertThat(of(new TransactionOwner(7, "a", 70_000)).ageMs(12 * SECOND, 100_000))
        .isEqualTo(30_000);
    assertThat(of(new TransactionOwner(7, "a", 99_000)).ageMs(12 * SECOND, 100_000))
        .isEqualTo(12_000);
  }

  @Test
  void whoseItIsIsAskedUntilItIsKnownButNotAllTheTime() {
    // Given
    var unnamed = unasked.asked(new TransactionOwner(7, null, 0), SECOND);

    // Then
    assertThat(unasked.isToBeAsked(0)).isTrue();
    assertThat(unnamed.isToBeAsked(31 * SECOND - 1)).isFalse();
    assertThat(unnamed.isToBeAsked(31 * SECOND)).isTrue();
    assertThat(unnamed.asked(null, 31 * SECOND).sender()).isEqualTo(unnamed.sender());
    assertThat(of(new TransactionOwner(7, "billing", 1)).isToBeAsked(1_000 * SECOND)).isFalse();
  }

  @Test
  void theLineNamesPartitionSenderAndAge() {
    assertThat(of(new TransactionOwner(7, "billing", 1)).text(42_999))
        .isEqualTo(
            "commands of delay-requests-3 from offset 40 on are blocked by a transaction of billing,"
                + " open for 42 s");
    assertThat(of(new TransactionOwner(7, null, 0)).text(1_000)).contains(" of producer 7, ");
    assertThat(unasked.text(1_000)).contains(" of an unknown sender, ");
  }

  @Test
  void aHostileIdIsALineAndNotLong() {
    assertThat(TransactionOwner.of(7, "a\nb\u001b[2J", 0).text()).isEqualTo("a?b?[2J");
    assertThat(TransactionOwner.of(7, "x".repeat(32_000), 0).text()).hasSize(121);
  }

  @Test
  void aLongOneBeginsOnceAndIsOverOnce() {
    // Given
    var open = figures(40, 90, 0);

    // When
    var young = TransactionChanges.of(List.of(), figures(40, 90, 0), 10 * SECOND - 1);
    var old = TransactionChanges.of(List.of(), open, 10 * SECOND);
    var known = List.of(new BlockingTransaction(old.begun().get(0), null, OptionalLong.empty()));
    var later = TransactionChanges.of(known, open, 10 * SECOND);
    var over =
        TransactionChanges.of(known, open.after(Set.of(3), told(91, 91), 10 * SECOND), 10 * SECOND);

    // Then
    assertThat(young).isEqualTo(new TransactionChanges(List.of(), List.of(), List.of()));
    assertThat(old).isEqualTo(new TransactionChanges(List.of(), List.of(), List.of(HELD)));
    assertThat(later).isEqualTo(new TransactionChanges(known, List.of(), List.of()));
    assertThat(over).isEqualTo(new TransactionChanges(List.of(), known, List.of()));
  }

  @Test
  void onePartitionThatLeftIsNotOver() {
    // When
    var change =
        TransactionChanges.of(
            List.of(unasked), figures(40, 90, 0).after(Set.of(), Map.of(), 0), SECOND);

    // Then
    assertThat(change).isEqualTo(new TransactionChanges(List.of(), List.of(), List.of()));
  }

  private static BlockingTransaction of(TransactionOwner sender) {
    return new BlockingTransaction(HELD, sender, OptionalLong.of(0));
  }

  private static BacklogSnapshot figures(long stable, long end, long at) {
    return BacklogSnapshot.none(partition -> List.of(LOG)).after(Set.of(3), told(stable, end), at);
  }

  private static Map<TopicPartition, LogState> told(long stable, long end) {
    return Map.of(LOG, new LogState(0, stable, end));
  }
}

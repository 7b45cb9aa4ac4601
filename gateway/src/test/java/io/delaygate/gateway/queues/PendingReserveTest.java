package io.delaygate.gateway.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.JobId;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class PendingReserveTest {
  private final PendingReserve call = new PendingReserve(3, 1_000L);

  @Test
  void whoHasAllHeWantsIsAnswered() {
    // Given
    assertThat(call.beginReservation(2, PendingReserveTest::nothing)).isEqualTo(2);
    call.endReservation(List.of(held("a"), held("b")), false);
    assertThat(call.answer()).isNotDone();

    // When
    assertThat(call.beginReservation(9, PendingReserveTest::nothing)).isEqualTo(1);
    call.endReservation(List.of(held("c")), false);

    // Then
    assertThat(ids()).containsExactly("a", "b", "c");
  }

  @Test
  void whoHasSomeIsAnsweredWhenNoMoreIsReady() {
    // Given
    call.beginReservation(3, PendingReserveTest::nothing);

    // When
    call.settle();
    assertThat(call.answer()).isNotDone();
    call.endReservation(List.of(held("a")), true);

    // Then
    assertThat(ids()).containsExactly("a");
  }

  @Test
  void whoHasNothingGoesOnWaitingUntilHisTimeIsOver() {
    // Given
    call.beginReservation(3, PendingReserveTest::nothing);
    call.endReservation(List.of(), true);
    assertThat(call.answer()).isNotDone();

    // When
    call.end();

    // Then
    assertThat(call.answer().join()).isEmpty();
  }

  @Test
  void theJobsOfALookThatIsUnderWayWhenTheTimeIsOverAreTaken() {
    // Given
    call.beginReservation(3, PendingReserveTest::nothing);

    // When
    call.end();
    assertThat(call.answer()).isNotDone();
    assertThat(call.wants()).isZero();
    call.endReservation(List.of(held("a")), false);

    // Then
    assertThat(ids()).containsExactly("a");
  }

  @Test
  void whatWasToBeLookedAtDuringALookIsLookedAtAfterIt() {
    // Given
    var again = new AtomicInteger();
    Runnable look = again::incrementAndGet;
    call.beginReservation(3, PendingReserveTest::nothing);

    // When
    assertThat(call.beginReservation(3, look)).isZero();
    assertThat(call.beginReservation(3, look)).isZero();
    assertThat(again).hasValue(0);
    call.endReservation(List.of(), true);

    // Then
    assertThat(again).hasValue(1);
    call.beginReservation(3, PendingReserveTest::nothing);
    call.endReservation(List.of(), true);
    assertThat(again).hasValue(1);
  }

  @Test
  void whoIsAnsweredIsNotLookedForAgain() {
    // Given
    var again = new AtomicInteger();
    call.beginReservation(3, PendingReserveTest::nothing);
    call.beginReservation(3, again::incrementAndGet);

    // When
    call.endReservation(List.of(held("a")), true);

    // Then
    assertThat(again).hasValue(0);
  }

  @Test
  void whatComesForWhoHasLeftIsNotTaken() {
    // Given
    call.give(held("a"));
    call.beginReservation(2, PendingReserveTest::nothing);

    // Then
    assertThat(call.leave()).hasSize(1);
    assertThat(call.endReservation(List.of(held("b")), true)).hasSize(1);
    assertThat(call.write()).isFalse();
  }

  @Test
  void aFailureIsToldOnlyWhoHasNothing() {
    // Given
    var other = new PendingReserve(2, 1_000L);
    other.give(held("a"));

    // When
    call.fail(new IllegalStateException("away"));
    other.fail(new IllegalStateException("away"));

    // Then
    assertThatThrownBy(() -> call.answer().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("away");
    assertThat(other.answer().join()).hasSize(1);
  }

  @Test
  void whoGivesUpALookThatIsUnderWayIsNotToldThatThereIsNothing() {
    // Given
    var looked = new PendingReserve(2, 1_000L);
    call.beginReservation(3, PendingReserveTest::nothing);
    looked.beginReservation(2, PendingReserveTest::nothing);
    looked.endReservation(List.of(), true);

    // When
    call.giveUp(new IllegalStateException("unknown"));
    looked.giveUp(new IllegalStateException("unknown"));

    // Then
    assertThatThrownBy(() -> call.answer().join()).hasMessageContaining("unknown");
    assertThat(call.endReservation(List.of(held("a")), true)).hasSize(1);
    assertThat(looked.answer().join()).isEmpty();
  }

  private static void nothing() {}

  private List<String> ids() {
    return call.answer().join().stream().map(held -> held.job().id().text()).toList();
  }

  private static LeasedJob held(String id) {
    var record = new ConsumerRecord<byte[], byte[]>("mails", 0, 0, null, null);
    var view = JsonNodeFactory.instance.objectNode();
    return new LeasedJob(
        "mails", new ReadyJob(new JobId(id), "lease", record), view, 1_000, 60_000, 0);
  }
}

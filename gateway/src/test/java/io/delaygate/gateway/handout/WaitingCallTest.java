package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.JobId;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class WaitingCallTest {
  private final WaitingCall call = new WaitingCall(3, 1_000);

  @Test
  void whoHasAllHeWantsIsAnswered() {
    // Given
    for (var i = 0; i < 3; i++) {
      assertThat(call.begin()).isEqualTo(i);
    }
    assertThat(call.begin()).isEqualTo(WaitingCall.NO_PLACE);

    // When
    call.took(2, held("c"));
    call.took(0, held("a"));
    assertThat(call.answer()).isNotDone();
    call.took(1, held("b"));

    // Then
    assertThat(call.answer().join())
        .extracting(held -> held.job().id().text())
        .containsExactly("a", "b", "c");
  }

  @Test
  void whoHasSomeIsAnsweredWhenNoMoreIsReadyAndAllReservationsAreKnown() {
    // Given
    call.begin();
    call.begin();
    call.took(0, held("a"));

    // When
    call.settle();
    assertThat(call.answer()).isNotDone();
    call.took(1, null);
    call.settle();

    // Then
    assertThat(call.answer().join()).hasSize(1);
  }

  @Test
  void whoHasNothingGoesOnWaitingUntilHisTimeIsOver() {
    // Given
    call.settle();
    assertThat(call.answer()).isNotDone();

    // When
    call.end();

    // Then
    assertThat(call.answer().join()).isEmpty();
  }

  @Test
  void whatIsUnderWayWhenTheTimeIsOverIsWaitedFor() {
    // Given
    call.begin();

    // When
    call.end();
    assertThat(call.answer()).isNotDone();
    assertThat(call.begin()).isEqualTo(WaitingCall.NO_PLACE);
    call.took(0, held("a"));

    // Then
    assertThat(call.answer().join()).hasSize(1);
  }

  @Test
  void theJobsOfALookThatIsUnderWayWhenTheTimeIsOverAreTaken() {
    // Given
    call.beginLook();
    call.end();
    assertThat(call.answer()).isNotDone();

    // When
    assertThat(call.begin()).isZero();
    call.endLook();
    assertThat(call.begin()).isEqualTo(WaitingCall.NO_PLACE);
    call.took(0, held("a"));

    // Then
    assertThat(call.answer().join()).hasSize(1);
  }

  @Test
  void whatComesForWhoHasLeftIsNotTaken() {
    // Given
    call.begin();
    call.begin();
    call.took(0, held("a"));

    // Then
    assertThat(call.leave()).hasSize(1);
    assertThat(call.took(1, held("b"))).isFalse();
    assertThat(call.write()).isFalse();
  }

  @Test
  void aFailureIsToldOnlyWhoHasNothing() {
    // Given
    var other = new WaitingCall(2, 1_000);
    other.begin();
    other.took(0, held("a"));

    // When
    call.fail(new IllegalStateException("away"));
    other.fail(new IllegalStateException("away"));

    // Then
    assertThatThrownBy(() -> call.answer().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining("away");
    assertThat(other.answer().join()).hasSize(1);
  }

  private static Held held(String id) {
    var record = new ConsumerRecord<byte[], byte[]>("mails", 0, 0, null, null);
    var view = JsonNodeFactory.instance.objectNode();
    return new Held("mails", new ReadyJob(new JobId(id), "lease", record), view, 1_000, 0);
  }
}

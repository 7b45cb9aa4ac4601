package io.delaygate.scheduler.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.history.JobHistory;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.rules.JobExamples;
import io.delaygate.scheduler.store.OpenJobStores;
import io.delaygate.scheduler.store.TaskStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of a reservation whose task cannot read its store: the caller is answered. */
class FailedReservationTest {
  @Test
  @SuppressWarnings("NullAway") // the test does not reach the null arguments
  void whoAskedIsAnswered(@TempDir Path directory) {
    // Given
    var pending = new ReservationQueue(() -> {});
    var stores = TaskStores.open(directory, 0, new OpenJobStores(System::nanoTime));
    var history =
        new JobHistory(stores.table(), Retention.of(Duration.ofMinutes(1)), entries -> {});
    var handler = new ReservationHandler(pending, null, history, null, null);
    var reservation = new Reservation(JobExamples.due("a", 500, "mails", null).offered(600), 1_000);
    pending.add(List.of(reservation));
    stores.close();

    // When
    assertThatThrownBy(() -> handler.run(1_000)).isInstanceOf(RuntimeException.class);

    // Then
    assertThat(reservation.answer()).isCompletedWithValueMatching(job -> job.isEmpty());
  }
}

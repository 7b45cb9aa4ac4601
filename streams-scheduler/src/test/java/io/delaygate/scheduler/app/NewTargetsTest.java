package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Test of the limit of new topics in one transaction: jobs of further topics wait briefly. */
class NewTargetsTest {
  private final Set<String> later = new HashSet<>(Set.of("invoices"));

  @RegisterExtension
  final SchedulerDriver scheduler =
      new SchedulerDriver(Setup.usual().beginning(topic -> !later.contains(topic)));

  @Test
  void aTargetThatIsNotBegunYetHoldsUpItsOwnJobsAndThoseForAMoment() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.send(Request.schedule("new", "invoices", START + 10));
    scheduler.send(Request.schedule("other", "orders", START + 11));
    scheduler.advance(11);
    var waiting = scheduler.find("new");
    var before = scheduler.delivered();

    // When
    later.clear();
    scheduler.advance(20);

    // Then
    assertThat(waiting)
        .isInstanceOfSatisfying(
            Job.class, job -> assertThat(job.state()).isEqualTo(JobState.PARKED));
    assertThat(before).containsExactly("other");
    assertThat(scheduler.produced("invoices")).extracting(Delivered::jobId).containsExactly("new");
  }
}

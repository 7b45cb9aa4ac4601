package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of targets that operators pause or limit to a rate. */
class ReleaseTest {
  private static final int BACKLOG = 2_000;

  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aPausedTargetGetsNothingAndOthersPass() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.control().pause("orders");
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.send(Request.schedule("b", "invoices", START + 10));
    scheduler.send(Request.schedule("now", "orders", START));
    scheduler.send(Request.schedule("fired", "orders", START + 60_000));
    scheduler.send(Request.fire("fired"));

    // When
    scheduler.advance(10);

    // Then
    assertThat(scheduler.delivered()).isEmpty();
    assertThat(scheduler.produced("invoices")).hasSize(1);
    assertThat(scheduler.find("now"))
        .isInstanceOfSatisfying(
            Job.class, job -> assertThat(job.state()).isEqualTo(JobState.PARKED));
  }

  @Test
  void aPauseWithATimeEndsInItsMillisecond() {
    // Given
    scheduler.control().pause("orders", START + 1_234);
    scheduler.send(Request.schedule("at once", "orders", START));
    scheduler.send(Request.schedule("due meanwhile", "orders", START + 1_200));

    // When
    advance(1_233, 1);
    var early = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).hasSize(2);
    scheduler.send(Request.schedule("later", "orders", START + 1_235));
    scheduler.advance(1);
    assertThat(scheduler.delivered()).hasSize(1);
  }

  @Test
  void aPauseThatIsMadeShorterOrLongerEndsWhenTheLastOneSays() {
    // Given
    scheduler.control().pause("orders", START + 60_000);
    scheduler.send(Request.schedule("a", "orders", START));

    // When
    scheduler.control().pause("orders", START + 20_000);
    advance(15_000, 100);
    scheduler.control().pause("orders", START + 25_001);
    advance(10_000, 100);
    var early = scheduler.delivered();
    scheduler.advance(1);

    // Then
    assertThat(early).isEmpty();
    assertThat(scheduler.delivered()).hasSize(1);
  }

  @Test
  void aParkedJobOfAPausedTargetIsWrittenTwiceHoweverLongItWaits() {
    // Given
    scheduler.control().pause("orders");
    backlog("orders");
    scheduler.logged("jobs");

    // When
    advance(60_000, 1_000);
    var parked = scheduler.logged("jobs");
    scheduler.control().clear("orders");
    advance(10_000, 100);

    // Then
    assertThat(parked).hasSize(BACKLOG);
    assertThat(scheduler.logged("jobs")).hasSize(BACKLOG);
    assertThat(scheduler.delivered()).hasSize(BACKLOG);
  }

  @Test
  void whatWaitsForAnOperatorDoesNotLosePatience() {
    // Given
    scheduler.control().pause("orders");
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.topics().drop("orders");

    // When
    advance(2 * Setup.PARK_MAX.toMillis(), 60_000);
    var letters = scheduler.deadLetters();
    scheduler.topics().add("orders");
    scheduler.control().clear("orders");
    scheduler.advance(Setup.RECHECK.toMillis());

    // Then
    assertThat(letters).isEmpty();
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  @Test
  void whatExpiresWhileItsTargetIsPausedIsNotDelivered() {
    // Given
    scheduler.control().pause("orders");
    scheduler.send(Request.schedule("a", "orders", START + 10).header("delay-ttl-ms", "5000"));

    // When
    advance(10_000, 1_000);

    // Then
    assertThat(scheduler.events()).containsExactly("SCHEDULED a 1", "PARKED a 2", "EXPIRED a 2");
  }

  @Test
  void aLimitedTargetNeverGetsMoreThanItsRateAndAlmostAllOfIt() {
    // Given
    scheduler.control().limit("orders", 50);
    backlog("orders");

    // When
    var times = new ArrayList<Long>();
    for (var step = 0; step < 6_000; step++) {
      scheduler.advance(5);
      scheduler.delivered().forEach(id -> times.add(scheduler.nowMs()));
    }

    // Then
    assertThat(most(times, 10_000)).isLessThanOrEqualTo(500);
    assertThat(times).hasSizeGreaterThan(30 * 50 * 8 / 10);
    assertThat(most(times, 100)).as("smooth").isLessThanOrEqualTo(16);
  }

  @Test
  void otherTargetsAreNotTouchedByALimit() {
    // Given
    scheduler.topics().add("invoices");
    scheduler.control().limit("orders", 10);
    backlog("orders");
    scheduler.advance(1_000);

    for (var i = 1; i <= 100; i++) {
      // When
      scheduler.send(Request.schedule("i-" + i, "invoices", scheduler.nowMs() + 7));
      scheduler.step(7);

      // Then
      assertThat(scheduler.produced("invoices")).as("job " + i).hasSize(1);
    }
  }

  @Test
  void whatBecomesDueLinesUpBehindWhatWaits() {
    // Given
    scheduler.control().limit("orders", 5);
    for (var i = 0; i < 5; i++) {
      scheduler.send(Request.schedule("old-" + i, "orders", START + i));
    }
    scheduler.step(10);
    for (var ms = 1; ms <= 2_000; ms++) {
      scheduler.send(Request.schedule("new-" + ms, "orders", scheduler.nowMs() + ms));
    }
    scheduler.send(
        Request.schedule("urgent", "orders", scheduler.nowMs() + 1).header("delay-priority", "0"));

    // When
    scheduler.step(2_000);

    // Then
    assertThat(scheduler.delivered())
        .startsWith("urgent", "old-0", "old-1", "old-2", "old-3", "old-4", "new-1")
        .hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void aLimitThatIsLiftedLetsTheBacklogGo() {
    // Given
    scheduler.control().limit("orders", 1);
    backlog("orders");
    advance(5_000, 100);
    var limited = scheduler.delivered();

    // When
    scheduler.control().clear("orders");
    advance(5_000, 100);

    // Then
    assertThat(limited).hasSizeBetween(1, 5);
    assertThat(scheduler.delivered()).hasSize(BACKLOG - limited.size());
  }

  @Test
  void aLimitedTargetThatIsMissingIsLookedAtLikeAnyOther() {
    // Given
    scheduler.control().limit("orders", 100);
    scheduler.send(Request.schedule("a", "orders", START + 10));
    scheduler.topics().drop("orders");
    advance(5_000, 10);

    // When
    scheduler.topics().add("orders");
    advance(Setup.RECHECK.toMillis(), 10);

    // Then
    assertThat(scheduler.delivered()).containsExactly("a");
  }

  private void backlog(String topic) {
    for (var i = 0; i < BACKLOG; i++) {
      scheduler.send(Request.schedule("%s-%04d".formatted(topic, i), topic, START + 1));
    }
  }

  private void advance(long ms, long stepMs) {
    for (var at = 0L; at < ms; at += stepMs) {
      scheduler.advance(stepMs);
    }
  }

  /** Largest number of deliveries within any period of that length. */
  private static int most(List<Long> times, long withinMs) {
    var most = 0;
    var first = 0;
    for (var last = 0; last < times.size(); last++) {
      while (times.get(last) - times.get(first) >= withinMs) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }
}

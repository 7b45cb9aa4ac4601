package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.OutcomeTest.told;
import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.TestMetrics;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of the history of ended jobs: which ends are known, and for how long. */
class HistoryTest {
  @RegisterExtension final SchedulerDriver scheduler = new SchedulerDriver();

  @Test
  void aScheduleThatIsSentAgainIsKnownWhileItsEndIs() {
    // Given
    scheduler.send(job("a", 0));

    // When
    scheduler.send(job("a", 10).header("delay-if-exists", "ignore").answered("1"));
    scheduler.advance(Setup.HISTORY.toMillis());
    scheduler.send(job("a", 10).header("delay-if-exists", "ignore").answered("2"));
    scheduler.advance(1);
    scheduler.send(job("a", 0).header("delay-if-exists", "ignore").answered("3"));

    // Then
    assertThat(told(scheduler))
        .containsExactly(
            "1 IGNORED DELIVERED 1", "2 IGNORED DELIVERED 1", "3 SCHEDULED DELIVERED 1");
    assertThat(scheduler.delivered()).containsExactly("a", "a");
  }

  @Test
  void theLatestEndIsTheOneThatCounts() {
    // Given
    scheduler.send(job("a", 0));
    scheduler.advance(5);
    scheduler.send(job("a", 10));
    scheduler.send(Request.cancel("a"));

    // When
    scheduler.send(Request.fire("a").answered("1"));

    // Then
    assertThat(told(scheduler)).containsExactly("1 NOT_FOUND CANCELLED 1");
  }

  /** Ids with a common prefix are different jobs, whatever the order of keys in the store. */
  @Test
  void endsOfSimilarIdsAreNotMistaken() {
    // Given
    scheduler.send(job("a", 0));
    var similar = "a\u0000\u0000\u0000\u0001"; // such ids can only be sent in the header
    scheduler.send(job("any", 0).header("delay-id", similar));

    // When
    scheduler.send(Request.cancel("any").header("delay-id", "a\u0000").answered("1"));
    scheduler.send(Request.cancel("a").answered("2"));

    // Then
    assertThat(told(scheduler)).containsExactly("1 NOT_FOUND ", "2 ALREADY_DELIVERED DELIVERED 1");
  }

  @Test
  void withoutHistoryNothingIsKnownOfWhatEnded() {
    try (var forgetful = new SchedulerDriver(Setup.usual().withoutHistory())) {
      // When
      forgetful.send(job("a", 0));
      forgetful.send(Request.cancel("a").answered("1"));
      forgetful.send(job("a", 0).header("delay-if-exists", "ignore").answered("2"));

      // Then
      assertThat(told(forgetful)).containsExactly("1 NOT_FOUND ", "2 SCHEDULED DELIVERED 1");
      assertThat(forgetful.logged("jobs")).as("they never were in the store").isEmpty();
    }
  }

  @Test
  void anEndTakesThePlaceOfTheJobAndLeavesWhenItsRetentionIsOver() {
    // Given
    scheduler.send(job("a", 10));
    scheduler.advance(10);

    // When
    scheduler.advance(Setup.HISTORY.plusSeconds(2).toMillis());

    // Then
    assertThat(scheduler.logged("jobs"))
        .extracting(record -> record.value().equals("null"))
        .containsExactly(false, false, true);
    assertThat(scheduler.find("a")).isNull();
  }

  /** Removing all ended jobs in one step would delay jobs that are due then. */
  @Test
  void manyEndsAreForgottenAFewAtATime() {
    // Given
    for (var i = 0; i < 1_500; i++) {
      scheduler.send(job("job-" + i, 10));
    }
    scheduler.advance(10);
    scheduler.advance(1);
    scheduler.logged("jobs");

    // When
    var steps = new ArrayList<Integer>();
    scheduler.advance(Setup.HISTORY.toMillis() + 1_000);
    steps.add(scheduler.logged("jobs").size());
    while (steps.stream().mapToInt(forgotten -> forgotten).sum() < 1_500) {
      scheduler.advance(20);
      steps.add(scheduler.logged("jobs").size());
    }

    // Then: the first step may remove as many as ended since the last one
    assertThat(steps.get(0)).isEqualTo(1_064);
    assertThat(steps.subList(1, steps.size())).allMatch(forgotten -> forgotten <= 64).hasSize(7);
    scheduler.advance(Duration.ofDays(1).toMillis());
    assertThat(scheduler.logged("jobs")).isEmpty();
  }

  @Test
  void aHistoryLargerThanItsBoundForgetsTheOldestEndsFirst() {
    // Given: room for some ten entries
    try (var bounded = new SchedulerDriver(Setup.usual().historyOf(1_024))) {
      for (var i = 0; i < 30; i++) {
        bounded.send(job("job-" + i, i));
      }

      // When
      for (var i = 0; i < 60; i++) {
        bounded.advance(1);
      }
      bounded.advance(20);

      // Then
      var known = bounded.statistics().history();
      assertThat(known.bytes()).isBetween(900L, 1_024L);
      assertThat(bounded.find("job-29")).isNotNull();
      assertThat(bounded.find("job-0")).isNull();
      assertThat(bounded.delivered()).hasSize(30);
      assertThat(TestMetrics.value(bounded.metrics(), "delaygate_history_cut_total"))
          .isEqualTo(30.0 - known.entries());
      assertThat(TestMetrics.value(bounded.metrics(), "delaygate_history_entries"))
          .isEqualTo((double) known.entries());
      assertThat(TestMetrics.value(bounded.metrics(), "delaygate_history_bytes"))
          .isEqualTo((double) known.bytes());
    }
  }

  @Test
  void anExpiredJobIsNotDelivered() {
    // Given
    scheduler.send(job("late", 10).header("delay-ttl-ms", "15"));
    scheduler.send(job("early", 10).header("delay-ttl-ms", "20"));

    // When
    scheduler.advance(20);

    // Then
    assertThat(scheduler.delivered()).containsExactly("early");
    scheduler.send(Request.cancel("late").answered("1"));
    assertThat(told(scheduler)).containsExactly("1 NOT_FOUND EXPIRED 1");
    assertThat(scheduler.deadLetters()).isEmpty();
  }

  private static Request job(String id, long inMs) {
    return Request.schedule(id, "orders", START + inMs);
  }
}

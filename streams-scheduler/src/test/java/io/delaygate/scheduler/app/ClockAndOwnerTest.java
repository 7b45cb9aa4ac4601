package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of clock jumps and changes of owner: jobs leave on time, with few wake-ups of the task. */
class ClockAndOwnerTest {
  private final Setup setup = Setup.usual();
  private SchedulerTask task;

  @BeforeEach
  void open(@TempDir Path directory) {
    task = new SchedulerTask(setup, directory);
    task.clock(START + 1);
  }

  @AfterEach
  void close() {
    task.close();
  }

  @Test
  void aClockThatJumpsBackNeitherFiresEarlyNorTwice() {
    // Given
    task.send(Request.schedule("first", "orders", START + 10_000));
    task.send(Request.schedule("second", "orders", START + 11_000));
    task.clock(START + 10_000);
    var first = task.delivered();

    // When
    task.clock(START + 5_000);
    task.send(Request.schedule("third", "orders", START + 6_000));
    for (var ms = START + 5_000; ms < START + 11_000; ms += 100) {
      task.clock(ms);
      assertThat(task.delivered()).isEqualTo(ms == START + 6_000 ? List.of("third") : List.of());
    }
    task.clock(START + 11_000);

    // Then
    assertThat(first).containsExactly("first");
    assertThat(task.delivered()).containsExactly("second");
  }

  @Test
  void aClockThatJumpsForwardDeliversAllThatIsDueThen() {
    // Given
    task.send(Request.schedule("a", "orders", START + 10_000));
    task.send(Request.schedule("b", "orders", START + 20_000));
    task.send(Request.schedule("c", "orders", START + 30_000));

    // When
    task.clock(START + 25_000);

    // Then
    assertThat(task.delivered()).containsExactly("a", "b");
  }

  @Test
  void nothingPendingMeansNothingScheduled() {
    // When
    task.send(Request.schedule("a", "orders", START + 10));
    task.clock(START + 10);
    task.clock(START + 11);

    // Then: the next wake-up removes the ended job from the history
    assertThat(task.delivered()).containsExactly("a");
    assertThat(task.liveAlarms())
        .extracting(alarm -> alarm.getStartTime())
        .containsExactly(Instant.ofEpochMilli(START + 10).plus(Setup.HISTORY).plusSeconds(1));
    task.clock(START + 11 + Setup.HISTORY.plusSeconds(1).toMillis());
    assertThat(task.liveAlarms()).isEmpty();
  }

  @Test
  void onlyANearerJobSetsAnAlarmMore() {
    // When
    task.send(Request.schedule("far", "orders", START + 5000));
    task.send(Request.schedule("near", "orders", START + 500));
    task.send(Request.schedule("middle", "orders", START + 1000));

    // Then
    assertThat(task.liveAlarms())
        .extracting(alarm -> alarm.getStartTime())
        .containsExactly(Instant.ofEpochMilli(START + 5000), Instant.ofEpochMilli(START + 500));
  }

  @Test
  void aCancelledHeadCostsOneEmptyRing() {
    // Given
    task.send(Request.schedule("head", "orders", START + 500));
    task.send(Request.schedule("next", "orders", START + 5000));
    task.send(Request.cancel("head"));

    // When
    task.clock(START + 500);

    // Then
    assertThat(task.delivered()).isEmpty();
    assertThat(task.liveAlarms())
        .extracting(alarm -> alarm.getStartTime())
        .containsExactly(Instant.ofEpochMilli(START + 5000));
  }

  @Test
  void aJobWhoseTargetIsNotJudgedYetIsLookedAtSoon() {
    // Given
    task.send(Request.schedule("a", "orders", START + 500));
    task.topics().readable(false);

    // When
    task.clock(START + 500);

    // Then
    assertThat(task.liveAlarms())
        .extracting(alarm -> alarm.getStartTime())
        .containsExactly(Instant.ofEpochMilli(START + 520));
  }

  @Test
  void aNewOwnerDeliversWhatTheOldOneLeft() {
    // Given
    task.topics().add("invoices");
    task.send(Request.schedule("due", "orders", START + 500));
    task.send(Request.schedule("parked", "invoices", START + 5));
    task.topics().drop("invoices");
    task.clock(START + 5);

    // When
    task.passOn();
    task.topics().add("invoices");
    task.clock(START + 7);
    var released = task.delivered();
    task.clock(START + 500);

    // Then
    assertThat(released).containsExactly("parked");
    assertThat(task.delivered()).containsExactly("due");
  }

  @Test
  void aNewOwnerEndsAPauseInItsMillisecond() {
    // Given
    setup.control().pause("orders", START + 1_234);
    task.send(Request.schedule("a", "orders", START + 1));

    // When
    task.passOn();
    task.clock(START + 2);
    task.clock(START + 1_233);
    var early = task.delivered();
    task.clock(START + 1_234);

    // Then
    assertThat(early).isEmpty();
    assertThat(task.delivered()).containsExactly("a");
  }

  @Test
  void aNewOwnerAsksForAFreshDirectory() {
    // Given
    var before = task.topics().doubts();

    // When
    task.passOn();

    // Then
    assertThat(task.topics().doubts()).isEqualTo(before + 1);
  }
}

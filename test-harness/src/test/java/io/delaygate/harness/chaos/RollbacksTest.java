package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollbacksTest {
  private static final Fault TIMESTAMPS =
      new Fault(FaultKind.TARGET_REFUSES_TIMESTAMPS, 0, 1_000, 8_000, 0);
  private static final Fault KILL = new Fault(FaultKind.KILL_SCHEDULER, 1, 2_000, 1_000, 0);

  @Test
  void itMayCostOneForEachFaultAndStart() {
    assertThat(Rollbacks.judge(plan(TIMESTAMPS), 0, times(1), 0)).isEmpty();
    assertThat(Rollbacks.judge(plan(TIMESTAMPS), 0, times(2), 0))
        .hasValueSatisfying(found -> assertThat(found.kind()).isEqualTo(Kind.SHARED_FATE));
  }

  @Test
  void aSchedulerThatStartsAgainHasToLearnAgain() {
    assertThat(Rollbacks.judge(plan(TIMESTAMPS, KILL), 1, times(2), 0)).isEmpty();
    assertThat(Rollbacks.judge(plan(TIMESTAMPS, KILL), 1, times(3), 0)).isPresent();
    assertThat(Rollbacks.judge(plan(TIMESTAMPS, KILL), 0, times(2), 0)).isPresent();
    assertThat(Rollbacks.judge(plan(TIMESTAMPS), 0, times(2), 1)).isEmpty();
  }

  @Test
  void aStartBeforeOrAfterTheFaultIsNoExcuse() {
    var before = new Fault(FaultKind.KILL_SCHEDULER, 0, 1_000, 1_000, 0);
    var late = new Fault(FaultKind.TARGET_REFUSES_TIMESTAMPS, 0, 12_000, 2_000, 0);
    var after = new Fault(FaultKind.KILL_SCHEDULER, 0, 24_000, 1_000, 0);

    assertThat(Rollbacks.judge(plan(before, late, after), 0, times(1), 0)).isEmpty();
    assertThat(Rollbacks.judge(plan(before, late, after), 0, times(2), 0)).isPresent();
  }

  @Test
  void whatIsRolledBackForAnotherReasonDoesNotCount() {
    var others = new ArrayList<String>();
    for (var i = 0; i < 20; i++) {
      others.add("12:00:00.000 INFO A transaction was rolled back; its tasks continue");
      others.add("org.apache.kafka.common.errors.TimeoutException: late");
      others.add("org.apache.kafka.common.errors.InvalidTimestampException: of another line");
    }

    assertThat(Rollbacks.judge(plan(TIMESTAMPS), 0, others, 0)).isEmpty();
  }

  private static List<String> times(int count) {
    var lines = new ArrayList<String>();
    for (var i = 0; i < count; i++) {
      lines.add("12:00:00.000 INFO A transaction was rolled back; its tasks continue");
      lines.add("org.apache.kafka.common.errors.InvalidTimestampException: out of range");
    }
    return lines;
  }

  private static Plan plan(Fault... faults) {
    var shape = new Shape(30, 100, 3, EnumSet.allOf(FaultKind.class));
    return new Plan(1, shape, List.of(faults), List.of());
  }
}

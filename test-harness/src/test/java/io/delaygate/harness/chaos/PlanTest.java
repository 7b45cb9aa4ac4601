package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Shape SHAPE = new Shape(30, 60, 3, EnumSet.allOf(FaultKind.class));

  @Test
  void isAFunctionOfTheSeed() {
    assertThat(Plan.of(7, SHAPE)).isEqualTo(Plan.of(7, SHAPE));
    assertThat(Plan.of(7, SHAPE)).isNotEqualTo(Plan.of(8, SHAPE));
  }

  @Test
  void injectsEachKindThirtyTimesInAHundredSeeds() {
    var counts = new EnumMap<FaultKind, Integer>(FaultKind.class);
    LongStream.rangeClosed(1, 100)
        .mapToObj(seed -> Plan.of(seed, SHAPE))
        .flatMap(plan -> plan.faults().stream())
        .forEach(fault -> counts.merge(fault.kind(), 1, Integer::sum));
    assertThat(counts.keySet()).containsExactlyInAnyOrder(FaultKind.values());
    assertThat(counts.values()).allMatch(count -> count >= 30);
  }

  @Test
  void hasFaultsToTheEndInEachSeed() {
    assertThat(LongStream.rangeClosed(1, 100).mapToObj(seed -> Plan.of(seed, SHAPE)))
        .allMatch(plan -> plan.faults().stream().anyMatch(f -> f.atMs() + f.lengthMs() >= 30_000));
  }

  @Test
  void holdsFaultsOfALaneApart() {
    for (var lane :
        Plan.of(1, SHAPE).faults().stream().collect(Collectors.groupingBy(Fault::lane)).values()) {
      for (var i = 1; i < lane.size(); i++) {
        var before = lane.get(i - 1);
        assertThat(lane.get(i).atMs()).isGreaterThan(before.atMs() + before.lengthMs());
      }
    }
  }

  @Test
  void hasEveryKindOfCommandThroughEveryDoor() {
    var operations = Plan.of(1, SHAPE).operations();
    assertThat(operations.stream().map(Operation::verb).distinct())
        .containsExactlyInAnyOrder(Verb.SCHEDULE, Verb.CANCEL, Verb.RESCHEDULE, Verb.FIRE);
    assertThat(operations.stream().map(o -> o.terms().door()).distinct())
        .containsExactlyInAnyOrder(Door.values());
    assertThat(operations.stream().map(o -> o.terms().ifExists()).distinct())
        .containsExactlyInAnyOrder(IfExists.values());
    assertThat(operations).anyMatch(operation -> operation.terms().copies() > 1);
    assertThat(operations).anyMatch(operation -> operation.terms().delay().ttlMs() > 0);
    assertThat(operations.stream().map(Operation::number)).doesNotHaveDuplicates();
  }

  @Test
  void hasJobsToConfirmOfEveryKindOfPolicy() {
    var schedules =
        Plan.of(1, SHAPE).operations().stream()
            .filter(o -> o.verb() == Verb.SCHEDULE)
            .filter(o -> !CallPlan.isCall(o.id()))
            .toList();
    var acks =
        schedules.stream().map(o -> o.terms().ack()).filter(Objects::nonNull).distinct().toList();
    assertThat(acks.size()).isBetween(schedules.size() / 5, schedules.size() / 3);
    assertThat(acks.stream().map(Ack::maxAttempts).distinct())
        .containsExactlyInAnyOrder(1, 2, 3, 4);
    assertThat(acks).anyMatch(ack -> ack.lease().fromReserve());
    assertThat(acks).anyMatch(ack -> ack.backoff().grows() && ack.backoff().jitter() > 0);
    assertThat(acks).anyMatch(ack -> ack.letters().own() && ack.letters().onExpiry());
  }

  @Test
  void callsEveryEndpointAndCancelsSomeOfItsJobs() {
    var calls =
        Plan.of(1, SHAPE).operations().stream().filter(o -> CallPlan.isCall(o.id())).toList();
    assertThat(calls.stream().map(o -> CallPlan.endpoint(o.id())).distinct())
        .containsExactlyInAnyOrder(CallPlan.STEADY, CallPlan.SHAKY, CallPlan.BROKEN);
    assertThat(calls).anyMatch(operation -> operation.verb() == Verb.CANCEL);
    assertThat(calls).allMatch(operation -> operation.atMs() < Plan.loadMs(SHAPE));
  }

  @Test
  void doesEveryDeedWithAttemptsAndLetters() {
    var deeds = new Deeds(1);
    assertThat(IntStream.range(0, 500).mapToObj(i -> deeds.forAttempt("job-" + i, 0, 1)))
        .contains(Deeds.Deed.values());
    assertThat(IntStream.range(0, 100).mapToObj(i -> deeds.forLetter("job-" + i, 1)))
        .contains(Deeds.Mercy.values());
  }
}

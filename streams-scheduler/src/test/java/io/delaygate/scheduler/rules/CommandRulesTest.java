package io.delaygate.scheduler.rules;

import static io.delaygate.scheduler.rules.JobExamples.CREATED_MS;
import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.rules.JobExamples.payload;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CommandRulesTest {
  private static final long NOW = CREATED_MS + 500;
  private static final long LATER = NOW + 1;
  private static final DecisionTime AT = new DecisionTime(NOW, NOW, 0);
  private static final JobId ID = new JobId("a");

  static Stream<Arguments> table() {
    var waiting = due("a", LATER);
    var parked = due("a", NOW - 10).parked(NOW + 1000, null);
    return Stream.of(
        Arguments.of(schedule(LATER), null, Outcome.SCHEDULED, "put 1 due " + LATER),
        Arguments.of(schedule(NOW), null, Outcome.SCHEDULED, "deliver 1 due " + NOW),
        Arguments.of(schedule(0), null, Outcome.SCHEDULED, "deliver 1 due 0"),
        Arguments.of(schedule(LATER), waiting, Outcome.REPLACED, "put 2 due " + LATER),
        Arguments.of(schedule(NOW), waiting, Outcome.REPLACED, "deliver 2 due " + NOW),
        Arguments.of(schedule(LATER), parked, Outcome.REPLACED, "put 3 due " + LATER),
        Arguments.of(schedule(NOW), parked, Outcome.REPLACED, "deliver 3 due " + NOW),
        Arguments.of(new Command.Cancel(ID, null), null, Outcome.NOT_FOUND, ""),
        Arguments.of(new Command.Cancel(ID, null), waiting, Outcome.CANCELLED, "end CANCELLED"),
        Arguments.of(new Command.Cancel(ID, null), parked, Outcome.CANCELLED, "end CANCELLED"),
        Arguments.of(new Command.Fire(ID, null), null, Outcome.NOT_FOUND, ""),
        Arguments.of(
            new Command.Fire(ID, null), waiting, Outcome.RESCHEDULED, "deliver 2 due " + NOW),
        Arguments.of(
            new Command.Fire(ID, null), parked, Outcome.RESCHEDULED, "deliver 3 due " + NOW),
        Arguments.of(move(LATER), null, Outcome.NOT_FOUND, ""),
        Arguments.of(move(LATER + 5), waiting, Outcome.RESCHEDULED, "put 2 due " + (LATER + 5)),
        Arguments.of(move(NOW), waiting, Outcome.RESCHEDULED, "deliver 2 due " + NOW),
        Arguments.of(move(LATER), parked, Outcome.RESCHEDULED, "put 3 due " + LATER),
        Arguments.of(move(NOW), parked, Outcome.RESCHEDULED, "deliver 3 due " + NOW));
  }

  @ParameterizedTest
  @MethodSource("table")
  void decidesEachCommandAgainstEachState(
      Command command, @Nullable Job stored, Outcome outcome, String effect) {
    // When
    var decision = CommandRules.decide(command, stored, AT, PendingQuota.UNBOUNDED);

    // Then
    assertThat(decision.outcome()).isEqualTo(outcome);
    assertThat(text(decision, stored)).isEqualTo(effect);
  }

  @Test
  void aRelativeDelayCountsFromTheRecordNotFromNow() {
    // Given
    var command = schedule(new When.After(100), IfExists.REPLACE);

    // When
    var decision =
        CommandRules.decide(
            command, null, new DecisionTime(NOW - 30, NOW, 0), PendingQuota.UNBOUNDED);

    // Then
    assertThat(decision.effects()).singleElement().isInstanceOf(Effect.Put.class);
    assertThat(((Effect.Put) decision.effects().get(0)).job().times())
        .isEqualTo(JobTimes.due(NOW, NOW + 70));
  }

  @Test
  void aNewPayloadLeavesAParkedJobParkedUntilTheSameTime() {
    // Given
    var parked = due("a", NOW - 10).parked(NOW + 1000, null);

    // When
    var decision = CommandRules.decide(repay("new", List.of()), parked, AT, PendingQuota.UNBOUNDED);

    // Then
    var job = put(decision);
    assertThat(job.state()).isEqualTo(JobState.PARKED);
    assertThat(job.times()).isEqualTo(parked.times());
    assertThat(job.version()).isEqualTo(3);
    assertThat(job.payload().value()).isEqualTo("new".getBytes(UTF_8));
  }

  @Test
  void aNewTimeTakesAJobOutOfItsParking() {
    // Given
    var parked = due("a", NOW - 10).parked(NOW + 1000, null);

    // When
    var decision = CommandRules.decide(move(NOW + 7), parked, AT, PendingQuota.UNBOUNDED);

    // Then
    assertThat(put(decision).state()).isEqualTo(JobState.SCHEDULED);
    assertThat(put(decision).times()).isEqualTo(JobTimes.due(CREATED_MS, NOW + 7));
  }

  @Test
  void aReschedulesHeadersReplaceAllAndNoneKeepAll() {
    // Given
    Header old = new RecordHeader("trace", new byte[] {1});
    Header fresh = new RecordHeader("kind", null);
    var plain = due("a", LATER);
    var stored = plain.changed(headed("v", List.of(old)), plain.times(), NOW);

    // When
    var replaced =
        put(CommandRules.decide(repay(null, List.of(fresh)), stored, AT, PendingQuota.UNBOUNDED));
    var kept = put(CommandRules.decide(repay("w", List.of()), stored, AT, PendingQuota.UNBOUNDED));

    // Then
    assertThat(replaced.payload().headers()).containsExactly(fresh);
    assertThat(replaced.payload().value()).isEqualTo("v".getBytes(UTF_8));
    assertThat(kept.payload().headers()).containsExactly(old);
    assertThat(kept.payload().value()).isEqualTo("w".getBytes(UTF_8));
  }

  @Test
  void aScheduleBringsItsPolicyAndAChangeKeepsIt() {
    // When
    var scheduled =
        put(CommandRules.decide(schedule(LATER), due("a", LATER), AT, PendingQuota.UNBOUNDED));
    var moved = put(CommandRules.decide(move(LATER + 1), scheduled, AT, PendingQuota.UNBOUNDED));

    // Then
    assertThat(List.of(scheduled, moved))
        .extracting(Job::policy)
        .containsOnly(Policy.USUAL.withPriority(2));
  }

  private static Job put(Decision decision) {
    return ((Effect.Put) decision.effects().get(0)).job();
  }

  private static Payload headed(String value, List<Header> headers) {
    return new Payload(value.getBytes(UTF_8), headers);
  }

  private static Command schedule(long dueMs) {
    return schedule(new When.At(dueMs), IfExists.REPLACE);
  }

  private static Command schedule(When when, IfExists policy) {
    return new Command.Schedule(
        ID,
        when,
        due("a", 0).target(),
        payload("new"),
        policy,
        JobTimes.NEVER,
        Policy.USUAL.withPriority(2));
  }

  private static Command move(long dueMs) {
    return new Command.Reschedule(ID, new When.At(dueMs), null, List.of(), null);
  }

  private static Command repay(@Nullable String value, List<Header> headers) {
    var bytes = value == null ? null : value.getBytes(UTF_8);
    return new Command.Reschedule(ID, null, bytes, headers, null);
  }

  /** The effects as text; also checks that each of them names the job as it is stored. */
  private static String text(Decision decision, @Nullable Job stored) {
    return String.join(
        ", ", decision.effects().stream().map(effect -> text(effect, stored)).toList());
  }

  private static String text(Effect effect, @Nullable Job stored) {
    if (effect instanceof Effect.Put put) {
      return "put " + put.job().version() + " due " + put.job().times().dueMs();
    }
    if (effect instanceof Effect.Deliver deliver) {
      assertThat(deliver.stored()).isSameAs(stored);
      return "deliver " + deliver.job().version() + " due " + deliver.job().times().dueMs();
    }
    var end = (Effect.End) effect;
    assertThat(end.job()).isSameAs(stored);
    assertThat(end.isStored()).isTrue();
    return "end " + end.state();
  }
}

package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.keyless;
import static io.delaygate.schemas.command.SentRecord.timed;
import static io.delaygate.schemas.command.SentRecord.untimed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of operations: each record is read as one, and an incomplete one is refused. */
class ParsedOperationTest {
  private static final JobId ID = new JobId("order-4711");

  @Test
  void aTargetAndATimeMakeASchedule() {
    // Given
    var record = timed();

    // When
    var schedule = record.schedule();

    // Then
    assertThat(schedule.id()).isEqualTo(ID);
    assertThat(schedule.when()).isEqualTo(new When.After(1000));
    assertThat(schedule.target().topic()).isEqualTo("orders");
    assertThat(schedule.payload().value()).isEqualTo(bytes("payload"));
    assertThat(schedule.payload().headers()).isEmpty();
  }

  @Test
  void aScheduleMayBeNamed() {
    assertThat(timed().header("delay-op", "schedule").schedule().id()).isEqualTo(ID);
  }

  @Test
  void aScheduleMayDeliverANullValue() {
    assertThat(timed().tombstone().schedule().payload().value()).isNull();
  }

  @Test
  void cancelAndFireNeedTheIdOnly() {
    assertThat(keyed("order-4711").header("delay-op", "cancel").understood())
        .isEqualTo(new Command.Cancel(ID, null));
    assertThat(keyed("order-4711").header("delay-op", "fire").understood())
        .isEqualTo(new Command.Fire(ID, null));
  }

  @Test
  void aBareTombstoneIsACancel() {
    assertThat(keyed("order-4711").tombstone().understood())
        .isEqualTo(new Command.Cancel(ID, null));
  }

  @Test
  void aTombstoneWithTheCallersHeadersOnlyIsACancel() {
    assertThat(keyed("order-4711").tombstone().header("trace-id", "1").understood())
        .isEqualTo(new Command.Cancel(ID, null));
  }

  @Test
  void aTombstoneWithTheHeadersOfADeliveredRecordIsACancel() {
    assertThat(keyed("order-4711").tombstone().header("delay-job-id", "order-1").understood())
        .isEqualTo(new Command.Cancel(ID, null));
  }

  @Test
  void aTombstoneWithAnyControlHeaderIsASchedule() {
    // Given
    var record = keyed("order-4711").tombstone().header("delay-target-topic", "orders");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TIME_MISSING);
  }

  @Test
  void aTombstoneWithoutKeyIsNoCancel() {
    assertThat(keyless().tombstone().refused().reason()).isEqualTo(ReasonCode.TIME_MISSING);
  }

  @Test
  void aValueWithoutControlHeadersIsAnIncompleteSchedule() {
    assertThat(keyed("order-4711").refused().reason()).isEqualTo(ReasonCode.TIME_MISSING);
  }

  @Test
  void rescheduleWithATimeKeepsPayloadAndHeaders() {
    // Given
    var record = reschedule().tombstone().header("delay-due-ms", "1700000000001");

    // When
    var command = understoodReschedule(record);

    // Then
    assertThat(command)
        .isEqualTo(
            new Command.Reschedule(ID, new When.At(1_700_000_000_001L), null, noHeaders(), null));
  }

  @Test
  void rescheduleWithAValueOnlyKeepsTheTime() {
    // Given
    var record = reschedule().value(bytes("new"));

    // When
    var command = understoodReschedule(record);

    // Then
    assertThat(command.when()).isNull();
    assertThat(command.value()).isEqualTo(bytes("new"));
    assertThat(command.headers()).isEmpty();
  }

  @Test
  void rescheduleWithAnEmptyValueReplacesThePayload() {
    assertThat(understoodReschedule(reschedule().value(new byte[0])).value()).isEmpty();
  }

  @Test
  void rescheduleWithHeadersOnlyReplacesThem() {
    // Given
    var record = reschedule().tombstone().header("trace-id", "1");

    // When
    var command = understoodReschedule(record);

    // Then
    assertThat(command.when()).isNull();
    assertThat(command.value()).isNull();
    assertThat(command.headers()).containsExactly(new RecordHeader("trace-id", bytes("1")));
  }

  @Test
  void rescheduleThatChangesNothingIsRefused() {
    assertThat(reschedule().tombstone().refused().reason()).isEqualTo(ReasonCode.TIME_MISSING);
    assertThat(reschedule().tombstone().header("delay-job-id", "x").refused().reason())
        .isEqualTo(ReasonCode.TIME_MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "remove", "Cancel", "CANCEL", " cancel", "cancel\n"})
  void anotherWordIsNoOperation(String op) {
    // Given
    var record = keyed("order-4711").header("delay-op", op);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.OP_UNKNOWN);
    assertThat(refusal.header()).isEqualTo(DelayHeader.OP);
    assertThat(refusal.text()).contains("'" + op + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "cancel, delay, DELAY",
    "cancel, delay-ms, DELAY_MS",
    "cancel, delay-due, DUE",
    "cancel, delay-due-ms, DUE_MS",
    "cancel, delay-target-topic, TARGET_TOPIC",
    "cancel, delay-if-exists, IF_EXISTS",
    "fire, delay-ms, DELAY_MS",
    "fire, delay-target-key, TARGET_KEY",
    "fire, delay-target-endpoint, TARGET_ENDPOINT",
    "kick, delay-target-path, TARGET_PATH",
    "reschedule, delay-target-key, TARGET_KEY",
    "reschedule, delay-target-partition, TARGET_PARTITION",
    "reschedule, delay-if-exists, IF_EXISTS",
    "reschedule, delay-ack, ACK",
    "cancel, delay-lease, LEASE",
    "finish, delay-ms, DELAY_MS",
    "finish, delay-lease-ms, LEASE_MS",
    "finish, delay-if-version, IF_VERSION",
    "finish, delay-failure, FAILURE",
    "release, delay-note, NOTE",
    "release, delay-lease-ms, LEASE_MS",
    "discard, delay, DELAY",
    "kick, delay-lease, LEASE",
    "discard, delay-attempt, ATTEMPT"
  })
  void aHeaderThatSaysNothingForTheOperationIsRefused(String op, String name, DelayHeader header) {
    // Given
    var record = keyed("order-4711").header("delay-op", op).header(name, "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_MISPLACED);
    assertThat(refusal.header()).isEqualTo(header);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cancel", "fire", "reschedule", "finish", "kick", "discard"})
  void namingAJobNeedsAKey(String op) {
    assertThat(keyless().header("delay-op", op).refused().reason())
        .isEqualTo(ReasonCode.ID_MISSING);
  }

  @Test
  void theFirstFaultFromWholeToPartIsTheAnswer() {
    assertThat(untimed().header("delay-op", "x").header("delay-typo", "").refused().reason())
        .isEqualTo(ReasonCode.HEADER_UNKNOWN);
    assertThat(keyed("~").header("delay-op", "x").header("delay-lease", "").refused().reason())
        .isEqualTo(ReasonCode.OP_UNKNOWN);
    assertThat(keyed("~").header("delay-lease", "").refused().reason())
        .isEqualTo(ReasonCode.HEADER_MISPLACED);
    assertThat(keyed("~").refused().reason()).isEqualTo(ReasonCode.ID_INVALID);
    assertThat(keyed("a").header("delay", "x").refused().reason())
        .isEqualTo(ReasonCode.TIME_INVALID);
    assertThat(keyed("a").header("delay", "1s").refused().reason())
        .isEqualTo(ReasonCode.TARGET_MISSING);
  }

  private static SentRecord reschedule() {
    return keyed("order-4711").header("delay-op", "reschedule");
  }

  private static Command.Reschedule understoodReschedule(SentRecord record) {
    return assertThat(record.understood()).asInstanceOf(type(Command.Reschedule.class)).actual();
  }

  private static List<Header> noHeaders() {
    return List.of();
  }
}

package io.delaygate.schemas.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.ReplyTo;
import io.delaygate.schemas.command.When;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the record builder: the parser reads back what the builder writes. Null arguments are
 * passed as from code without null checks, because the checker does not see in class files that a
 * value may be null.
 */
@NullUnmarked
class DelayedRecordTest {
  private static final Instant DUE = Instant.parse("2030-01-31T07:00:00Z");
  private static final long SENT_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  private static final Duration DELAY = Duration.ofMinutes(30);

  record Order(int number) {}

  @Test
  void aFullScheduleIsUnderstoodAsItWasMeant() {
    // Given
    var record =
        DelayedRecord.to("orders")
            .id("order-4711")
            .key("customer-9")
            .partition(2)
            .in(Duration.ofMinutes(30))
            .header("trace-id", utf8("1"))
            .header("trace-id", null)
            .record("payload");

    // When
    var schedule = schedule(record);

    // Then
    assertThat(record.topic()).isEqualTo("delay-requests");
    assertThat(record.partition()).isNull();
    assertThat(schedule.id()).isEqualTo(new JobId("order-4711"));
    assertThat(schedule.when()).isEqualTo(new When.After(1_800_000));
    assertThat(schedule.target().topic()).isEqualTo("orders");
    assertThat(schedule.target().key()).isEqualTo(utf8("customer-9"));
    assertThat(schedule.target().partition()).isEqualTo(2);
    assertThat(schedule.payload().value()).isEqualTo(utf8("payload"));
    assertThat(schedule.payload().headers())
        .containsExactly(
            new RecordHeader("trace-id", utf8("1")), new RecordHeader("trace-id", null));
  }

  @Test
  void aKeyThatIsNoTextStaysTheProducersAndTheIdTravelsInAHeader() {
    // When
    var schedule =
        DelayedRecord.to("orders").id("order-4711").in(Duration.ofMinutes(30)).record(4711L, "x");
    var cancel = DelayedRecord.cancel("order-4711").<Long, String>record(4711L, null);
    var generated = DelayedRecord.fire("~2-17").<Long, String>record(null, null);

    // Then
    assertThat(schedule.key()).isEqualTo(4711L);
    assertThat(schedule.headers().lastHeader("delay-id").value()).isEqualTo(utf8("order-4711"));
    assertThat(cancel.key()).isEqualTo(4711L);
    assertThat(cancel.headers().lastHeader("delay-id").value()).isEqualTo(utf8("order-4711"));
    assertThat(generated.partition()).isEqualTo(2);
  }

  @Test
  void anEndpointIsCalledInPlaceOfATopic() {
    // When
    var pathed = DelayedRecord.toEndpoint("billing").path("/timeouts").id("@shop/a").in(DELAY);
    var plain = DelayedRecord.toEndpoint("billing").id("@shop/a").in(DELAY);

    // Then
    assertThat(schedule(pathed.record("v")).target().topic()).isEqualTo("queue.shop.~billing");
    assertThat(schedule(pathed.record("v")).target().path()).isEqualTo("/timeouts");
    assertThat(schedule(plain.record("v")).target().path()).isNull();
  }

  @Test
  void aRescheduleMovesAJobToAnotherTarget() {
    // When
    var toTopic = DelayedRecord.reschedule("a").movedTo("orders");
    var toEndpoint = DelayedRecord.reschedule("a").movedToEndpoint("billing").path("/b");
    var toRoot = DelayedRecord.reschedule("a").movedToEndpoint("billing");

    // Then
    assertThat(move(toTopic).target().topic()).isEqualTo("orders");
    assertThat(move(toEndpoint).target().path()).isEqualTo("/b");
    assertThat(move(toRoot).target().topic()).isEqualTo("queue.default.~billing");
  }

  @Test
  void withoutAKeyTheIdIsTheTargetKey() {
    assertThat(schedule(due().id("a").record("v")).target().key()).isEqualTo(utf8("a"));
  }

  @Test
  void aNullKeyIsANullTargetKey() {
    assertThat(schedule(due().id("a").key((byte[]) null).record("v")).target().key()).isNull();
  }

  @Test
  void withoutAnIdEachJobGetsOneOfItsOwn() {
    // When
    var one = due().record("v").key();
    var other = due().record("v").key();

    // Then
    assertThat(one).isNotBlank().isNotEqualTo(other);
  }

  @Test
  void aNullPayloadIsDeliveredAndNotTakenForACancel() {
    assertThat(schedule(due().<String>record(null)).payload().value()).isNull();
  }

  @Test
  void timesBelowAMillisecondAreRoundedUpSoThatNothingIsEarly() {
    assertThat(schedule(DelayedRecord.to("t").in(Duration.ofNanos(1)).record("v")).when())
        .isEqualTo(new When.After(1));
    assertThat(schedule(DelayedRecord.to("t").in(Duration.ofMillis(1)).record("v")).when())
        .isEqualTo(new When.After(1));
    assertThat(schedule(DelayedRecord.to("t").at(DUE.plusNanos(1)).record("v")).when())
        .isEqualTo(new When.At(DUE.toEpochMilli() + 1));
    assertThat(schedule(DelayedRecord.to("t").at(DUE).record("v")).when())
        .isEqualTo(new When.At(DUE.toEpochMilli()));
    assertThat(rescheduled(DelayedRecord.reschedule("a").in(Duration.ofNanos(1))).when())
        .isEqualTo(new When.After(1));
    assertThat(rescheduled(DelayedRecord.reschedule("a").at(DUE.plusNanos(999_999))).when())
        .isEqualTo(new When.At(DUE.toEpochMilli() + 1));
  }

  @Test
  void cancelFireAndRescheduleAreUnderstood() {
    // Given
    var id = new JobId("order-4711");

    // When
    var cancel = DelayedRecord.cancel("order-4711").<String>record(null);
    var fire = DelayedRecord.fire("order-4711").<String>record(null);
    var move = DelayedRecord.reschedule("order-4711").at(DUE).<String>record(null);

    // Then
    assertThat(command(cancel)).isEqualTo(new Command.Cancel(id, null));
    assertThat(command(fire)).isEqualTo(new Command.Fire(id, null));
    assertThat(command(move))
        .isEqualTo(
            new Command.Reschedule(id, new When.At(DUE.toEpochMilli()), null, List.of(), null));
  }

  @Test
  void aRescheduleMayReplacePayloadAndHeaders() {
    // Given
    var record = DelayedRecord.reschedule("a").header("h", null).record("new");

    // When
    var command = command(record);

    // Then
    assertThat(command)
        .isInstanceOfSatisfying(
            Command.Reschedule.class,
            reschedule -> {
              assertThat(reschedule.when()).isNull();
              assertThat(reschedule.value()).isEqualTo(utf8("new"));
              assertThat(reschedule.headers()).containsExactly(new RecordHeader("h", null));
            });
  }

  @Test
  void aPayloadOfAnyTypeGoesThroughTheTeamsOwnSerializer() {
    // Given
    Serializer<Order> serializer =
        (topic, order) -> order == null ? null : utf8("#" + order.number());
    var scheduled = due().record(new Order(4711));
    var cancelled = DelayedRecord.cancel("order-4711").<Order>record(null);
    try (var producer = new MockProducer<>(true, null, new StringSerializer(), serializer)) {

      // When
      var sent = List.of(producer.send(scheduled), producer.send(cancelled));

      // Then
      assertThat(sent).allMatch(Future::isDone);
      assertThat(producer.history())
          .extracting(ProducerRecord::value)
          .containsExactly(new Order(4711), null);
    }
  }

  @Test
  void anotherTopicOfCommandsCanBeNamed() {
    assertThat(due().via("eu.delay-requests").record("v").topic()).isEqualTo("eu.delay-requests");
    assertThat(DelayedRecord.cancel("a").via("eu.delay-requests").record("v").topic())
        .isEqualTo("eu.delay-requests");
  }

  @Test
  void aGeneratedIdIsSentToThePartitionThatItNames() {
    assertThat(DelayedRecord.cancel("~3-17").record("v").partition()).isEqualTo(3);
    assertThat(DelayedRecord.fire("~0-0").record("v").partition()).isEqualTo(0);
    assertThat(DelayedRecord.reschedule("~15-9").record("v").partition()).isEqualTo(15);
    assertThat(DelayedRecord.cancel("a~3-17").record("v").partition()).isNull();
    assertThat(DelayedRecord.cancel("3-17").record("v").partition()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "~x", "~x-1", "~-1", "~3", "~99999999999-1"})
  void anIllegalIdIsLeftToTheSchedulerToRefuse(String id) {
    assertThatCode(() -> DelayedRecord.cancel(id).record("v")).doesNotThrowAnyException();
    assertThat(parsed(DelayedRecord.cancel(id).record("v")))
        .isInstanceOf(ParsedCommand.Refused.class);
  }

  @Test
  void conditionsAndTheWishForTheOutcomeAreUnderstood() {
    // Given
    var correlation = new byte[] {1, 2};
    var scheduled =
        due()
            .ifExists(IfExists.REJECT)
            .expiresAt(DUE.plusNanos(1_999_999))
            .priority(0)
            .replyTo("answers", correlation)
            .record("v");
    var cancelled =
        DelayedRecord.cancel("a").ifVersion(7).replyTo("answers", correlation).<String>record(null);

    // Then
    assertThat(schedule(scheduled).ifExists()).isEqualTo(IfExists.REJECT);
    assertThat(schedule(scheduled).expiresMs()).isEqualTo(DUE.toEpochMilli() + 1);
    assertThat(schedule(scheduled).policy().priority()).isZero();
    assertThat(command(cancelled)).isEqualTo(new Command.Cancel(new JobId("a"), 7L));
    assertThat(List.of(parsed(scheduled), parsed(cancelled)))
        .extracting(ParsedCommand::replyTo)
        .usingRecursiveFieldByFieldElementComparator()
        .containsOnly(new ReplyTo("answers", null, correlation));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_767_225_600, 1_767_225_600_000_000L, -1})
  void aTimeInAnotherUnitIsRefusedAtOnce(long ms) {
    var mistaken = Instant.ofEpochMilli(ms);
    assertThatIllegalArgumentException().isThrownBy(() -> DelayedRecord.to("t").at(mistaken));
    assertThatIllegalArgumentException().isThrownBy(() -> due().expiresAt(mistaken));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayedRecord.reschedule("a").at(mistaken))
        .withMessageContaining(ms < 2_000_000_000 ? "before 2001" : "2026-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Delay-Ms", "delay_op", "delay-foo", "n\uFFFDe"})
  void aHeaderNameThatTheSchedulerRefusesIsRefusedAtOnce(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> due().header(name, null))
        .withMessageContaining("'" + name + "'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DelayedRecord.reschedule("a").header(name, null))
        .withMessageContaining("'" + name + "'");
  }

  private static DelayedRecord.Schedule due() {
    return DelayedRecord.to("orders").at(DUE);
  }

  private static Command.Schedule schedule(ProducerRecord<String, String> record) {
    return assertThat(command(record)).asInstanceOf(type(Command.Schedule.class)).actual();
  }

  private static Command.Move move(DelayedRecord record) {
    return assertThat(rescheduled(record).move()).isNotNull().actual();
  }

  private static Command.Reschedule rescheduled(DelayedRecord record) {
    return assertThat(command(record.<String>record(null)))
        .asInstanceOf(type(Command.Reschedule.class))
        .actual();
  }

  private static Command command(ProducerRecord<String, String> record) {
    return assertThat(parsed(record))
        .asInstanceOf(type(ParsedCommand.Understood.class))
        .actual()
        .command();
  }

  private static ParsedCommand parsed(ProducerRecord<String, String> record) {
    var value = record.value();
    return new CommandParser(TopicNames.prefixed(""), topic -> Policy.USUAL)
        .parse(
            new CommandRecord(
                utf8(record.key()),
                value == null ? null : utf8(value),
                List.of(record.headers().toArray()),
                0,
                0),
            SENT_MS);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

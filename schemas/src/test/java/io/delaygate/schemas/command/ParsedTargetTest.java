package io.delaygate.schemas.command;

import static io.delaygate.schemas.command.SentRecord.BASE_MS;
import static io.delaygate.schemas.command.SentRecord.bytes;
import static io.delaygate.schemas.command.SentRecord.keyed;
import static io.delaygate.schemas.command.SentRecord.keyless;
import static io.delaygate.schemas.command.SentRecord.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of targets: topic, key and partition are read, and forbidden topics are refused. */
class ParsedTargetTest {
  @Test
  void noTargetIsRefused() {
    // Given
    var record = keyed("a").header("delay-ms", "1");

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TARGET_MISSING);
    assertThat(refusal.header()).isEqualTo(DelayHeader.TARGET_TOPIC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a b", "a/b", "ü", "orders\n"})
  void anIllegalTopicNameIsRefused(String topic) {
    // Given
    var record = to(topic);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TARGET_INVALID);
    assertThat(refusal.header()).isEqualTo(DelayHeader.TARGET_TOPIC);
  }

  @Test
  void theLongestLegalTopicNameIsAccepted() {
    assertThat(to("t".repeat(249)).schedule().target().topic()).hasSize(249);
    assertThat(to("t".repeat(250)).refused().reason()).isEqualTo(ReasonCode.TARGET_INVALID);
  }

  @Test
  void theNameOfAQueueMayBeLongerThanThatOfATopic() {
    // Given
    var longest = "queue." + "n".repeat(64) + "." + "q".repeat(255);

    // Then
    assertThat(to(longest).schedule().target().topic()).isEqualTo(longest);
    assertThat(to(longest + "q").refused().reason()).isEqualTo(ReasonCode.TARGET_INVALID);
    assertThat(to("queue." + "q".repeat(255)).refused().reason())
        .isEqualTo(ReasonCode.TARGET_INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delay-requests",
        "delay-rerouted",
        "delay-dead-letters",
        "delay-events",
        "delay-replies",
        "delay-control",
        "delaygate-x",
        "delaygate-jobs-changelog",
        "__consumer_offsets",
        "__x"
      })
  void ourOwnTopicsAndKafkasAreForbidden(String topic) {
    // Given
    var record = to(topic);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.TARGET_FORBIDDEN);
    assertThat(refusal.header()).isEqualTo(DelayHeader.TARGET_TOPIC);
    assertThat(refusal.text()).contains("'" + topic + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"delay-orders", "delay-requests2", "delaygate", "delaygated-x", "_x", "a__x"})
  void topicsThatOnlyLookLikeOursAreFine(String topic) {
    assertThat(to(topic).schedule().target().topic()).isEqualTo(topic);
  }

  @Test
  void aPrefixedInstallationForbidsItsOwnNames() {
    // Given
    var parser = new CommandParser(TopicNames.prefixed("eu."), topic -> Policy.USUAL);

    // When
    var own = parser.parse(to("eu.delay-requests").record(), BASE_MS);
    var internal = parser.parse(to("eu.delaygate-jobs-changelog").record(), BASE_MS);
    var others = parser.parse(to("delay-requests").record(), BASE_MS);

    // Then
    assertThat(own).isInstanceOf(ParsedCommand.Refused.class);
    assertThat(internal).isInstanceOf(ParsedCommand.Refused.class);
    assertThat(others).isInstanceOf(ParsedCommand.Understood.class);
  }

  @Test
  void aTargetThatIsNullOrNoTextIsRefused() {
    assertThat(keyed("a").header("delay-ms", "1").header("delay-target-topic").refused().reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(
            keyed("a")
                .header("delay-ms", "1")
                .header("delay-target-topic", new byte[] {(byte) 0xc3})
                .refused()
                .reason())
        .isEqualTo(ReasonCode.HEADER_INVALID);
  }

  @Test
  void theIdIsTheKeyUnlessAKeyIsGiven() {
    assertThat(timed().schedule().target().key()).isEqualTo(bytes("order-4711"));
    assertThat(timed().header("delay-target-key", "k").schedule().target().key())
        .isEqualTo(bytes("k"));
  }

  @Test
  void aNullKeyHeaderIsANullKeyAndAnEmptyOneAnEmptyKey() {
    assertThat(timed().header("delay-target-key").schedule().target().key()).isNull();
    assertThat(timed().header("delay-target-key", "").schedule().target().key()).isEmpty();
  }

  @Test
  void theKeyIsBytesAndNeedNotBeText() {
    var key = new byte[] {0, -1, (byte) 0xc3};
    assertThat(timed().header("delay-target-key", key).schedule().target().key()).isEqualTo(key);
  }

  @Test
  void aScheduleWithoutKeyHasANullTargetKeyUnlessOneIsGiven() {
    var record = keyless().header("delay-target-topic", "orders").header("delay-ms", "1");
    assertThat(record.schedule().target().key()).isNull();
    assertThat(record.header("delay-target-key", "k").schedule().target().key())
        .isEqualTo(bytes("k"));
  }

  @Test
  void aPartitionIsOptional() {
    assertThat(timed().schedule().target().partition()).isNull();
    assertThat(partition("0").schedule().target().partition()).isEqualTo(0);
    assertThat(partition("2147483647").schedule().target().partition())
        .isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "", "one", "1.5", " 1", "2147483648", "-2147483648"})
  void anythingElseIsNoPartition(String text) {
    // Given
    var record = partition(text);

    // When
    var refusal = record.refused();

    // Then
    assertThat(refusal.reason()).isEqualTo(ReasonCode.HEADER_INVALID);
    assertThat(refusal.header()).isEqualTo(DelayHeader.TARGET_PARTITION);
  }

  private static SentRecord to(String topic) {
    return keyed("a").header("delay-ms", "1").header("delay-target-topic", topic);
  }

  private static SentRecord partition(String text) {
    return timed().header("delay-target-partition", text);
  }
}

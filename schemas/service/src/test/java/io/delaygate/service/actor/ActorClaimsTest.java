package io.delaygate.service.actor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class ActorClaimsTest {
  private static final long NOW = 1_767_225_600_000L;
  private static final Actor OPS = new Actor("ops@shop");
  private static final ActorClaims CLAIMS = ActorClaims.of(Optional.of("a secret of 24 bytes..."));
  private static final ActorClaims OTHERS = ActorClaims.of(Optional.of("another secret of theirs"));
  private static final ActorClaims OPEN = ActorClaims.of(Optional.empty());

  private static final Message CANCEL =
      new Message(
          "order-1".getBytes(UTF_8), List.of(TextHeader.of(DelayHeader.OP, "cancel")), null);

  @Test
  void aClaimOfAGatewayWithTheSecretIsBelieved() {
    assertThat(CLAIMS.author(signed(CLAIMS, CANCEL), NOW + 5_000)).isEqualTo(OPS);
  }

  @Test
  void aClaimWithoutTheSecretIsNot() {
    assertThat(CLAIMS.author(signed(OTHERS, CANCEL), NOW)).isEqualTo(Actor.KAFKA);
    assertThat(CLAIMS.author(signed(OPEN, CANCEL), NOW)).isEqualTo(Actor.KAFKA);
    assertThat(CLAIMS.author(CANCEL, NOW)).isEqualTo(Actor.KAFKA);
  }

  @Test
  void withoutASecretEveryClaimIsBelieved() {
    assertThat(OPEN.author(signed(OPEN, CANCEL), NOW)).isEqualTo(OPS);
    assertThat(OPEN.author(signed(CLAIMS, CANCEL), NOW)).isEqualTo(OPS);
    assertThat(OPEN.author(CANCEL, NOW)).isEqualTo(Actor.KAFKA);
  }

  @Test
  void aClaimCannotBeCopiedOntoAnotherRecord() {
    // Given
    var signed = signed(CLAIMS, CANCEL);
    var other = TextHeader.of(DelayHeader.OP, "discard");
    var more = new ArrayList<>(signed.headers());
    more.add(TextHeader.of(DelayHeader.IF_VERSION, "7"));

    // Then
    assertThat(author(new Message("order-2".getBytes(UTF_8), signed.headers(), null)))
        .isEqualTo(Actor.KAFKA);
    assertThat(author(new Message(CANCEL.key(), List.of(other, claim(signed)), null)))
        .isEqualTo(Actor.KAFKA);
    assertThat(author(new Message(CANCEL.key(), more, null))).isEqualTo(Actor.KAFKA);
    assertThat(author(new Message(CANCEL.key(), signed.headers(), new byte[0])))
        .as("an empty value in place of none")
        .isEqualTo(Actor.KAFKA);
  }

  @Test
  void theActorAndTheTimeOfAClaimCannotBeChanged() {
    // Given
    var text = new String(claim(signed(CLAIMS, CANCEL)).value(), UTF_8);

    // Then
    assertThat(author(with(text.replace("ops@shop", "ops")))).isEqualTo(Actor.KAFKA);
    assertThat(author(with("a" + text.substring(1)))).isEqualTo(Actor.KAFKA);
    assertThat(author(with(text))).isEqualTo(OPS);
  }

  @Test
  void aClaimIsForAQuarterOfAnHour() {
    // Given
    var signed = signed(CLAIMS, CANCEL);
    var validMs = ActorClaims.VALID.toMillis();

    // Then
    assertThat(CLAIMS.author(signed, NOW + validMs)).isEqualTo(OPS);
    assertThat(CLAIMS.author(signed, NOW + validMs + 1)).isEqualTo(Actor.KAFKA);
    assertThat(CLAIMS.author(signed, NOW - validMs)).isEqualTo(OPS);
    assertThat(CLAIMS.author(signed, NOW - validMs - 1)).isEqualTo(Actor.KAFKA);
    assertThat(CLAIMS.author(signed, -1)).as("a record without a time").isEqualTo(Actor.KAFKA);
  }

  @Test
  void nonsenseIsNeverBelieved() {
    for (var text :
        List.of("", " ", "  ", "0 - ", "x", "0 -", "0 - " + "a".repeat(161), "!!! - a")) {
      assertThat(author(with(text))).as(text).isEqualTo(Actor.KAFKA);
    }
    assertThat(OPEN.author(with("0 - " + "a".repeat(161)), NOW)).isEqualTo(Actor.KAFKA);
    assertThat(OPEN.author(with("0 - " + "a".repeat(160)), NOW).name()).hasSize(160);
  }

  @Test
  void aSignedCommandHasNoOtherClaim() {
    // Given
    var forged = new ArrayList<>(CANCEL.headers());
    forged.add(TextHeader.of(DelayHeader.JOB_SENT_BY, "0 - root"));

    // When
    var headers = CLAIMS.signed(OPS, new Message(CANCEL.key(), forged, null), NOW);

    // Then
    assertThat(headers.stream().filter(Message::isClaim)).hasSize(1);
    assertThat(author(new Message(CANCEL.key(), headers, null))).isEqualTo(OPS);
  }

  private static Message signed(ActorClaims by, Message command) {
    return new Message(command.key(), by.signed(OPS, command, NOW), command.value());
  }

  private static Header claim(Message signed) {
    return Objects.requireNonNull(signed.claim());
  }

  private static Message with(String claim) {
    var headers = new ArrayList<>(CANCEL.headers());
    headers.add(TextHeader.of(DelayHeader.JOB_SENT_BY, claim));
    return new Message(CANCEL.key(), headers, null);
  }

  private static Actor author(Message command) {
    return CLAIMS.author(command, NOW);
  }
}

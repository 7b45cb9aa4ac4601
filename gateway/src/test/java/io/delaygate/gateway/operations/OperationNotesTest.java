package io.delaygate.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.operations.OperationProgress.Condition;
import io.delaygate.service.control.ControlKey.OfOperation.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationNotesTest {
  private static final OperationId ID = new OperationId("shop", "0abc");

  private final OperationNotes notes = new OperationNotes(() -> 7);

  @Test
  void theLastClaimCountsAndRecordsOfEarlierOwnersDoNot() {
    // Given
    request();
    claim("a");
    progress("a", 1, 10);
    claim("b");

    // When
    progress("a", 2, 30);
    notes.upToDate();

    // Then
    assertThat(known().isOwnedBy("b")).isTrue();
    assertThat(handled()).isEqualTo(10);
    progress("b", 1, 20);
    assertThat(handled()).isEqualTo(20);
  }

  @Test
  void olderRecordsOfAnOwnerChangeNothing() {
    request();
    claim("a");
    progress("a", 2, 20);

    progress("a", 1, 10);
    progress("a", 2, 15);

    notes.upToDate();
    assertThat(handled()).isEqualTo(20);
  }

  /** Compaction keeps the last record of a key, which may be that of a dead owner. */
  @Test
  void theFirstProgressThatIsReadCountsWhoeverMadeIt() {
    claim("b");
    progress("a", 9, 10);
    request();

    notes.upToDate();

    assertThat(handled()).isEqualTo(10);
    progress("b", 1, 20);
    assertThat(handled()).isEqualTo(20);
  }

  @Test
  void whatIsReadAnewReplacesTheFormerAtItsEnd() {
    // Given
    request();
    claim("a");
    progress("a", 1, 10);
    notes.upToDate();

    // When
    notes.restart();

    // Then
    assertThat(handled()).isEqualTo(10);
    request();
    notes.upToDate();
    assertThat(known().progress()).isNull();
  }

  @Test
  void whatIsForgottenIsGoneAndARestIsAnOrphan() {
    // Given
    request();
    progress("a", 1, 10);

    // When
    for (var part : List.of(Part.REQUEST, Part.WISH, Part.OWNER, Part.PROGRESS)) {
      notes.take(ID.key(part), null);
    }
    notes.upToDate();

    // Then
    assertThat(notes.all()).isEmpty();
    assertThat(notes.orphans()).isEmpty();
    progress("a", 2, 20);
    assertThat(notes.all()).isEmpty();
    assertThat(notes.orphans()).extracting(Operation::id).containsExactly(ID);
  }

  @ParameterizedTest
  @CsvSource({
    "RUN,   false, QUEUED",
    "RUN,   true,  RUNNING",
    "PAUSE, false, PAUSED",
    "PAUSE, true,  PAUSING",
    "ABORT, false, ABORTING",
    "ABORT, true,  ABORTING"
  })
  void theStateFollowsFromWishAndOwner(OperationWish wish, boolean owned, OperationState state) {
    request();
    notes.take(ID.key(Part.WISH), wish.encode());
    if (owned) {
      claim("a");
    }
    notes.upToDate();

    assertThat(known().state()).isEqualTo(state);
  }

  @Test
  void anOwnerThatGaveItBackIsNoneUntilTheNextClaim() {
    // Given
    request();
    claim("a");
    take(progress("a", 1).released());
    notes.upToDate();

    // Then
    assertThat(known().isOwned()).isFalse();
    claim("b");
    assertThat(known().isOwned()).isTrue();
  }

  @Test
  void recordsAreReadAsTheyWereWritten() {
    // Given
    var plan = List.of(new PlannedJob("a/😀", 7L, false), new PlannedJob("b", null, true));
    var written =
        new OperationProgress(
            new OperationProgress.Mark("t", 3, 4, 5.5),
            9L,
            Map.of("cancelled", 2L),
            new OperationPlace("12.5.YQ", true, plan),
            new Condition(OperationState.FAILED, true, "away", "x".repeat(501)));

    // When
    var read = ProgressRecord.decode(ProgressRecord.encode(written));

    // Then
    assertThat(read).isEqualTo(written);
    assertThat(read.condition().error()).hasSize(500);
    assertThat(request(1).encode())
        .isEqualTo(OperationRequest.decode(request(1).encode()).encode());
  }

  @ParameterizedTest
  @CsvSource({"REQUEST,{}", "REQUEST,[]", "PROGRESS,{", "WISH,FLY", "OWNER,1"})
  void refusesWhatItCannotRead(Part part, String value) {
    var bytes = value.getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> notes.take(ID.key(part), bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A newer release may write more. */
  @Test
  void ignoresFieldsThatItDoesNotKnow() {
    var json = "{\"token\":\"a\",\"number\":1,\"counts\":{\"cancelled\":2},\"colour\":\"red\"}";

    var read = ProgressRecord.decode(json.getBytes(StandardCharsets.UTF_8));

    assertThat(read.handled()).isEqualTo(2);
    assertThat(read.condition()).isEqualTo(Condition.GOOD);
  }

  private Operation known() {
    return notes.find(ID).orElseThrow();
  }

  private long handled() {
    return Objects.requireNonNull(known().progress()).handled();
  }

  private void request() {
    notes.take(ID.key(Part.REQUEST), request(1).encode());
  }

  static OperationRequest request(long startedMs) {
    var json = OperationText.object();
    return new OperationRequest(
        OperationKind.CANCEL, json.put("all", true), json, 5L, "root", "", startedMs, "g-1");
  }

  private void claim(String token) {
    notes.take(ID.key(Part.OWNER), new OperationOwner(token, "gateway").encode());
  }

  private static OperationProgress progress(String token, long number) {
    return OperationProgress.none(token).recorded(number, 1, 0);
  }

  private void progress(String token, long number, long handled) {
    take(progress(token, number).handled(Map.of("cancelled", handled), List.of()));
  }

  private void take(OperationProgress progress) {
    notes.take(ID.key(Part.PROGRESS), ProgressRecord.encode(progress));
  }
}

package io.delaygate.scheduler.incidents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Tests of the memory of rejected commands: what it answers, and its bounds. */
class RejectedCommandsTest {
  private static final long NOW = 1_893_456_000_000L;
  private static final long HOUR = 3_600_000;
  private static final Refusal UNKNOWN =
      Refusal.of(ReasonCode.TARGET_UNKNOWN, "the topic does not exist");

  private final RejectedCommands rejections = new RejectedCommands();

  @Test
  void theLatestRejectionOfAnIdIsFoundForAnHour() {
    // Given
    rejections.opened(0, NOW);
    reject(0, "a", "oders", NOW + 1);
    rejections.rejected(
        0, id("a"), "orders", Refusal.of(ReasonCode.TIME_INVALID, "no time"), NOW + 2);

    // Then
    assertThat(rejections.find(id("a"), NOW + 2 + HOUR))
        .contains(new Rejection("TIME_INVALID", "no time", NOW + 2, "orders"));
    assertThat(rejections.find(id("a"), NOW + 3 + HOUR)).isEmpty();
    assertThat(rejections.find(id("b"), NOW + 3)).isEmpty();
  }

  @Test
  void aPartitionThatLeavesTakesItsIdsAlongAndBeginsAnew() {
    // Given
    rejections.opened(0, NOW);
    rejections.opened(1, NOW);
    reject(0, "a", "oders", NOW);
    reject(1, "b", "oders", NOW);

    // When
    rejections.closed(0);
    var gone = rejections.find(id("a"), NOW);
    var isKnown = rejections.completeFromMs(0, NOW);
    rejections.opened(0, NOW + 5);

    // Then
    assertThat(gone).isEmpty();
    assertThat(isKnown).isEmpty();
    assertThat(rejections.find(id("b"), NOW)).isPresent();
    assertThat(rejections.completeFromMs(0, NOW + 9)).hasValue(NOW + 5);
    assertThat(rejections.completeFromMs(0, NOW + 6 + HOUR)).hasValue(NOW + 6);
  }

  @Test
  void ofMoreThanTenThousandIdsTheOldestAreForgottenAndThatIsSaid() {
    rejections.opened(0, NOW - HOUR);

    IntStream.range(0, RejectionIndex.IDS).forEach(i -> reject(0, "id-" + i, "oders", NOW + i));
    var atTheEdge = rejections.find(id("id-0"), NOW);
    reject(0, "one-more", "oders", NOW + RejectionIndex.IDS);

    assertThat(atTheEdge).isPresent();
    assertThat(rejections.find(id("id-0"), NOW)).isEmpty();
    assertThat(rejections.find(id("id-1"), NOW)).isPresent();
    assertThat(rejections.completeFromMs(0, NOW + 1)).hasValue(NOW + 1);
  }

  @Test
  void largeReasonsAreBoundedByBytes() {
    // Given
    rejections.opened(0, NOW);
    var text = "x".repeat(2 * Rejection.DETAIL_MAX);
    var large = Refusal.of(ReasonCode.HEADER_INVALID, text);

    // When
    IntStream.range(0, 3_000)
        .forEach(i -> rejections.rejected(0, id("id-" + i), null, large, NOW + i));

    // Then
    var last = rejections.find(id("id-2999"), NOW).orElseThrow();
    assertThat(last.detail()).hasSize(Rejection.DETAIL_MAX).endsWith("…");
    var kept =
        IntStream.range(0, 3_000)
            .filter(i -> rejections.find(id("id-" + i), NOW).isPresent())
            .count();
    assertThat(kept * last.bytes("id-2999")).isLessThanOrEqualTo(RejectionIndex.BYTES);
    assertThat((kept + 1) * last.bytes("id-2999")).isGreaterThan(RejectionIndex.BYTES);
  }

  @Test
  void anHourIsCountedByNamespaceTargetAndReason() {
    reject(0, "a", "oders", NOW);
    reject(0, "b", "oders", NOW + 1);
    reject(0, "@shop/c", "oders", NOW + 2);
    assertThat(counts(NOW + 3)).containsExactlyInAnyOrder("default oders 2", "shop oders 1");

    rejections.rejected(0, null, null, UNKNOWN, NOW + HOUR / 2);

    assertThat(counts(NOW + HOUR / 2))
        .containsExactlyInAnyOrder("default oders 2", "shop oders 1", "default null 1");
    assertThat(counts(NOW + HOUR)).containsExactly("default null 1");
    assertThat(counts(NOW + 2 * HOUR)).isEmpty();
  }

  @Test
  void targetsBeyondAThousandAreCountedTogetherUntilThereIsSpace() {
    IntStream.range(0, RejectionCounts.GROUPS).forEach(i -> reject(0, "a", "t" + i, NOW));
    assertThat(counts(NOW)).hasSize(RejectionCounts.GROUPS);
    assertThat(json(NOW).path("others").asLong()).isZero();

    reject(0, "a", "one-more", NOW);
    reject(0, "a", "t0", NOW);

    assertThat(counts(NOW)).hasSize(RejectionCounts.GROUPS).contains("default t0 2");
    assertThat(json(NOW).path("others").asLong()).isEqualTo(1);

    reject(0, "a", "later", NOW + HOUR);
    assertThat(counts(NOW + HOUR)).containsExactly("default later 1");
  }

  @Test
  void aLineOfTheLogStandsForATopicAndTheRestOfManyTopicsSharesOne() {
    // Given
    reject(0, "a", "oders", NOW);
    reject(0, "b", "oders", NOW);
    IntStream.range(1, RejectionLog.TOPICS + 2).forEach(i -> reject(0, "a", "t" + i, NOW));

    // When
    var lines = rejections.log().take();

    // Then
    assertThat(lines).hasSize(RejectionLog.TOPICS + 1);
    assertThat(lines.get(0).topic()).isEqualTo("oders");
    assertThat(lines.get(0).commands()).isEqualTo(2);
    assertThat(lines.get(0).example())
        .isEqualTo(new Rejection("TARGET_UNKNOWN", "the topic does not exist", NOW, "oders"));
    assertThat(lines.get(RejectionLog.TOPICS)).isEqualTo(new RejectionLog.Line("", 2, null));
    assertThat(rejections.log().take()).isEmpty();
  }

  @Test
  void aNameThatNoTopicCanHaveIsNotKept() {
    reject(0, "a", "t".repeat(Rejection.TOPIC_MAX), NOW);
    reject(0, "a", "t".repeat(Rejection.TOPIC_MAX + 1), NOW);

    assertThat(counts(NOW))
        .containsExactlyInAnyOrder(
            "default " + "t".repeat(Rejection.TOPIC_MAX) + " 1", "default null 1");
  }

  private void reject(int partition, String id, String topic, long nowMs) {
    rejections.rejected(partition, id(id), topic, UNKNOWN, nowMs);
  }

  private static JobId id(String id) {
    return new JobId(id);
  }

  private JsonNode json(long nowMs) {
    var json = JsonNodeFactory.instance.objectNode();
    rejections.put(json, nowMs);
    return json.path("rejected");
  }

  private List<String> counts(long nowMs) {
    return StreamSupport.stream(json(nowMs).path("counts").spliterator(), false)
        .map(
            it ->
                "%s %s %d"
                    .formatted(
                        it.path("namespace").asText(),
                        it.path("topic").asText(),
                        it.path("lastHour").asLong()))
        .toList();
  }
}

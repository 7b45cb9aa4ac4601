package io.delaygate.scheduler.changelog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.scheduler.changelog.ChangelogRule.Facts;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Adopt;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Create;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Refused;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Same;
import io.delaygate.scheduler.store.LocalCopy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangelogRuleTest {
  private static final ChangelogRule RULE = new ChangelogRule("jobs-changelog");

  /** Offsets of partition 0, which ends at 100. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          # written | found | local id | last | verdict: words
          -     | -     | -     | -1  | Create
          -     | -     | -     | 5   | Refused: does not exist any more
          -     | -     | first | -1  | Refused: does not exist any more
          -     | first | -     | -1  | Adopt
          -     | first | -     | 99  | Adopt
          -     | first | -     | 100 | Refused: shorter
          -     | first | first | 99  | Adopt
          -     | first | other | 99  | Refused: recreated
          first | -     | first | 99  | Refused: does not exist any more
          first | -     | -     | -1  | Refused: does not exist any more
          first | other | first | 99  | Refused: recreated
          first | other | -     | -1  | Refused: recreated
          first | first | first | 99  | Same
          first | first | first | 100 | Refused: shorter
          first | first | -     | 100 | Refused: shorter
          first | first | other | 999 | Same
          first~1 | first | first   | 999 | Same
          first~1 | first | first~1 | 99  | Same
          first~1 | first | first~1 | 100 | Refused: shorter
          first~1 | other | first~1 | 99  | Refused: expected first)
          first~1 | first | -       | 100 | Same
          """)
  void whatIsWrittenFoundAndStoredDecides(
      @Nullable String written,
      @Nullable String found,
      @Nullable String local,
      long last,
      String verdict) {
    // When
    var judged =
        RULE.judge(
            new Facts(
                written == null ? null : ChangelogNote.whole(written),
                found,
                List.of(copy(0, local, last)),
                found == null ? Map.of() : Map.of(0, to(100)),
                false));

    // Then
    var expected = verdict.split(": ", 2);
    assertThat(judged.getClass().getSimpleName()).isEqualTo(expected[0]);
    if (judged instanceof Refused refused) {
      assertThat(refused.why())
          .contains(
              expected[1],
              "rebuild-changelog",
              "accept-loss jobs-changelog",
              "Local state is kept");
    }
  }

  @Test
  void withoutLocalStateOnlyWhatIsWrittenDownCounts() {
    assertThat(RULE.judge(new Facts(null, null, List.of(), Map.of(), false)))
        .isEqualTo(new Create());
    assertThat(RULE.judge(new Facts(null, "a", List.of(), Map.of(), false)))
        .isEqualTo(new Adopt("a"));
    assertThat(RULE.judge(new Facts(ChangelogNote.whole("a"), "a", List.of(), Map.of(), true)))
        .isEqualTo(new Same("a"));
  }

  @Test
  void aPartitionWhoseEndIsNotToldIsNotCalledShorter() {
    // When
    var judged =
        RULE.judge(
            new Facts(
                ChangelogNote.whole("a"), "a", List.of(copy(0, "a", 5)), Map.of(1, to(1)), true));

    // Then
    assertThat(judged).isEqualTo(new Same("a"));
  }

  /** Offsets of partition 0, which ends at 100. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "0, 99, false",
    "50, 49, false",
    "50, 99, false",
    "50, 48, true",
    "50, 0, true",
    "100, 98, true",
    "100, 99, false",
    "100, -1, false",
    "100, -4, false",
    "50, 100, true"
  })
  void aPartitionThatBeginsBehindWhatAStoreReadsNextIsShorter(
      long start, long last, boolean isShorter) {
    // Given
    var ranges = Map.of(0, new LogRange(start, 100));

    // When
    var judged =
        RULE.judge(
            new Facts(ChangelogNote.whole("a"), "a", List.of(copy(0, "a", last)), ranges, true));

    // Then
    assertThat(judged instanceof Refused).isEqualTo(isShorter);
  }

  @Test
  void aTopicThatWasNeverWrittenIsNotAdoptedWhereCommandsWereRead() {
    // Given
    var empty = Map.of(0, to(0), 1, to(0));
    var written = Map.of(0, to(0), 1, to(1));
    var bound = List.of(copy(0, "a", -1));
    var unbound = List.of(copy(0, null, -1));

    // Then
    assertThat(((Refused) RULE.judge(new Facts(null, "a", List.of(), empty, true))).why())
        .contains("is empty although", "rebuild-changelog", "accept-loss jobs-changelog");
    assertThat(RULE.judge(new Facts(null, "a", unbound, empty, true))).isInstanceOf(Refused.class);
    assertThat(((Refused) RULE.judge(new Facts(null, null, List.of(), Map.of(), true))).why())
        .contains("does not exist any more");
    assertThat(RULE.judge(new Facts(null, "a", List.of(), written, true)))
        .isEqualTo(new Adopt("a"));
    assertThat(RULE.judge(new Facts(null, "a", List.of(), empty, false))).isEqualTo(new Adopt("a"));
    assertThat(RULE.judge(new Facts(null, "a", bound, empty, true)))
        .as("nobody may write it down here")
        .isEqualTo(new Adopt("a"));
    assertThat(RULE.judge(new Facts(ChangelogNote.whole("a"), "a", List.of(), empty, true)))
        .isEqualTo(new Same("a"));
  }

  @Test
  void whatIsBeingWrittenAnewIsNotServedBeforeItsLastPartition() {
    // Given
    var note = new ChangelogNote("new", Set.of(2, 3), "old");

    // When
    var judged =
        RULE.judge(new Facts(note, "new", List.of(copy(0, "old", 999)), Map.of(0, to(1)), true));

    // Then
    assertThat(judged).isInstanceOf(Refused.class);
    assertThat(((Refused) judged).why()).contains("[2, 3]", "rebuild-changelog");
    var done = note.without(2).without(3);
    assertThat(
            RULE.judge(
                new Facts(done, "new", List.of(copy(0, "old", 999)), Map.of(0, to(1)), true)))
        .isEqualTo(new Same("new"));
  }

  @Test
  void whatIsShorterIsRefusedWhereverItWasSeenAndMadeAnew() {
    // Given
    var copies = List.of(copy(1, "old", 100));
    var ranges = Map.of(0, to(100), 1, to(100));

    // When
    var seen = RULE.judge(new Facts(ChangelogNote.whole("old"), "old", copies, ranges, true));

    // Then
    assertThat(((Refused) seen).shorter()).containsExactly(1);
    var note = ChangelogNote.shorter("old", Set.of(1));
    var elsewhere = RULE.judge(new Facts(note, "old", List.of(), ranges, true));
    assertThat(((Refused) elsewhere).why()).contains("is shorter", "[1]", "rebuild-changelog");
    assertThat(((Refused) elsewhere).shorter()).isEmpty();
    var plan = RebuildPlan.of(new Facts(note, "old", copies, ranges, true), 2, false);
    assertThat(plan.isContinued()).isFalse();
    assertThat(plan.former()).isEqualTo("old");
    assertThat(plan.partitions()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void aLossThatIsAcceptedMakesEachFormerStoreOneOfAnotherChangelog() {
    assertThat(ChangelogNote.accepted("a", null).id()).isEqualTo("a~1");
    assertThat(ChangelogNote.accepted("a", ChangelogNote.whole("b~4")).id()).isEqualTo("a~1");
    assertThat(ChangelogNote.accepted("a", ChangelogNote.whole("a")).id()).isEqualTo("a~1");
    assertThat(ChangelogNote.accepted("a", ChangelogNote.whole("a~1")).id()).isEqualTo("a~2");
  }

  @Test
  void aTopicThatIsMadeAnewIsOneOfAnotherChangelogForStoresThatNameNone() {
    // When
    var begun = ChangelogNote.begun("new", Set.of(0), "old");

    // Then
    assertThat(begun.topicId()).isEqualTo("new");
    assertThat(begun.isShorter()).isFalse();
    assertThat(copy(0, null, 5).isOf("old")).isTrue();
    assertThat(copy(0, null, 5).isOf(begun.id())).isFalse();
    assertThat(ChangelogNote.accepted("new", begun.without(0)).id()).isEqualTo("new~1");
  }

  @Test
  void aNoteIsReadAsItWasWritten() {
    for (var note :
        List.of(
            ChangelogNote.whole("a"),
            new ChangelogNote("a", Set.of(12, 3), "b"),
            new ChangelogNote("a", Set.of(0), null))) {
      assertThat(ChangelogNote.decode(note.encode())).isEqualTo(note);
    }
    assertThat(new String(new ChangelogNote("a", Set.of(12, 3), "b").encode(), UTF_8))
        .isEqualTo("a 3,12 b");
    for (var wrong : List.of("", " 1", "a x")) {
      assertThatThrownBy(() -> ChangelogNote.decode(wrong.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRebuildTakesStoresThatWereActiveWhenTheFormerTopicWasMissedAndOthersOnlyIfAsked() {
    // Given
    var kept = new LocalCopy(0, Path.of("kept"), true, "old", null, true, true);
    var beside = new LocalCopy(0, Path.of("beside"), false, "old", 3L, true, true);
    var standby = new LocalCopy(1, Path.of("standby"), false, "old", 3L, false, true);
    var older = new LocalCopy(2, Path.of("older"), false, "oldest", 3L, true, true);
    var closedBefore = new LocalCopy(3, Path.of("closed"), false, "old", 3L, true, true);
    var copies = List.of(beside, kept, standby, older, closedBefore);
    var facts = new Facts(ChangelogNote.whole("old"), null, copies, Map.of(), true);

    // When
    var plan = RebuildPlan.of(facts, 4, false);

    // Then
    assertThat(plan.copies()).containsExactly(kept);
    assertThat(plan.missing()).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(plan.isContinued()).isFalse();
    assertThat(RebuildPlan.of(facts, 4, true).copies())
        .containsExactly(kept, standby, closedBefore);

    // When
    var begun = ChangelogNote.begun("new", Set.of(1, 3), "old");
    var next = RebuildPlan.of(new Facts(begun, "new", copies, Map.of(), true), 4, true);

    // Then
    assertThat(next.isContinued()).isTrue();
    assertThat(next.copies()).containsExactly(standby, closedBefore);
    assertThat(next.missing()).isEmpty();
  }

  private static LogRange to(long end) {
    return new LogRange(0, end);
  }

  private static LocalCopy copy(int partition, @Nullable String id, long last) {
    return new LocalCopy(partition, Path.of("p"), false, id, last < 0 ? null : last, true, true);
  }
}

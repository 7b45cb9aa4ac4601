package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Verdict.Left LEFT =
      new Verdict.Left(
          Map.of("one", true, "other", false), Map.of("dead", true), Map.of("done", "result"));

  @Test
  void acceptsWhatIsPossible() {
    assertThat(kinds(counts(1, 0, 1), counts(2, 0, 1))).isEmpty();
    assertThat(kinds(List.of(counts(2, 0, 1)), Set.of("one", "other"), Set.of("dead"))).isEmpty();
  }

  @Test
  void findsCountsThatAreOff() {
    assertThat(kinds(counts(1, 0, 1), counts(0, 0, 1))).containsExactly(Kind.COUNT);
    assertThat(kinds(counts(3, 0, 1), counts(1, 0, 1))).containsExactly(Kind.COUNT);
    assertThat(kinds(counts(1, 1, 1))).containsExactly(Kind.COUNT);
    assertThat(kinds(counts(1, 0, 2))).containsExactly(Kind.COUNT);
  }

  @Test
  void findsWhatIsNotListedAndWhatIsListedStill() {
    var counts = List.of(counts(1, 0, 1));
    assertThat(kinds(counts, Set.of("other"), Set.of("dead"))).containsExactly(Kind.CURSOR);
    assertThat(kinds(counts, Set.of("one", "gone"), Set.of("dead"))).containsExactly(Kind.COUNT);
    assertThat(kinds(counts, Set.of("one"), Set.of())).containsExactly(Kind.CURSOR);
    assertThat(kinds(counts, Set.of("one"), Set.of("dead", "one"))).containsExactly(Kind.COUNT);
  }

  @Test
  void findsAnotherResult() {
    assertThat(kinds(Map.of("done", "result"), List.of())).isEmpty();
    assertThat(kinds(Map.of(), List.of())).isEmpty();
    assertThat(kinds(Map.of("done", ""), List.of())).containsExactly(Kind.RESULT);
  }

  @Test
  void findsAnAuditThatDisagrees() {
    assertThat(kinds(Map.of(), List.of("1"))).containsExactly(Kind.COUNT);
  }

  private static Answers.Counts counts(long pending, long underWay, long dead) {
    return new Answers.Counts(pending, underWay, dead);
  }

  private static List<Kind> kinds(Answers.Counts... counts) {
    return kinds(List.of(counts), Set.of("one"), Set.of("dead"));
  }

  private static List<Kind> kinds(
      List<Answers.Counts> counts, Set<String> pending, Set<String> dead) {
    return kinds(new Answers(counts, pending, dead, Map.of(), List.of()));
  }

  private static List<Kind> kinds(Map<String, String> results, List<String> audits) {
    return kinds(
        new Answers(List.of(counts(1, 0, 1)), Set.of("one"), Set.of("dead"), results, audits));
  }

  private static List<Kind> kinds(Answers answers) {
    return answers.violations(LEFT).stream().map(Violation::kind).toList();
  }
}

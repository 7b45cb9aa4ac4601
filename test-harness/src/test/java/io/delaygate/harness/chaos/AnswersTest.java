package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.chaos.Violation.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnswersTest {
  private static final Map<String, Boolean> PENDING = Map.of("one", true, "other", false);

  @Test
  void acceptsWhatIsPossible() {
    assertThat(kinds(List.of(1L, 2L), Set.of("one"), List.of())).isEmpty();
    assertThat(kinds(List.of(2L), Set.of("one", "other"), List.of())).isEmpty();
  }

  @Test
  void findsCountsThatAreOff() {
    assertThat(kinds(List.of(1L, 0L), Set.of("one"), List.of())).containsExactly(Kind.COUNT);
    assertThat(kinds(List.of(3L, 1L), Set.of("one"), List.of())).containsExactly(Kind.COUNT);
  }

  @Test
  void findsWhatIsNotListedAndWhatIsListedStill() {
    assertThat(kinds(List.of(1L), Set.of("other"), List.of())).containsExactly(Kind.CURSOR);
    assertThat(kinds(List.of(1L), Set.of("one", "gone"), List.of())).containsExactly(Kind.COUNT);
  }

  @Test
  void findsAnAuditThatDisagrees() {
    assertThat(kinds(List.of(1L), Set.of("one"), List.of("1"))).containsExactly(Kind.COUNT);
  }

  private static List<Kind> kinds(List<Long> counts, Set<String> listed, List<String> audits) {
    return new Answers(counts, listed, audits)
        .violations(PENDING).stream().map(Violation::kind).toList();
  }
}

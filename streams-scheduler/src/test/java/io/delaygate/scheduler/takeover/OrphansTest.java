package io.delaygate.scheduler.takeover;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrphansTest {
  private static final String APP = "prod.delaygate";
  private static final String PROCESS = "0b2f7c1e-5a54-4a53-9d1c-3f0f2a6f4b11";
  private static final String OTHER = UUID.randomUUID().toString();

  private final Orphans orphans = new Orphans(APP);

  @Test
  void bothProducersOfAThreadThatIsGoneAreOrphaned() {
    var ids = List.of(id(PROCESS, 1), id(PROCESS, 1) + "-second", id(OTHER, 1));

    assertThat(orphans.of(ids, List.of(member(OTHER, 1))))
        .containsExactly(id(PROCESS, 1), id(PROCESS, 1) + "-second");
  }

  @Test
  void thoseOfMembersAreNot() {
    var ids = List.of(id(PROCESS, 1), id(PROCESS, 12) + "-second");

    assertThat(orphans.of(ids, List.of(member(PROCESS, 12), member(PROCESS, 1)))).isEmpty();
  }

  @Test
  void aThreadOfALivingProcessMayBeGone() {
    assertThat(orphans.of(List.of(id(PROCESS, 1), id(PROCESS, 2)), List.of(member(PROCESS, 2))))
        .containsExactly(id(PROCESS, 1));
  }

  @Test
  void allAreWhenNobodyIsLeft() {
    assertThat(orphans.of(List.of(id(PROCESS, 1)), List.of())).containsExactly(id(PROCESS, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delaygate-0b2f7c1e-5a54-4a53-9d1c-3f0f2a6f4b11-1",
        "prodXdelaygate-0b2f7c1e-5a54-4a53-9d1c-3f0f2a6f4b11-1",
        "prod.delaygate-more-0b2f7c1e-5a54-4a53-9d1c-3f0f2a6f4b11-1",
        "prod.delaygate-0b2f7c1e-5a54-4a53-9d1c-3f0f2a6f4b11-1-third",
        "prod.delaygate-billing-1",
        "prod.delaygate"
      })
  void thoseOfOthersAreNot(String id) {
    assertThat(orphans.isOurs(id)).isFalse();
    assertThat(orphans.of(List.of(id), List.of())).isEmpty();
  }

  /** Whose transactions they are does not show then. */
  @ParameterizedTest
  @ValueSource(strings = {"pod-7-StreamThread-1-consumer", "prod.delaygate-1", ""})
  void noneIsWhenAMemberHasANameOfItsOwn(String clientId) {
    assertThat(orphans.of(List.of(id(PROCESS, 1)), List.of(member(OTHER, 1), clientId))).isEmpty();
  }

  private static String id(String process, int thread) {
    return APP + "-" + process + "-" + thread;
  }

  private static String member(String process, int thread) {
    return APP + "-" + process + "-StreamThread-" + thread + "-consumer";
  }
}

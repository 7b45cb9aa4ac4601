package io.delaygate.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.UsageLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationSweepTest {
  private static final long NOW_MS = 1_000_000_000_000L;
  private static final long DAY_MS = 24 * 3_600_000L;

  private static final ControlView KNOWN =
      new ControlView(
          Map.of(),
          Map.of("shop", new NamespaceControl(UsageLimits.NONE, List.of(), List.of())),
          Map.of());

  @Test
  void keepsWhatEndedWithinADay() {
    var young = ended("shop", 2, NOW_MS - DAY_MS);
    var old = ended("shop", 1, NOW_MS - DAY_MS - 1);

    assertThat(OperationSweep.gone(List.of(young, old), KNOWN, NOW_MS)).containsExactly(old.id());
  }

  @Test
  void keepsTheNewestHundredOfANamespace() {
    // Given
    var all = new ArrayList<Operation>();
    for (var i = 100; i >= 0; i--) {
      all.add(ended("shop", i, NOW_MS));
    }
    all.add(ended("default", 0, NOW_MS));

    // Then
    assertThat(OperationSweep.gone(all, KNOWN, NOW_MS)).containsExactly(all.get(100).id());
    assertThat(OperationSweep.gone(all.subList(0, 100), KNOWN, NOW_MS)).isEmpty();
  }

  @Test
  void keepsWhatHasNotEndedHoweverOldAndNothingOfADeletedNamespace() {
    var open = Operation.of(new OperationId("shop", "1"), 0).with(OperationNotesTest.request(1));
    var foreign = ended("gone", 1, NOW_MS);

    assertThat(OperationSweep.gone(List.of(open, foreign), KNOWN, NOW_MS))
        .containsExactly(foreign.id());
  }

  private static Operation ended(String namespace, int number, long atMs) {
    var progress = OperationProgress.none("a").recorded(1, atMs, 0).ended(OperationState.DONE);
    return Operation.of(new OperationId(namespace, "%05d".formatted(number)), 0)
        .with(OperationNotesTest.request(1))
        .with(progress, 0);
  }
}

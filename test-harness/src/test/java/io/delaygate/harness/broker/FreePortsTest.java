package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  /** Of 12,768; if they were chosen anew each time, some would be the same but once in e^14. */
  private static final int MANY = 300;

  @Test
  void nobodyGetsAPortThatAnotherWasGiven() {
    var ports = new ArrayList<>(FreePorts.choose(MANY));

    for (var i = 0; i < MANY; i++) {
      ports.add(FreePorts.chooseRow(1));
    }

    assertThat(ports).doesNotHaveDuplicates();
  }
}

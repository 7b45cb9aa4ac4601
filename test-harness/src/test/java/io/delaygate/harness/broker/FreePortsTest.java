package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  /** Number of draws; if ports could repeat, this many would almost certainly have duplicates. */
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

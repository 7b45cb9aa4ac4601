package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the command that shows what is wrong. */
@Timeout(60)
class HealthCommandTest {
  private final StubGateway gateway;

  HealthCommandTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({"healthy, 0", "faulty, 1", "unknown, 3", "of a later version, 3"})
  void theVerdictIsTheExitStatus(String status, int code) {
    gateway.answering(
        200, "{'status': '%s', 'faults': [], 'omitted': 0, 'unjudged': []}".formatted(status));

    assertThat(gateway.call("health").status()).isEqualTo(code);
  }

  /** The clock of these commands stands at 2030-01-31T08:00:00Z. */
  @Test
  void aFaultIsToldWithItsCostAndRemedy() {
    // Given
    gateway.answering(
        200,
        "{'status': 'faulty', 'asOfMs': 1896076800000, 'faults': [{'code': 'TARGET_REFUSES',"
            + " 'severity': 'warning', 'sentence': 'Target a\\nb takes no records.', 'cost': '3"
            + " jobs wait.', 'remedy': 'Create it.', 'runbook': 'alerts.md#x', 'sinceMs':"
            + " 1896076740000}, {'code': 'TARGET_PAUSED', 'severity': 'info', 'sentence': 'p',"
            + " 'cost': 'c', 'remedy': 'r', 'runbook': 'u', 'sinceMs': null}], 'omitted': 2,"
            + " 'unjudged': [{'sentence': 'One does not answer.'}]}");

    // When
    var called = gateway.call("health");

    // Then
    assertThat(called.out())
        .contains(
            "status  faulty\n",
            """

            WARNING TARGET_REFUSES: Target a\\nb takes no records.
              since:  2030-01-31T07:59:00.000Z (1m 0s ago)
              cost:   3 jobs wait.
              to do:  Create it.
              see:    alerts.md#x

            INFO TARGET_PAUSED: p
              cost:   c
            """,
            "\nFurther faults: 2\n",
            "\nNOT JUDGED: One does not answer.\n");
  }
}

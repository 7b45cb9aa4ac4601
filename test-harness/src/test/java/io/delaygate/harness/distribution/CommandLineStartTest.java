package io.delaygate.harness.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the installed command line, as far as it works without services. */
@Tag("distribution")
@Timeout(120)
class CommandLineStartTest {
  private final Starter delaygate;

  CommandLineStartTest(@TempDir Path dir) {
    delaygate = Starter.of(Distribution.scheduler().bin("delaygate"), dir);
  }

  @Test
  void itTeaches() throws Exception {
    // When
    var ended = delaygate.run("--help");

    // Then
    assertThat(ended.status()).isZero();
    assertThat(ended.output()).startsWith("Usage: delaygate").contains("schedule", "Examples:");
  }

  @Test
  void aPlanIsAllThatIsPrinted() throws Exception {
    // When
    var ended = delaygate.run("topics", "plan", "--format=commands");

    // Then
    assertThat(ended.status()).isZero();
    assertThat(ended.output()).contains("kafka-topics", "delay-requests");
    assertThat(ended.output().lines()).noneMatch(line -> line.contains("INFO"));
  }

  @Test
  void lettersOfOtherLanguagesAreUnderstoodWithoutALocale() throws Exception {
    // When
    var ended = delaygate.run("get", "a", "--gateway=Grüße");

    // Then
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output()).contains("'Grüße' is not a valid gateway address");
  }

  @Test
  void aGatewayThatIsNotThereIsNamed() throws Exception {
    // When
    var ended = delaygate.with("DELAYGATE_GATEWAY", "http://127.0.0.1:1").run("list");

    // Then
    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.output()).startsWith("The gateway at http://127.0.0.1:1 cannot be reached");
  }

  @Test
  void withoutATerminalNobodyIsAsked() throws Exception {
    // When
    var ended = delaygate.run("cancel", "--topic", "orders");

    // Then
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output()).contains("There is no terminal for the confirmation");
  }
}

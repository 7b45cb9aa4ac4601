package io.delaygate.harness.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.process.GatewayChildMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that one event is one line in both formats, whatever it contains. */
@Timeout(120)
class LogLinesTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Path output;

  LogLinesTest(@TempDir Path folder) {
    output = folder.resolve("output.log");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "streams-scheduler"})
  void jsonIsOneObjectPerEvent(String module) {
    // When
    var events = logged(LogFile.flags(module, "json", "DEBUG")).events();

    // Then
    assertThat(events).hasSize(LoudMain.EVENTS);
    assertThat(events)
        .extracting(LogFile::message)
        .containsExactly(
            "plain", "two\nlines: " + LoudMain.NASTY, "with keys", "failed", "for those who ask");
    assertThat(LogFile.value(events.get(2), "why")).isEqualTo(LoudMain.NASTY);
    assertThat(LogFile.value(events.get(2), "partition")).isEqualTo("3");
    var failed = events.get(3);
    assertThat(LogFile.value(failed, "stackTrace"))
        .startsWith("java.lang.IllegalStateException: top")
        .contains("LoudMain.java", LoudMain.NASTY);
    assertThat(LogFile.value(failed, "requestId")).isEqualTo("r-1");
    assertThat(LogFile.value(failed, "traceId")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(events.get(4).has("requestId")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "streams-scheduler"})
  void textIsOneLinePerEventAndThenAStackTrace(String module) {
    // When
    var lines = logged(LogFile.flags(module, "text", "INFO")).lines();

    // Then
    assertThat(lines.stream().filter(line -> line.matches("\\d{4}-\\d\\d-\\d\\dT.*")))
        .hasSize(LoudMain.EVENTS - 1);
    assertThat(lines.get(0)).matches("\\S+ INFO  \\[main] \\S+LoudMain plain");
    assertThat(lines.get(1)).contains("two lines: \"a\" b\\ }");
    assertThat(lines.get(2)).contains("with keys why=\"\"a\" b\\ }", "partition=\"3\"");
    assertThat(lines.get(3)).contains("failed", "requestId=r-1");
    assertThat(lines.get(4)).startsWith("java.lang.IllegalStateException: top");
  }

  @Test
  void theDevelopmentStackHasOneLinePerEventToo() {
    // When
    var dev = "-Dlogback.configurationFile=src/main/resources/logback-dev.xml";
    var lines = logged(dev).lines();

    // Then
    assertThat(lines.stream().filter(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\..*")))
        .hasSize(LoudMain.EVENTS - 1);
    assertThat(lines.get(1)).contains("two lines: \"a\" b\\ }");
    assertThat(lines.get(2)).contains("with keys why=\"\"a\" b\\ }", "partition=\"3\"");
    assertThat(lines.get(4)).startsWith("java.lang.IllegalStateException: top");
  }

  @Test
  void withoutASettingItIsText() {
    assertThat(logged(LogFile.flags("gateway", "text", "INFO")[0]).lines().get(0))
        .endsWith("LoudMain plain");
  }

  @Test
  void settingsInForceAreAnEventEach() {
    // Given
    var command =
        JavaCommand.of(GatewayChildMain.class, output)
            .withJvmFlags(LogFile.flags("gateway", "json", "INFO"))
            .withArguments(List.of("--bootstrap.servers=127.0.0.1:1", "--http.port=0"));

    // When
    try (var gateway = JavaProcess.start(command)) {
      Awaitility.await().atMost(LIMIT).until(() -> gateway.outputTail().contains("\"Serving\""));
      gateway.terminate();
      gateway.awaitExit(LIMIT);
    }

    // Then
    assertThat(new LogFile(output).events())
        .filteredOn(event -> LogFile.message(event).equals("Setting in force"))
        .extracting(event -> LogFile.value(event, "setting"))
        .contains("http.port = 0", "query.secret = null")
        .noneMatch(setting -> setting.contains("\n"));
  }

  private LogFile logged(String... flags) {
    var command = JavaCommand.of(LoudMain.class, output).withJvmFlags(flags);
    try (var child = JavaProcess.start(command)) {
      assertThat(child.awaitExit(LIMIT)).isZero();
    }
    return new LogFile(output);
  }
}

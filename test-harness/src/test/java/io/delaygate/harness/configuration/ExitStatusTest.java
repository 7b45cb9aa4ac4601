package io.delaygate.harness.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.cli.CliMain;
import io.delaygate.gateway.app.GatewayMain;
import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.scheduler.app.SchedulerMain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Test that invalid settings end each program with status 2 and a message without a stack trace.
 */
class ExitStatusTest {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final List<List<String>> WRONG =
      List.of(
          List.of("--bootstrap.servers=127.0.0.1:1", "--colour=blue"),
          List.of("--bootstrap.servers=127.0.0.1:1", "--http.port=x"),
          List.of("--bootstrap.servers=no port"),
          List.of("--config=nowhere.properties"),
          List.of("colour"),
          List.of());

  static Stream<Arguments> programs() {
    return WRONG.stream()
        .flatMap(
            wrong ->
                Stream.of(
                    Arguments.of(GatewayMain.class, wrong),
                    Arguments.of(SchedulerMain.class, wrong),
                    Arguments.of(CliMain.class, of("topics check", wrong)),
                    Arguments.of(CliMain.class, of("config check", wrong))));
  }

  private static List<String> of(String command, List<String> settings) {
    return Stream.concat(Stream.of(command.split(" ")), settings.stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void wrongSettingsEndWithStatusTwo(
      Class<?> program, List<String> arguments, @TempDir Path folder) {
    var command = JavaCommand.of(program, folder.resolve("output")).withArguments(arguments);
    try (var process = JavaProcess.start(command)) {
      assertThat(process.awaitExit(LIMIT)).as(process.outputTail()).isEqualTo(2);
      assertThat(process.outputTail()).isNotBlank().doesNotContain("\tat ");
    }
  }
}

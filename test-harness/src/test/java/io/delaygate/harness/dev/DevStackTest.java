package io.delaygate.harness.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code ./mvnw -Pdev} as a process with the class path that it has there. */
final class DevStackTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Exit status of a JVM after SIGTERM: 128 and the number of the signal. */
  private static final int TERMINATED = 143;

  @Test
  void bothDoorsDeliverWithWhatIsThereAtRunTime(@TempDir Path dir) {
    var command = DevStackCommand.of(dir, FreePorts.chooseRow(6));
    try (var stack = JavaProcess.start(command)) {
      awaitOutput(stack, "key=demo-by-headers value=hello from a Kafka producer");
      awaitOutput(stack, "key=demo-by-http value=hello from HTTP");
      awaitOutput(stack, "endpoints.http.loopback=true");
      assertThat(dir.resolve("data").resolve("endpoint-keys")).isNotEmptyFile();
      stack.terminate();
      assertThat(stack.awaitExit(LIMIT)).isEqualTo(TERMINATED);
      assertThat(stack.outputTail()).contains("Stopping ...").doesNotContain("did not stop");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, (of the broker), kafka.port",
    "1, (of the gateway), http.port",
    "3, (of the scheduler's queries; two ports after http.port), http.port",
    "5, (of lmstfy administrators; the port after lmstfy.port), lmstfy.port"
  })
  void aPortInUseIsOneLineAndNothingIsStarted(
      int offset, String user, String property, @TempDir Path dir) throws IOException {
    var port = FreePorts.chooseRow(6);
    try (var taken = new ServerSocket(port + offset, 1, InetAddress.getLoopbackAddress());
        var stack = JavaProcess.start(DevStackCommand.of(dir, port))) {
      assertThat(stack.awaitExit(LIMIT)).isEqualTo(1);
      assertThat(Files.readAllLines(stack.output()))
          .containsExactly(
              "Port %d %s is in use. Choose another port with -D%s=PORT."
                  .formatted(taken.getLocalPort(), user.replace(';', ','), property));
    }
    assertThat(dir.resolve("data")).doesNotExist();
  }

  @Test
  void aSettingThatIsNotValidEndsItWithStatusTwo(@TempDir Path dir) {
    var wrong =
        DevStackCommand.of(dir, FreePorts.chooseRow(6)).withArguments(List.of("--http.port=x"));
    try (var stack = JavaProcess.start(wrong)) {
      assertThat(stack.awaitExit(LIMIT)).isEqualTo(2);
      assertThat(stack.outputTail()).contains("http.port").doesNotContain("Exception");
    }
  }

  private static void awaitOutput(JavaProcess stack, String text) {
    Awaitility.await(text)
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(stack.output()).content().contains(text));
  }
}

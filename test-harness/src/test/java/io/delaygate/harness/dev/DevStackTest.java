package io.delaygate.harness.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./mvnw -Pdev} as a process with the class path that it has there. */
final class DevStackTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** 128 and the number of SIGTERM, as a JVM reports it. */
  private static final int TERMINATED = 143;

  private static final String RUNTIME_CLASS_PATH =
      Objects.requireNonNull(
          System.getProperty("runtime.class.path"), "this test is run by Maven, which knows it");

  @Test
  void bothDoorsDeliverWithWhatIsThereAtRunTime(@TempDir Path dir) {
    var port = FreePorts.chooseRow(6);
    var command =
        JavaCommand.of(DevStack.class, dir.resolve("output"))
            .withClassPath(RUNTIME_CLASS_PATH)
            .withJvmFlags("-Xmx512m", "-Dlogback.configurationFile=logback-dev.xml")
            .withArguments(
                List.of(
                    "--kafka.port=" + port,
                    "--http.port=" + (port + 1),
                    "--lmstfy.port=" + (port + 4),
                    "--data.dir=" + dir.resolve("data")));
    try (var stack = JavaProcess.start(command)) {
      awaitOutput(stack, "key=demo-by-headers value=hello from a Kafka producer");
      awaitOutput(stack, "key=demo-by-http value=hello from HTTP");
      stack.terminate();
      assertThat(stack.awaitExit(LIMIT)).isEqualTo(TERMINATED);
      assertThat(stack.outputTail()).contains("Stopping ...").doesNotContain("did not stop");
    }
  }

  private static void awaitOutput(JavaProcess stack, String text) {
    Awaitility.await(text)
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(stack.output()).content().contains(text));
  }
}

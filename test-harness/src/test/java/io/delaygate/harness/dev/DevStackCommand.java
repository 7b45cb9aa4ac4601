package io.delaygate.harness.dev;

import io.delaygate.harness.broker.JavaCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Command line of a development stack, with the class path that {@code ./mvnw -Pdev} gives it. */
public final class DevStackCommand {
  /** Class path of the harness at run time. */
  public static final String CLASS_PATH =
      Objects.requireNonNull(
          System.getProperty("runtime.class.path"), "this test is run by Maven, which knows it");

  private DevStackCommand() {}

  /**
   * Command of a stack that keeps all its files below a folder.
   *
   * @param port first of six free ports in a row: Kafka, HTTP, the scheduler's two, lmstfy's two
   */
  public static JavaCommand of(Path folder, int port) {
    return JavaCommand.of(DevStack.class, folder.resolve("output"))
        .withClassPath(CLASS_PATH)
        .withJvmFlags("-Xmx512m", "-Dlogback.configurationFile=logback-dev.xml")
        .withArguments(
            List.of(
                "--kafka.port=" + port,
                "--http.port=" + (port + 1),
                "--lmstfy.port=" + (port + 4),
                "--data.dir=" + folder.resolve("data")));
  }
}

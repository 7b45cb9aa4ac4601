package io.delaygate.harness.broker;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Kafka release of brokers in processes of their own: that of the clients, or the one whose jars
 * are in the folder of the system property {@code broker.jars}.
 */
public final class BrokerRelease {
  private static final String JARS = "broker.jars";

  private BrokerRelease() {}

  /** Whether it differs from the release of the clients. */
  public static boolean isOther() {
    return !System.getProperty(JARS, "").isEmpty();
  }

  /** The class path of a broker in a process of its own. */
  static String classPath() {
    var own = System.getProperty("java.class.path");
    return isOther() ? classPath(own, Path.of(System.getProperty(JARS))) : own;
  }

  /**
   * A class path with another Kafka.
   *
   * @param own class path of this JVM
   * @param jars folder named after the release, with the broker's jars and their dependencies
   * @throws IllegalStateException if the broker of that release is not in the folder
   */
  static String classPath(String own, Path jars) {
    var broker = jars.resolve("kafka_2.13-" + jars.getFileName() + ".jar");
    if (!Files.exists(broker)) {
      throw new IllegalStateException(
          "%s is missing; -Dbroker.version must be a release of Kafka".formatted(broker));
    }
    // a mix of two releases would go unnoticed until a broker behaves like neither
    var others =
        Arrays.stream(own.split(File.pathSeparator, -1))
            .filter(each -> !Path.of(each).getFileName().toString().matches("kafka[-_].*\\.jar"));
    return jars.resolve("*")
        + File.pathSeparator
        + others.collect(Collectors.joining(File.pathSeparator));
  }
}

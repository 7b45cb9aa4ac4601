package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerReleaseTest {
  @Test
  void aBrokerOfAnotherReleaseHasNoJarOfOurs(@TempDir Path folder) throws IOException {
    // Given
    var jars = Files.createDirectory(folder.resolve("4.2.0"));
    Files.createFile(jars.resolve("kafka_2.13-4.2.0.jar"));
    var own =
        String.join(
            File.pathSeparator,
            "/harness/target/classes",
            "/repository/kafka_2.13-4.4.0.jar",
            "/repository/kafka-clients-4.4.0.jar",
            "/repository/logback-classic-1.6.6.jar");

    // When
    var classPath = BrokerRelease.classPath(own, jars);

    // Then
    assertThat(classPath.split(File.pathSeparator, -1))
        .containsExactly(
            jars + "/*", "/harness/target/classes", "/repository/logback-classic-1.6.6.jar");
  }

  @Test
  void aReleaseThatIsNotThereIsNamed(@TempDir Path folder) {
    assertThatThrownBy(() -> BrokerRelease.classPath("", folder.resolve("4.2")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kafka_2.13-4.2.jar");
  }
}

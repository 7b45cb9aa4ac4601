package io.delaygate.harness.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the installed services as processes, as far as they work without a broker. */
@Tag("distribution")
@Timeout(300)
class ServiceStartTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String[] LOGIN = {
    "--bootstrap.servers=127.0.0.1:1",
    "--http.port=0",
    "--kafka.security.protocol=SASL_PLAINTEXT",
    "--kafka.sasl.mechanism=PLAIN",
    "--kafka.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required"
        + " username=\"anyone\" password=\"any\";",
    "--kafka.sasl.login.callback.handler.class=" + ExtraJar.HANDLER
  };

  private final Path dir;

  ServiceStartTest(@TempDir Path dir) {
    this.dir = dir;
  }

  static Stream<Arguments> services() {
    return Stream.of(
        Arguments.of(Distribution.scheduler(), "delaygate-scheduler"),
        Arguments.of(Distribution.gateway(), "delaygate-gateway"));
  }

  @Test
  void theSchedulerNamesEveryFaultOfItsSettings() throws Exception {
    // Given
    var starter = Starter.of(Distribution.scheduler().bin("delaygate-scheduler"), dir);

    // When
    var ended = starter.run("--commit.interval.ms=soon", "--no.such=1");

    // Then
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output())
        .contains("The settings cannot be used:")
        .contains("Invalid value soon for configuration commit.interval.ms")
        .contains("unknown setting 'no.such'");
  }

  @ParameterizedTest
  @MethodSource("services")
  void aLinkStartsItFromAnyFolder(Distribution distribution, String name) throws Exception {
    // Given
    var absolute = Files.createSymbolicLink(dir.resolve("absolute"), distribution.bin(name));
    var link = Files.createSymbolicLink(dir.resolve("link"), absolute.getFileName());

    // When
    var ended = Starter.of(link, dir).run("--no.such=1");
    Files.delete(link);
    Files.delete(absolute);

    // Then
    assertThat(ended.output()).contains("unknown setting 'no.such'");
  }

  @ParameterizedTest
  @MethodSource("services")
  void aLoginHandlerIsMissedWithoutItsJar(Distribution distribution, String name) throws Exception {
    // Given
    var starter = Starter.of(distribution.bin(name), dir);

    // When
    var ended = starter.run(LOGIN);

    // Then
    assertThat(ended.status()).isNotZero();
    assertThat(ended.output()).contains("Class vendor.LoginHandler could not be found");
  }

  @ParameterizedTest
  @MethodSource("services")
  void aLoginHandlerIsFoundAmongTheExtraJars(Distribution distribution, String name)
      throws Exception {
    // Given
    ExtraJar.write(dir, distribution);
    var starter = Starter.of(distribution.bin(name), dir).with("EXTRA_JARS", dir.toString());

    // When
    try (var running = starter.start(LOGIN)) {

      // Then
      await().atMost(LIMIT).until(() -> running.output().contains(ExtraJar.SIGN));
    }
  }
}

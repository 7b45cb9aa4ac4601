package io.delaygate.harness.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.distribution.Starter.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of how the start scripts call Java, with one that prints how it was called. */
@Tag("distribution")
@Timeout(120)
class RunClassTest {
  private static final Distribution SCHEDULER = Distribution.scheduler();
  private static final Distribution GATEWAY = Distribution.gateway();

  private final Path dir;

  RunClassTest(@TempDir Path dir) {
    this.dir = dir;
  }

  @Test
  void theSchedulerHasItsSettings() throws Exception {
    // When
    var ended = starter(SCHEDULER, "delaygate-scheduler", "17.0.1").run("--a=b c");

    // Then
    assertThat(ended.output())
        .contains("-XX:MaxRAMPercentage=50\n")
        .endsWith(
            """
            io.delaygate.scheduler.app.SchedulerMain
            --a=b c
            --config=%s/config/scheduler.properties
            """
                .formatted(SCHEDULER.home()));
  }

  @Test
  void theCommandLineIsSmallAndQuietAndKnowsTheSettings() throws Exception {
    // When
    var ended = starter(SCHEDULER, "delaygate", "17.0.1").run("get", "a b");

    // Then
    assertThat(ended.output())
        .startsWith(
            "DELAYGATE_CONFIG=%s/config/scheduler.properties LC_ALL=C.UTF-8\n"
                .formatted(SCHEDULER.home()))
        .contains("-Xmx128m\n", "-XX:TieredStopAtLevel=1\n", "/config/logback-cli.xml\n")
        .endsWith("io.delaygate.cli.CliMain\nget\na b\n");
  }

  @Test
  void theCommandLineKeepsWhatIsSaidOfSettingsAndEncoding() throws Exception {
    // Given
    var starter = starter(SCHEDULER, "delaygate", "17.0.1").with("LANG", "de_DE.utf8");

    // When
    var ended = starter.with("DELAYGATE_CONFIG", "mine").with("LOG_CONFIG", "loud").run("list");

    // Then
    assertThat(ended.output()).startsWith("DELAYGATE_CONFIG=mine LC_ALL=\n").doesNotContain("loud");
  }

  @Test
  void theGatewayTakesALargerShareOfTheMemory() throws Exception {
    // When
    var ended = starter(GATEWAY, "delaygate-gateway", "17.0.1").run();

    // Then
    assertThat(ended.output())
        .contains("-XX:MaxRAMPercentage=65\n", "-XX:+ExitOnOutOfMemoryError\n")
        .contains("-Dlogback.configurationFile=" + GATEWAY.home() + "/config/logback.xml\n")
        .containsPattern("-cp\n" + GATEWAY.home() + "/lib/[^:]+jar:.*/lib/[^:]+jar\n")
        .endsWith("--config=" + GATEWAY.home() + "/config/gateway.properties\n");
  }

  @Test
  void jarsAreInTheOrderOfTheirNames() throws Exception {
    // When
    var ended = starter(SCHEDULER, "delaygate-scheduler", "17.0.1").run();

    // Then
    var jars = ended.output().lines().filter(line -> line.contains(".jar")).findFirst();
    assertThat(List.of(jars.orElseThrow().split(":"))).isSorted().hasSizeGreaterThan(20);
  }

  @Test
  void theEnvironmentReplacesWhatIsSaidByDefault() throws Exception {
    // Given
    Files.createFile(dir.resolve("b.jar"));
    var starter =
        starter(GATEWAY, "delaygate-gateway", "17.0.1")
            .with("HEAP_OPTS", "-Xms1g -Xmx1g")
            .with("JAVA_OPTS", "-Dlist=* -verbose:gc")
            .with("EXTRA_JARS", dir.toString())
            .with("LOG_CONFIG", "/log config.xml");

    // When
    var ended = starter.run();

    // Then
    assertThat(ended.output())
        .contains("-Xms1g\n-Xmx1g\n", "-Dlist=*\n-verbose:gc\n", ".jar:" + dir + "/b.jar\n")
        .contains("-Dlogback.configurationFile=/log config.xml\n")
        .doesNotContain("RAMPercentage");
  }

  @Test
  void anotherSettingsFileIsTheOnlyOne() throws Exception {
    // Given
    var starter = starter(GATEWAY, "delaygate-gateway", "17.0.1");

    // When
    var byArgument = starter.run("--config=mine", "--http.port=0");
    var byEnvironment = starter.with("DELAYGATE_CONFIG", "mine").run("--http.port=0");

    // Then
    assertThat(byArgument.output()).endsWith("GatewayMain\n--config=mine\n--http.port=0\n");
    assertThat(byEnvironment.output()).endsWith("GatewayMain\n--http.port=0\n");
  }

  @ParameterizedTest
  @CsvSource({"17, false", "21.0.2, false", "22, true", "25-ea, true"})
  void javaIsToldOfNativeLibrariesSinceItAsks(String version, boolean told) throws Exception {
    // When
    var ended = starter(SCHEDULER, "delaygate-scheduler", version).run();

    // Then
    assertThat(ended.output().contains("--enable-native-access=ALL-UNNAMED\n")).isEqualTo(told);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.8.0_392", "11.0.2", "16"})
  void anOldJavaIsRefused(String version) throws Exception {
    // When
    var ended = starter(SCHEDULER, "delaygate-scheduler", version).run();

    // Then
    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output())
        .startsWith("Java 17 or later is required, but " + dir)
        .contains("openjdk version \"" + version + "\"");
  }

  @Test
  void aWrongJavaHomeIsNamed() throws Exception {
    // Given
    var starter = starter(GATEWAY, "delaygate-gateway", "17").with("JAVA_HOME", "/no/such");

    // When
    var ended = starter.run();

    // Then
    assertThat(ended)
        .isEqualTo(new Ended(2, "JAVA_HOME is /no/such, but /no/such/bin/java does not exist\n"));
  }

  @Test
  void withoutJavaHomeTheOneOnThePathIsTaken() throws Exception {
    // Given
    var path = FakeJava.of("18.0.1", dir).home().resolve("bin") + ":" + System.getenv("PATH");
    var starter = starter(GATEWAY, "delaygate-gateway", "17").with("JAVA_HOME", "");

    // When
    var ended = starter.with("PATH", path).run();

    // Then
    assertThat(ended.output()).contains("io.delaygate.gateway.app.GatewayMain\n");
    assertThat(ended.status()).isZero();
  }

  @Test
  void noJavaAtAllIsSaid() throws Exception {
    // Given
    FakeJava.script(dir.resolve("readlink"), "#!/bin/sh\nexec /usr/bin/readlink \"$@\"");
    FakeJava.script(dir.resolve("dirname"), "#!/bin/sh\nexec /usr/bin/dirname \"$@\"");
    var starter = Starter.of(GATEWAY.bin("delaygate-gateway"), dir).with("JAVA_HOME", "");

    // When
    var ended = starter.with("PATH", dir.toString()).run();

    // Then
    assertThat(ended)
        .isEqualTo(new Ended(2, "java is not on the PATH: install Java 17 or set JAVA_HOME\n"));
  }

  @Test
  void aMissingFolderOfExtraJarsIsNamed() throws Exception {
    // Given
    var starter = starter(GATEWAY, "delaygate-gateway", "17").with("EXTRA_JARS", "/no/such");

    // When
    var ended = starter.run();

    // Then
    assertThat(ended)
        .isEqualTo(new Ended(2, "EXTRA_JARS is /no/such, but must be an existing folder\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "LOG_FORMAT, xml, 'LOG_FORMAT is xml, but must be text or json'",
    "LOG_LEVEL, info, 'LOG_LEVEL is info, but must be TRACE, DEBUG, INFO, WARN or ERROR'"
  })
  void anUnknownWayToLogIsRefusedUnlessAnotherFileMayKnowIt(
      String variable, String value, String message) throws Exception {
    // Given
    var starter = starter(GATEWAY, "delaygate-gateway", "17").with(variable, value);

    // When
    var refused = starter.run();
    var own = starter.with("LOG_CONFIG", "/mine.xml").run();

    // Then
    assertThat(refused).isEqualTo(new Ended(2, message + "\n"));
    assertThat(own.status()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"text, TRACE", "json, DEBUG", "json, INFO", "text, WARN", "text, ERROR", "'', ''"})
  void aKnownWayToLogIsTaken(String format, String level) throws Exception {
    // Given
    var starter = starter(SCHEDULER, "delaygate-scheduler", "17");

    // When
    var ended = starter.with("LOG_FORMAT", format).with("LOG_LEVEL", level).run();

    // Then
    assertThat(ended.status()).isZero();
  }

  private Starter starter(Distribution distribution, String name, String java) throws Exception {
    return Starter.of(distribution.bin(name), dir)
        .with("JAVA_HOME", FakeJava.of(java, dir).home().toString());
  }
}

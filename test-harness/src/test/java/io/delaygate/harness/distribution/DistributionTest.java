package io.delaygate.harness.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the content of the archives. */
@Tag("distribution")
class DistributionTest {
  private static final String SCHEDULER = "distribution.scheduler";
  private static final String GATEWAY = "distribution.gateway";

  /** Jars that only a build or a test needs, and jars of the broker. */
  private static final String STRANGERS =
      "(junit|assertj|mockito|hamcrest|awaitility|archunit|test-harness|image-layout"
          + "|error_prone|kafka_|kafka-server|scala-|log4j|.*-test).*";

  @Test
  void theSchedulerHasItsStartersAndSettings() throws IOException {
    assertThat(files(SCHEDULER, "lib"))
        .containsExactlyInAnyOrder(
            "THIRD-PARTY.txt",
            "bin/class-archive",
            "bin/delaygate",
            "bin/delaygate-scheduler",
            "bin/run-class",
            "config/logback-cli.xml",
            "config/logback.xml",
            "config/scheduler.properties",
            "extra/README");
  }

  @Test
  void theGatewayHasItsStarterAndSettings() throws IOException {
    assertThat(files(GATEWAY, "lib"))
        .containsExactlyInAnyOrder(
            "THIRD-PARTY.txt",
            "bin/class-archive",
            "bin/delaygate-gateway",
            "bin/run-class",
            "config/gateway.properties",
            "config/logback.xml",
            "extra/README");
  }

  @ParameterizedTest
  @ValueSource(strings = {SCHEDULER, GATEWAY})
  void onlyRootWritesAndOnlyStartersRun(String distribution) throws IOException {
    assertThat(entries(distribution))
        .allSatisfy(
            entry -> {
              var runs = entry.isDirectory() || entry.getName().contains("/bin/");
              assertThat(entry.getMode() & 07777).as(entry.getName()).isEqualTo(runs ? 0755 : 0644);
              assertThat(entry.getLongUserId()).as(entry.getName()).isZero();
              assertThat(entry.getLongGroupId()).as(entry.getName()).isZero();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {SCHEDULER, GATEWAY})
  void libHoldsEachJarOnceAndNoneOfATest(String distribution) throws IOException {
    // Given
    var jars = jars(distribution);

    // When
    var artifacts = jars.stream().map(jar -> jar.replaceFirst("-\\d.*", "")).toList();

    // Then
    assertThat(artifacts).doesNotHaveDuplicates().contains("schemas", "kafka-clients", "javalin");
    assertThat(jars).allMatch(jar -> jar.endsWith(".jar")).noneMatch(jar -> jar.matches(STRANGERS));
  }

  @Test
  void eachServiceIsWithoutTheOther() throws IOException {
    assertThat(jars(SCHEDULER))
        .anyMatch(jar -> jar.startsWith("streams-scheduler-"))
        .noneMatch(jar -> jar.startsWith("gateway-"));
    assertThat(jars(GATEWAY))
        .anyMatch(jar -> jar.startsWith("gateway-"))
        .noneMatch(jar -> jar.matches("(streams-scheduler|kafka-streams|rocksdbjni)-.*"));
  }

  @Test
  void theLogConfigurationIsTheJarsOwn() throws IOException {
    for (var distribution : List.of(Distribution.scheduler(), Distribution.gateway())) {
      // Given
      var open = Files.readString(distribution.home().resolve("config/logback.xml"));

      // When
      var inside = insideOwnJar(distribution, "logback.xml");

      // Then
      assertThat(open).isEqualTo(inside);
    }
  }

  private static String insideOwnJar(Distribution distribution, String name) throws IOException {
    try (Stream<Path> lib = Files.list(distribution.home().resolve("lib"))) {
      var own =
          lib.filter(jar -> jar.getFileName().toString().matches("(streams-sched|gateway-).*"));
      try (var jar = new JarFile(own.findAny().orElseThrow().toFile())) {
        return new String(jar.getInputStream(jar.getJarEntry(name)).readAllBytes(), UTF_8);
      }
    }
  }

  private static List<TarArchiveEntry> entries(String distribution) throws IOException {
    try (var file = Files.newInputStream(Distribution.archive(distribution))) {
      return Distribution.entries(file);
    }
  }

  private static List<String> jars(String distribution) throws IOException {
    return entries(distribution).stream()
        .map(TarArchiveEntry::getName)
        .filter(name -> name.matches("[^/]+/lib/.+"))
        .map(name -> name.replaceFirst(".*/", ""))
        .toList();
  }

  /** Paths of files below the top folder, except those in one folder. */
  private static Set<String> files(String distribution, String except) throws IOException {
    return entries(distribution).stream()
        .filter(entry -> !entry.isDirectory())
        .map(entry -> entry.getName().replaceFirst("[^/]+/", ""))
        .filter(name -> !name.startsWith(except + "/"))
        .collect(toCollection(TreeSet::new));
  }
}

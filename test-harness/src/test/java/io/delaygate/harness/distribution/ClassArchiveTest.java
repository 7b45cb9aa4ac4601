package io.delaygate.harness.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delaygate.harness.distribution.Starter.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of archives of classes, with a Java that prints how it was called, and with the real one.
 */
@Tag("distribution")
@Timeout(300)
class ClassArchiveTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String MARK = "gateway.ready";

  private final Path dir;
  private final Path archives;

  ClassArchiveTest(@TempDir Path dir) {
    this.dir = dir;
    this.archives = dir.resolve("archives");
  }

  @Test
  void theFirstRunOnlyMarksThatItIsReady() throws Exception {
    // When
    var called = run(java("17.0.1"));

    // Then
    assertThat(called)
        .contains("-Ddelaygate.ready.mark=" + archives.resolve(MARK))
        .noneMatch(argument -> argument.contains("Archive"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archives)))
        .isEqualTo("rwx------");
  }

  @ParameterizedTest
  @CsvSource({"17.0.1, ArchiveClassesAtExit", "24, ArchiveClassesAtExit", "25, AOTCacheOutput"})
  void aRunAfterOneThatWasReadyWritesAnArchive(String version, String flag) throws Exception {
    // Given
    ready();
    for (var name : List.of("gateway-1.classes", "gateway-tokens", "scheduler-1.classes")) {
      Files.createFile(archives.resolve(name));
    }

    // When
    var called = run(java(version));

    // Then it must become ready once more, and archives of other versions are gone
    assertThat(called)
        .anyMatch(argument -> argument.matches("-XX:" + flag + "=.*-[0-9]+\\.classes\\.new"));
    assertThat(names()).containsExactly("gateway-tokens", "scheduler-1.classes");
  }

  @ParameterizedTest
  @CsvSource({"17.0.1, SharedArchiveFile", "25, AOTCache"})
  void anArchiveIsUsedOnceItIsTried(String version, String flag) throws Exception {
    // Given
    written(java(version));
    ready();

    // When
    var first = run(java(version));
    var second = run(java(version));

    // Then
    assertThat(first)
        .anyMatch(argument -> argument.matches("-XX:" + flag + "=.*-[0-9]+\\.classes"));
    assertThat(second).isEqualTo(first);
    assertThat(names()).hasSize(2).noneMatch(name -> name.endsWith(".new"));
  }

  @Test
  void anArchiveThatJavaRefusesIsDeleted() throws Exception {
    // Given
    var java = java("17.0.1");
    written(java);
    ready();
    java.refuse("SharedArchiveFile");

    // When
    var called = run(java);

    // Then
    assertThat(called).anyMatch(argument -> argument.startsWith("-XX:ArchiveClassesAtExit="));
    assertThat(names()).isEmpty();
  }

  @Test
  void aServiceStartsThoughJavaRefusesToArchive() throws Exception {
    // Given
    var java = java("17.0.1");
    java.refuse("ArchiveClassesAtExit");
    ready();

    // When
    var called = run(java);

    // Then
    assertThat(called)
        .contains("io.delaygate.gateway.app.GatewayMain")
        .noneMatch(argument -> argument.contains("Archive"));
  }

  @Test
  void anArchiveOfARunThatWasNeverReadyIsDeleted() throws Exception {
    // Given
    written(java("17.0.1"));

    // When
    var called = run(java("17.0.1"));

    // Then
    assertThat(called).noneMatch(argument -> argument.contains("Archive"));
    assertThat(names()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "JAVA_OPTS, -Xmx99m",
    "HEAP_OPTS, -Xmx99m",
    "EXTRA_JARS, EXTRA",
  })
  void anArchiveOfOtherFlagsOrJarsIsNotUsed(String variable, String value) throws Exception {
    // Given
    written(java("17.0.1"));
    ready();
    run(java("17.0.1"));
    var extra = Files.createDirectory(dir.resolve("extra"));
    Files.createFile(extra.resolve("more.jar"));

    // When
    var called =
        run(starter(java("17.0.1")).with(variable, value.replace("EXTRA", extra.toString())));

    // Then
    assertThat(called).noneMatch(argument -> argument.contains("SharedArchiveFile"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-javaagent:a.jar",
        "-agentlib:jdwp=server=y",
        "-agentpath:/a.so",
        "-Xrunjdwp:server=y",
        "-Xshare:off",
        "-XX:SharedArchiveFile=mine",
        "-XX:+AutoCreateSharedArchive",
        "-XX:AOTMode=off"
      })
  void agentsAndDecisionsOfTheUserGoBefore(String flag) throws Exception {
    // Given
    ready();

    // When
    var called = run(starter(java("17.0.1")).with("JAVA_OPTS", "-Da=b " + flag));

    // Then
    assertThat(called).noneMatch(argument -> argument.contains("archives"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx----w-"})
  void aFolderThatOthersMayWriteIsNotUsed(String mode) throws Exception {
    // Given
    ready();
    Files.setPosixFilePermissions(archives, PosixFilePermissions.fromString(mode));

    // When
    var called = run(java("17.0.1"));

    // Then
    assertThat(called).noneMatch(argument -> argument.contains("archives"));
  }

  @Test
  void aLinkToSuchAFolderIsNotUsedEither() throws Exception {
    // Given
    var open = Files.createDirectory(dir.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.createSymbolicLink(archives, open);

    // When
    var called = run(java("17.0.1"));

    // Then
    assertThat(called).noneMatch(argument -> argument.contains("archives"));
  }

  @Test
  void theCommandLineHasNone() throws Exception {
    // When
    var ended =
        Starter.of(Distribution.scheduler().bin("delaygate"), dir)
            .with("JAVA_HOME", java("17.0.1").home().toString())
            .with("CLASS_ARCHIVES", archives.toString())
            .run();

    // Then
    assertThat(ended.output()).doesNotContain("archives");
    assertThat(archives).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("realJavas")
  void aRealJavaIsNotGivenATruncatedArchiveAndUsesAWholeOne(String home) throws Exception {
    // Given a run that was ready, and one whose archive was cut off
    var starter =
        Starter.of(Distribution.gateway().bin("delaygate-gateway"), dir)
            .with("JAVA_HOME", home)
            .with("CLASS_ARCHIVES", archives.toString());
    oneRun(starter);
    assertThat(names()).containsExactly(MARK);
    oneRun(starter);
    var written = archives.resolve(names().get(0));
    var size = Files.size(written);
    var whole = Files.readAllBytes(written);
    Files.delete(written);
    Files.write(written, Arrays.copyOf(whole, whole.length / 2));

    // When
    oneRun(starter);
    var again = Files.size(written);
    var using = oneRun(starter);

    // Then
    assertThat(again).isGreaterThan(size * 3 / 4);
    assertThat(names()).hasSize(2).noneMatch(name -> name.endsWith(".new"));
    assertThat(using.lines()).allMatch(line -> line.startsWith("20"));
  }

  /** The Java of this test, and a Java 25 of Debian's kind where there is one. */
  static List<String> realJavas() throws IOException {
    var homes = new ArrayList<>(List.of(System.getProperty("java.home")));
    var installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (var folders = Files.newDirectoryStream(installed, "*-25-*")) {
        folders.forEach(folder -> homes.add(folder.toString()));
      }
    }
    return homes;
  }

  /** Output of a run up to an orderly stop; its broker cannot be reached, which does not matter. */
  private static String oneRun(Starter starter) throws Exception {
    try (Running running = starter.start("--bootstrap.servers=127.0.0.1:1", "--http.port=0")) {
      await().atMost(LIMIT).until(() -> running.output().contains("Serving"));
      running.process().destroy();
      assertThat(running.process().waitFor()).isIn(0, 143);
      return running.output();
    }
  }

  private FakeJava java(String version) throws IOException {
    return FakeJava.of(version, dir);
  }

  private Starter starter(FakeJava java) {
    return Starter.of(Distribution.gateway().bin("delaygate-gateway"), dir)
        .with("JAVA_HOME", java.home().toString())
        .with("CLASS_ARCHIVES", archives.toString());
  }

  private List<String> run(FakeJava java) throws Exception {
    return run(starter(java));
  }

  private static List<String> run(Starter starter) throws Exception {
    return starter.run().output().lines().toList();
  }

  private void ready() throws IOException {
    Files.createDirectories(
        archives,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.createFile(archives.resolve(MARK));
  }

  /** Lets an archive be written, as far as the script can tell. */
  private void written(FakeJava java) throws Exception {
    ready();
    for (var argument : run(java)) {
      if (argument.endsWith(".new")) {
        Files.createFile(Path.of(argument.substring(argument.indexOf('=') + 1)));
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(archives)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

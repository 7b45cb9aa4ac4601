package io.delaygate.harness.upgrade;

import io.delaygate.harness.distribution.Distribution;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Distributions of an earlier commit, built from the history and kept for the next run.
 *
 * @param scheduler the scheduler's distribution
 * @param gateway the gateway's distribution
 */
record EarlierRelease(Distribution scheduler, Distribution gateway) {
  private static final Path KEPT = Path.of("target", "releases");
  private static final String UNPACKED = "unpacked";

  /** Empty file that is created last, so that an interrupted build is repeated. */
  private static final String COMPLETE = "complete";

  /** Build without checks, because only the distributions are needed. */
  private static final List<String> BUILD =
      List.of(
          "./mvnw",
          "-B",
          "-ntp",
          "package",
          "-pl",
          "streams-scheduler,gateway",
          "-am",
          "-Dmaven.test.skip=true",
          "-Dspotless.check.skip",
          "-Derrorprone.skip",
          "-Dmdep.analyze.skip");

  /** Full name of a commit; empty if the history does not contain it, as in a shallow clone. */
  static Optional<String> commit(String name) {
    try {
      var git = process("git", "rev-parse", "--verify", "--quiet", name + "^{commit}").start();
      var output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return git.waitFor() == 0 ? Optional.of(output) : Optional.empty();
    } catch (IOException noGit) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Builds the commit unless an earlier run has done so, which takes some minutes.
   *
   * @param commit its full name
   */
  static EarlierRelease of(String commit) {
    var folder = KEPT.resolve(commit.substring(0, 12)).toAbsolutePath();
    try {
      var scheduler = folder.resolve("streams-scheduler");
      var gateway = folder.resolve("gateway");
      if (!Files.exists(folder.resolve(COMPLETE))) {
        build(commit, Files.createDirectories(folder));
        unpack(scheduler);
        unpack(gateway);
        Files.createFile(folder.resolve(COMPLETE));
      }
      return new EarlierRelease(distribution(scheduler), distribution(gateway));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void build(String commit, Path folder) throws IOException {
    var sources = folder.resolve("sources.tar").toString();
    await(process("git", "-C", "..", "archive", "-o", sources, commit).start(), "git archive");
    await(process("tar", "-xf", sources, "-C", folder.toString()).start(), sources);
    var log = folder.resolve("build.log");
    var maven = process(BUILD.toArray(String[]::new)).directory(folder.toFile());
    maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
    await(
        maven.redirectErrorStream(true).redirectOutput(log.toFile()).start(),
        "the build of " + commit + ", see " + log);
  }

  /** Unpacks the only distribution of a module. */
  private static void unpack(Path module) throws IOException {
    var target = module.resolve("target");
    var unpacked = Files.createDirectories(target.resolve(UNPACKED));
    var archive = only(target, ".tar.gz").toString();
    await(process("tar", "-xzf", archive, "-C", unpacked.toString()).start(), archive);
  }

  private static Distribution distribution(Path module) throws IOException {
    return new Distribution(only(module.resolve("target").resolve(UNPACKED), ""));
  }

  private static Path only(Path folder, String ending) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  private static ProcessBuilder process(String... line) {
    return new ProcessBuilder(line)
        .redirectInput(new File("/dev/null"))
        .redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  private static void await(Process process, String what) {
    try {
      if (process.waitFor() != 0) {
        throw new IllegalStateException(what + " failed");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(what + " was interrupted", interrupted);
    }
  }
}

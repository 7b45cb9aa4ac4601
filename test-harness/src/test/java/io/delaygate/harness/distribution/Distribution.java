package io.delaygate.harness.distribution;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * Distribution of a service, unpacked once for all tests of this JVM and deleted at its end. Tests
 * share it, and only read it.
 *
 * @param home the folder that holds {@code bin}, {@code lib}, {@code config} and {@code extra}
 */
public record Distribution(Path home) {
  /** Distribution of the scheduler and the command line. */
  public static Distribution scheduler() {
    return Unpacked.SCHEDULER;
  }

  /** Distribution of the gateway. */
  public static Distribution gateway() {
    return Unpacked.GATEWAY;
  }

  /** A start script, such as {@code delaygate-scheduler}. */
  public Path bin(String name) {
    return home.resolve("bin").resolve(name);
  }

  /** Holder, so that an archive is needed only by tests that use it. */
  private static final class Unpacked {
    static final Path FOLDER = temporaryFolder();
    static final Distribution SCHEDULER = unpack("distribution.scheduler");
    static final Distribution GATEWAY = unpack("distribution.gateway");
  }

  /**
   * The archive that the build has made.
   *
   * @param property system property with its path
   */
  static Path archive(String property) {
    var name = System.getProperty(property);
    if (name == null || !Files.isRegularFile(Path.of(name))) {
      throw new IllegalStateException(property + " is " + name + ": run ./mvnw verify");
    }
    return Path.of(name);
  }

  /** Entries of a compressed tar, without their content. */
  static List<TarArchiveEntry> entries(InputStream compressed) throws IOException {
    var entries = new ArrayList<TarArchiveEntry>();
    try (var tar = new TarArchiveInputStream(new GzipCompressorInputStream(compressed))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static Distribution unpack(String property) {
    var archive = archive(property);
    try (var file = new BufferedInputStream(Files.newInputStream(archive));
        var tar = new TarArchiveInputStream(new GzipCompressorInputStream(file))) {
      for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + archive, e);
    }
    var name = archive.getFileName().toString().replaceFirst("\\.tar\\.gz$", "");
    return new Distribution(Unpacked.FOLDER.resolve(name));
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry) throws IOException {
    var path = Unpacked.FOLDER.resolve(entry.getName());
    if (entry.isDirectory()) {
      Files.createDirectories(path);
    } else {
      Files.createDirectories(path.resolveSibling(""));
      Files.copy(tar, path);
    }
    Files.setAttribute(path, "unix:mode", entry.getMode());
  }

  private static Path temporaryFolder() {
    try {
      var folder = Files.createTempDirectory("delaygate-distributions");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.delaygate.scheduler.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Stored jobs of all released formats: {@code job-v<format>-<sample>.bin}. */
final class GoldenFiles {
  private static final Path FOLDER =
      Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden");

  private GoldenFiles() {}

  static List<String> names() {
    try (var files = Files.list(FOLDER)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Name of the file of a sample in the current format. */
  static String name(String sample) {
    var format = JobCodec.encode(Objects.requireNonNull(SampleJobs.BY_NAME.get(sample)))[0];
    return "job-v" + format + "-" + sample + ".bin";
  }

  /** Name of the sample in a file of any format. */
  static String sample(String name) {
    return name.replaceFirst("^job-v\\d+-", "").replaceFirst("\\.bin$", "");
  }

  static byte[] read(String name) {
    try {
      return Files.readAllBytes(FOLDER.resolve(name));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Writes the missing files of the current format; existing files stay unchanged. */
  static void writeMissing() {
    try {
      Files.createDirectories(FOLDER);
      for (var sample : SampleJobs.BY_NAME.entrySet()) {
        var file = FOLDER.resolve(name(sample.getKey()));
        if (!Files.exists(file)) {
          Files.write(file, JobCodec.encode(sample.getValue()));
        }
      }
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}

package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static io.delaygate.scheduler.store.OpenStore.CHANGELOG;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the directory of a store that release 0 had open when it was killed, right after a
 * flush. {@code committed} and {@code delivered} had been committed with offset 7; then {@code
 * uncommitted} was put and {@code delivered} removed.
 */
class KilledFormerVersionTest {
  private final Path directory;

  KilledFormerVersionTest(@TempDir Path directory) throws IOException {
    this.directory = directory;
    var archive = requireNonNull(getClass().getResourceAsStream("/former/killed-store.zip"));
    try (var in = new ZipInputStream(archive)) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(in, file);
      }
    }
  }

  @Test
  void isEmptiedUnderExactlyOnceAndThenUsed() {
    // When
    try (var jobs = OpenStore.exactlyOnce(directory)) {

      // Then
      assertThat(jobs.timeline(0)).isEmpty();
      assertThat(jobs.store().committedOffset(CHANGELOG)).isNull();
      jobs.put(due("restored", 5));
      jobs.store().commit(Map.of(CHANGELOG, 9L));
    }
    try (var jobs = OpenStore.exactlyOnce(directory)) {
      assertThat(jobs.timeline(0)).containsExactly("restored");
      assertThat(jobs.store().committedOffset(CHANGELOG)).isEqualTo(9);
    }
  }

  @Test
  void isCountedAnewUnderAtLeastOnce() {
    try (var jobs = OpenStore.atLeastOnce(directory)) {
      assertThat(jobs.timeline(0)).containsExactly("committed", "uncommitted");
      assertThat(jobs.store().counted().pending("orders")).isEqualTo(2);
      assertThat(jobs.store().committedOffset(CHANGELOG)).isEqualTo(7);
    }
  }
}

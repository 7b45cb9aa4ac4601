package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.RocksDBException;

/** Tests of stores whose files are damaged: they are set aside, and the store is restored. */
class DamagedStoreTest {
  private final Path home;
  private final Path task;

  DamagedStoreTest(@TempDir Path home) {
    this.home = home;
    this.task = home.resolve("0_0");
  }

  @BeforeEach
  void leave() {
    try (var jobs = OpenStore.exactlyOnce(task)) {
      for (var i = 0; i < 1000; i++) {
        jobs.put(due("job-" + i, i));
      }
      jobs.flush();
      jobs.store().commit(Map.of(OpenStore.CHANGELOG, 1000L));
    }
  }

  @ParameterizedTest
  @EnumSource
  void itIsSetAsideAndTheStoreBeginsEmptyAndWithoutAnOffset(Damage damage) throws IOException {
    // Given
    damage.doTo(files(damage.ending));

    // When
    try (var jobs = OpenStore.exactlyOnce(task)) {

      // Then
      assertThat(jobs.timeline(0)).isEmpty();
      assertThat(jobs.store().committedOffset(OpenStore.CHANGELOG)).isNull();
    }
    assertThat(setAside()).hasSize(1);
    assertThat(setAside().get(0).getFileName().toString())
        .matches("damaged-0_0-jobs-\\d{8}T\\d{6}Z");
  }

  /** A block that cannot be read stays unreadable. */
  @Test
  void aStoreThatFailsAgainAfterItWasOpenedAnewIsSetAside() throws IOException {
    // Given
    var unreadable = new ProcessorStateException(new RocksDBException("IO error: while pread"));
    var jobs = OpenStore.exactlyOnce(task);

    // When
    jobs.store().failed(unreadable);
    jobs.openAnew();
    assertThat(setAside()).isEmpty();
    jobs.put(due("job", 1));
    jobs.commit();
    jobs.store().failed(unreadable);
    jobs.openAnew();
    assertThat(setAside()).isEmpty();
    jobs.store().failed(unreadable);
    jobs.openAnew();

    // Then
    assertThat(setAside()).hasSize(1);
    assertThat(jobs.timeline(0)).isEmpty();
    jobs.close();
  }

  /**
   * RocksDB takes it for the manifest of an earlier state, and finds the later changes in its log.
   */
  @Test
  void aManifestWithoutItsEndHasTheJobsOfItsOffset() throws IOException {
    // Given
    for (var manifest : files("MANIFEST.*")) {
      try (var file = new RandomAccessFile(manifest.toFile(), "rw")) {
        file.setLength(file.length() / 2);
      }
    }

    // When
    try (var jobs = OpenStore.exactlyOnce(task)) {

      // Then
      var offset = jobs.store().committedOffset(OpenStore.CHANGELOG);
      assertThat(jobs.timeline(0)).hasSize(offset == null ? 0 : 1000);
    }
  }

  @Test
  void itIsNotSetAsideTwiceUntilSomebodyRemovedTheFirst() throws IOException {
    // Given
    Damage.WRONG_CURRENT.doTo(files("CURRENT"));
    OpenStore.exactlyOnce(task).close();
    Damage.WRONG_CURRENT.doTo(files("CURRENT"));

    // When
    assertThatThrownBy(() -> OpenStore.exactlyOnce(task))
        .isInstanceOf(ProcessorStateException.class);
    assertThat(setAside()).hasSize(1);
    try (var kept = Files.walk(setAside().get(0))) {
      for (var file : kept.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }

    // Then
    OpenStore.exactlyOnce(task).close();
    assertThat(setAside()).hasSize(1);
  }

  @Test
  void whatIsLockedByAnotherIsNoDamage() throws IOException {
    try (var jobs = OpenStore.exactlyOnce(task)) {
      assertThatThrownBy(() -> OpenStore.exactlyOnce(task))
          .isInstanceOf(ProcessorStateException.class)
          .hasStackTraceContaining("lock");
      assertThat(jobs.timeline(0)).hasSize(1000);
    }
    assertThat(setAside()).isEmpty();
  }

  @Test
  void damageThatIsFoundLaterIsSetAsideWhenTheStoreIsClosed() throws IOException {
    // Given
    var jobs = OpenStore.exactlyOnce(task);
    jobs.damage(JobDatabase.JOBS);

    // When
    assertThatThrownBy(() -> jobs.timeline(0))
        .isInstanceOfSatisfying(ProcessorStateException.class, jobs.store()::failed);
    jobs.close();

    // Then
    assertThat(setAside()).hasSize(1);
    assertThat(task.resolve("rocksdb").resolve("jobs")).doesNotExist();
  }

  @Test
  void soIsDamageThatARestoreFinds() throws IOException {
    // Given
    var jobs = OpenStore.atLeastOnce(task);
    jobs.damage(JobDatabase.JOBS);

    // When
    for (var i = 0; i < 1000; i++) {
      restore(jobs, "job-" + i);
    }
    jobs.close();

    // Then
    assertThat(setAside()).hasSize(1);
  }

  /** Restores a job; the restore may fail. */
  private static void restore(OpenStore jobs, String id) {
    try {
      jobs.restore(OpenStore.logged(due(id, 5000)));
    } catch (ProcessorStateException failed) {
      assertThat(failed).hasMessageContaining("Cannot restore");
    }
  }

  private List<Path> files(String ending) throws IOException {
    try (Stream<Path> files = Files.walk(task)) {
      return files.filter(file -> file.getFileName().toString().matches(ending)).toList();
    }
  }

  private List<Path> setAside() throws IOException {
    try (Stream<Path> beside = Files.list(home)) {
      return beside.filter(path -> path.getFileName().toString().startsWith("damaged")).toList();
    }
  }

  /** Ways to damage files. */
  enum Damage {
    CUT_TABLE(".*sst") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        file.setLength(file.length() / 2);
      }
    },
    EMPTY_TABLE(".*sst") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        file.setLength(0);
      }
    },
    FLIPPED_TABLE(".*sst") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        flip(file);
      }
    },
    MISSING_TABLE(".*sst"),
    WRONG_CURRENT("CURRENT") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        file.setLength(0);
        file.writeBytes("rubbish");
      }
    },
    EMPTY_CURRENT("CURRENT") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        file.setLength(0);
      }
    },
    MISSING_CURRENT("CURRENT"),
    MISSING_MANIFEST("MANIFEST.*"),
    FLIPPED_MANIFEST("MANIFEST.*") {
      @Override
      void doTo(RandomAccessFile file) throws IOException {
        flip(file);
      }
    };

    private final String ending;

    Damage(String ending) {
      this.ending = ending;
    }

    void doTo(List<Path> files) throws IOException {
      assertThat(files).isNotEmpty();
      for (var path : files) {
        if (name().startsWith("MISSING")) {
          Files.delete(path);
        } else {
          try (var file = new RandomAccessFile(path.toFile(), "rw")) {
            doTo(file);
          }
        }
      }
    }

    void doTo(RandomAccessFile file) throws IOException {
      throw new IOException("not for " + file);
    }

    private static void flip(RandomAccessFile file) throws IOException {
      for (var at = file.length() - 1; at >= 0; at -= 7) {
        file.seek(at);
        var was = file.read();
        file.seek(at);
        file.write(~was);
      }
    }
  }
}

package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsyncedWritesTest {
  private static final int BATCH_BYTES = 100;
  private static final int TRIES = 200;
  private static final String FIRST = "00000000000000000000.log";
  private static final String SECOND = "00000000000000000010.log";
  private static final String SECOND_INDEX = "00000000000000000010.index";

  private final Path directory;

  UnsyncedWritesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void keepsWhatIsSyncedAndSometimesNothingMore() throws IOException {
    var sizes = new TreeSet<Long>();
    for (var seed = 0; seed < TRIES; seed++) {
      partition("orders-0", 4);
      UnsyncedWrites.lose(directory, new Random(seed));
      assertThat(Files.exists(directory.resolve(".kafka_cleanshutdown"))).isFalse();
      sizes.add(size("orders-0"));
    }

    assertThat(sizes.first()).isEqualTo(4 * BATCH_BYTES);
    assertThat(sizes.last()).isEqualTo(20 * BATCH_BYTES);
    assertThat(sizes).hasSizeGreaterThan(20);
  }

  @Test
  void takesTheIndexOfALostSegmentWithIt() throws IOException {
    for (var seed = 0; seed < TRIES; seed++) {
      var partition = partition("orders-0", 4);
      UnsyncedWrites.lose(directory, new Random(seed));

      assertThat(Files.exists(partition.resolve(SECOND_INDEX)))
          .isEqualTo(Files.exists(partition.resolve(SECOND)));
    }
  }

  @Test
  void touchesNoSyncedSegmentAndNoMetadata() throws IOException {
    var sizes = new TreeSet<Long>();
    for (var seed = 0; seed < TRIES; seed++) {
      partition("orders-0", 12);
      partition("__cluster_metadata-0", 0);
      checkpoint("orders 0 12");
      UnsyncedWrites.lose(directory, new Random(seed));
      sizes.add(size("orders-0"));

      assertThat(size("__cluster_metadata-0")).isEqualTo(20 * BATCH_BYTES);
    }

    assertThat(sizes.first()).isEqualTo(12 * BATCH_BYTES);
  }

  /** A partition with two segments of ten batches with one record each. */
  private Path partition(String name, int synced) throws IOException {
    var partition = Files.createDirectories(directory.resolve(name));
    Files.write(partition.resolve(FIRST), batches(0));
    Files.write(partition.resolve(SECOND), batches(10));
    Files.write(partition.resolve(SECOND_INDEX), new byte[8]);
    Files.write(directory.resolve(".kafka_cleanshutdown"), new byte[1]);
    checkpoint("orders 0 " + synced);
    return partition;
  }

  private void checkpoint(String line) throws IOException {
    var text = "0\n1\n" + line + "\n";
    Files.writeString(directory.resolve("recovery-point-offset-checkpoint"), text);
  }

  private static byte[] batches(long first) {
    var bytes = ByteBuffer.allocate(10 * BATCH_BYTES);
    for (var i = 0; i < 10; i++) {
      bytes.position(i * BATCH_BYTES);
      bytes.putLong(first + i).putInt(BATCH_BYTES - Long.BYTES - Integer.BYTES);
    }
    return bytes.array();
  }

  private long size(String name) throws IOException {
    try (var files = Files.list(directory.resolve(name))) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}

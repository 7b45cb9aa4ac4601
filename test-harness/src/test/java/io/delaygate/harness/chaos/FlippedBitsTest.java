package io.delaygate.harness.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlippedBitsTest {
  private static final int BYTES = 1_000;
  private static final int TRIES = 100;

  private final Path state;

  FlippedBitsTest(@TempDir Path folder) {
    state = folder.resolve("state");
  }

  @Test
  void changesOneFileOfAStoreAndNoOther() throws IOException {
    var table = file("app/0_1/rocksdb/jobs/000012.sst");
    var manifest = file("app/0_1/rocksdb/jobs/MANIFEST-000004");
    var log = file("app/0_1/rocksdb/jobs/LOG");
    var process = file("app/kafka-streams-process-metadata");
    var changed = new TreeSet<Path>();
    var random = new Random(1);

    for (var i = 0; i < TRIES; i++) {
      for (var file : new Path[] {table, manifest, log, process}) {
        Files.write(file, new byte[BYTES]);
      }
      assertThat(FlippedBits.flip(state, random)).isPresent();
      for (var file : new Path[] {table, manifest, log, process}) {
        if (bits(file) > 0) {
          changed.add(file);
        }
      }
    }

    assertThat(changed).containsExactlyInAnyOrder(table, manifest);
  }

  @Test
  void isAFunctionOfTheSeed() throws IOException {
    var table = file("app/0_1/rocksdb/jobs/000012.sst");
    var told = FlippedBits.flip(state, new Random(7));
    var bytes = Files.readAllBytes(table);
    Files.write(table, new byte[BYTES]);

    assertThat(FlippedBits.flip(state, new Random(7))).isEqualTo(told);
    assertThat(Files.readAllBytes(table)).isEqualTo(bytes);
  }

  @Test
  void doesNothingWhereThereIsNoStore() {
    assertThat(FlippedBits.flip(state, new Random(1))).isEmpty();
  }

  private Path file(String name) throws IOException {
    var file = state.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[BYTES]);
  }

  private static int bits(Path file) throws IOException {
    var bits = 0;
    for (var each : Files.readAllBytes(file)) {
      bits += Integer.bitCount(each & 0xff);
    }
    return bits;
  }
}

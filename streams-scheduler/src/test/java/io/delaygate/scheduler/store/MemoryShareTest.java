package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the memory that all stores of a process share. */
class MemoryShareTest {
  /** The default of the settings. */
  private static final long WRITE_BUFFERS = 64L << 20;

  @Test
  void sixtyFourNearlyEmptyStoresDoNotFillTheWriteBuffers(@TempDir Path directory)
      throws IOException {
    // Given
    try (var memory = new RocksMemory(8L << 20, WRITE_BUFFERS)) {
      var stores = open(64, directory, memory);

      // When
      for (var store : stores) {
        for (var i = 0; i < 20; i++) {
          var job = due("job-" + i, i);
          store.put(KeySpaces.job(job.id().bytes()), JobCodec.encode(job));
        }
      }

      // Then: no store was flushed to free memory
      assertThat(filesWithData(directory)).isZero();
      stores.forEach(RocksJobStore::close);
    }
  }

  private static List<RocksJobStore> open(int count, Path directory, RocksMemory memory) {
    var stores = new ArrayList<RocksJobStore>();
    for (var i = 0; i < count; i++) {
      var store = new RocksJobStore("jobs", memory, new OpenJobStores(System::nanoTime));
      var home = directory.resolve("task-" + i).toFile();
      store.init(new StoreContext(home, "exactly_once_v2"), store);
      stores.add(store);
    }
    return stores;
  }

  private static long filesWithData(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".sst")).count();
    }
  }
}

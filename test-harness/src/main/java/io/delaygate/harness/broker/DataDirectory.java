package io.delaygate.harness.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/**
 * Data directory of a cluster.
 *
 * @param path an existing directory
 * @param temporary whether it is deleted with the cluster
 */
record DataDirectory(Path path, boolean temporary) {

  static DataDirectory open(BrokerOptions options) {
    Path wanted = options.dataDir();
    try {
      return wanted == null
          ? new DataDirectory(Files.createTempDirectory("delaygate-kafka-"), true)
          : new DataDirectory(Files.createDirectories(wanted), false);
    } catch (IOException e) {
      throw new UncheckedIOException("the data directory of the broker cannot be created", e);
    }
  }

  /** The log directory of one node. */
  Path ofNode(int id) {
    return path.resolve("node-" + id);
  }

  /** Deletes a temporary directory; files that vanish meanwhile are ignored. */
  void release() {
    if (!temporary || !Files.exists(path)) {
      return;
    }
    try {
      for (Path each : deepestFirst()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }

  private List<Path> deepestFirst() throws IOException {
    try (var all = Files.walk(path)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }
}

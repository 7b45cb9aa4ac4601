package io.delaygate.scheduler.store;

import io.delaygate.service.logging.LogKey;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory of a job store. One that is damaged can be set aside: it is renamed and kept for a
 * person to look at and remove, beside the directories of tasks, in which Kafka Streams deletes all
 * when it wipes a task.
 *
 * <p>One of each store is kept at most. Where there is one already nothing is set aside: what is
 * damaged twice in a row has a cause that is still there, and copies would fill the disk.
 */
public final class StoreDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final String DAMAGED = "damaged-";

  /** Of what may be the only copy of jobs, while the changelog is not the right one. */
  static final String KEPT = "kept-";

  /** Of what belongs to a changelog of which nothing is needed any more. */
  private static final String FORMER = "former-";

  /** Below a state directory: that of an application, and in it those of tasks. */
  private static final int DEPTH = 2;

  private final Path path;
  private final Path home;
  private final String name;
  private final String prefix;

  /**
   * The directory of a store, which need not be there.
   *
   * @param task directory of its task
   */
  StoreDirectory(File task, String store) {
    this.path = task.toPath().toAbsolutePath().resolve("rocksdb").resolve(store);
    this.home = task.toPath().toAbsolutePath().resolveSibling("");
    this.name = task.getName() + "-" + store;
    this.prefix = DAMAGED + name + "-";
  }

  /** How many are kept below a state directory, which need not be there. Any thread. */
  public static long countSetAside(Path stateDirectory) {
    if (!Files.isDirectory(stateDirectory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(stateDirectory, DEPTH)) {
      return files.filter(path -> path.getFileName().toString().startsWith(DAMAGED)).count();
    } catch (IOException | UncheckedIOException changing) {
      LOG.atDebug()
          .setCause(changing)
          .log("The directories that were set aside could not be counted");
      return 0;
    }
  }

  /** Path of the directory, which is created if it is missing. */
  Path create() {
    try {
      return Files.createDirectories(path);
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot create " + path, failed);
    }
  }

  /**
   * Sets it aside, if its store is closed.
   *
   * @return whether it is out of the way
   */
  boolean setAside(Throwable why) {
    try {
      if (isOneKept()) {
        LOG.atError()
            .addKeyValue(LogKey.FILES.key(), home.resolve(prefix + "*"))
            .log(
                "DAMAGED AGAIN: a store is damaged again, and its directory was already set"
                    + " aside once. Find the cause (disk, file system, memory), then remove the"
                    + " directory that was set aside");
        return false;
      }
      var aside = home.resolve(prefix + changed(path));
      Files.move(path, aside);
      LOG.atError()
          .setCause(why)
          .addKeyValue(LogKey.FILES.key(), aside)
          .log(
              "DAMAGED: the directory of a store was set aside, and the store is restored from"
                  + " its changelog. Check the disk, then remove the directory");
      return true;
    } catch (IOException failed) {
      LOG.atError()
          .setCause(failed)
          .log(
              "The directory of a damaged store cannot be set aside;"
                  + " stop the scheduler and move it away");
      return false;
    }
  }

  /**
   * Puts it out of the reach of Kafka Streams, if its store is closed. Where one was put there
   * before, that is the one that counts.
   */
  void keep(String why) {
    var kept = home.resolve(KEPT + name);
    try {
      if (Files.isDirectory(kept)) {
        return;
      }
      Files.move(path, kept);
      LOG.atWarn()
          .addKeyValue(LogKey.FILES.key(), kept)
          .addKeyValue(LogKey.WHY.key(), why)
          .log("KEPT: the directory of a store was set aside; it may be the only copy of its jobs");
    } catch (IOException failed) {
      LOG.atError()
          .setCause(failed)
          .addKeyValue(LogKey.FILES.key(), kept)
          .log(
              "The directory of a store cannot be set aside; stop the scheduler and copy the"
                  + " directory");
    }
  }

  /** Deletes what a version before this one left that was never committed. */
  void empty() {
    var emptied = path.toString();
    try (var any = new Options()) {
      RocksDB.destroyDB(emptied, any);
      LOG.atInfo()
          .addKeyValue(LogKey.FILES.key(), emptied)
          .log(
              "An earlier version was killed and left changes that may be uncommitted; the"
                  + " store is restored from its changelog");
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot empty " + path, failed);
    }
  }

  /** Renames it, if its store is closed: its changelog is not the one that counts any more. */
  void retire() {
    retire(path, home.resolve(FORMER + name));
  }

  /**
   * The same with one that no task has.
   *
   * @param home directory of the application
   */
  static void retire(Path directory, Path home, int partition) {
    retire(directory, home.resolve(FORMER + "0_" + partition + "-" + JobStoreFactory.JOBS));
  }

  private static void retire(Path from, Path prefix) {
    try {
      var to = prefix.resolveSibling(prefix.getFileName() + "-" + changed(from));
      Files.move(from, to);
      LOG.atWarn()
          .addKeyValue(LogKey.FILES.key(), to)
          .log(
              "FORMER: a store belongs to a changelog that is no longer used; remove its"
                  + " directory");
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot rename " + from, failed);
    }
  }

  /** No clock: its last change is about when it was put away. */
  private static String changed(Path directory) throws IOException {
    var changed = Files.getLastModifiedTime(directory).toInstant();
    return TIME.format(Instant.ofEpochSecond(changed.getEpochSecond()));
  }

  private boolean isOneKept() throws IOException {
    try (Stream<Path> beside = Files.list(home)) {
      return beside.anyMatch(path -> path.getFileName().toString().startsWith(prefix));
    }
  }
}

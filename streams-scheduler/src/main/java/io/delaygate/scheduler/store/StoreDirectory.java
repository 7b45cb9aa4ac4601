package io.delaygate.scheduler.store;

import io.delaygate.schemas.logging.LogKey;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Directory of a store. One that is damaged can be set aside: it is renamed and kept for a person
 * to look at and remove, beside the directories of tasks, in which Kafka Streams deletes all when
 * it wipes a task.
 *
 * <p>One of each store is kept at most. Where there is one already nothing is set aside: what is
 * damaged twice in a row has a cause that is still there, and copies would fill the disk.
 */
public final class StoreDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final String DAMAGED = "damaged-";

  /** Below a state directory: that of an application, and in it those of tasks. */
  private static final int DEPTH = 2;

  private final Path path;
  private final Path home;
  private final String prefix;

  /**
   * The directory of a store, which need not be there.
   *
   * @param task directory of its task
   */
  StoreDirectory(File task, String store) {
    this.path = task.toPath().toAbsolutePath().resolve("rocksdb").resolve(store);
    this.home = task.toPath().toAbsolutePath().resolveSibling("");
    this.prefix = DAMAGED + task.getName() + "-" + store + "-";
  }

  /** How many are kept below a state directory, which need not be there. Any thread. */
  public static long countSetAside(Path stateDirectory) {
    if (!Files.isDirectory(stateDirectory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(stateDirectory, DEPTH)) {
      return files.filter(path -> path.getFileName().toString().startsWith(DAMAGED)).count();
    } catch (IOException | UncheckedIOException changing) {
      LOG.atDebug().setCause(changing).log("What was set aside could not be counted");
      return 0;
    }
  }

  /** Where it is; created if need be. */
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
                "DAMAGED AGAIN: a store whose directory was set aside before is damaged once more."
                    + " Find out why (disk, file system, memory), then remove what was set aside");
        return false;
      }
      // no clock: its last change is about when it was damaged
      var changed = Files.getLastModifiedTime(path).toInstant();
      var aside =
          home.resolve(prefix + TIME.format(Instant.ofEpochSecond(changed.getEpochSecond())));
      Files.move(path, aside);
      LOG.atError()
          .setCause(why)
          .addKeyValue(LogKey.FILES.key(), aside)
          .log(
              "DAMAGED: the directory of a store is set aside and the store made anew from its"
                  + " changelog. Look at the disk, then remove the directory");
      return true;
    } catch (IOException failed) {
      LOG.atError().setCause(failed).log("The directory of a damaged store cannot be set aside");
      return false;
    }
  }

  private boolean isOneKept() throws IOException {
    try (Stream<Path> beside = Files.list(home)) {
      return beside.anyMatch(path -> path.getFileName().toString().startsWith(prefix));
    }
  }
}

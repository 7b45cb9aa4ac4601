package io.delaygate.scheduler.store;

import io.delaygate.service.logging.LogKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finder of the job stores in the state directory of an application, while no scheduler uses it.
 * Reading a store changes nothing of it.
 */
public final class LocalCopies {
  private static final Logger LOG = LoggerFactory.getLogger(LocalCopies.class);
  private static final String STREAMS_LOCK = ".lock";
  private static final Pattern TASK = Pattern.compile("\\d+_(\\d+)");
  private static final Pattern KEPT =
      Pattern.compile(StoreDirectory.KEPT + "(\\d+_(\\d+))-" + JobStoreFactory.JOBS);

  private final Path home;

  /**
   * Looks nowhere yet.
   *
   * @param stateDirectory as the settings name it; need not be there
   */
  public LocalCopies(Path stateDirectory, String applicationId) {
    this.home = stateDirectory.resolve(applicationId);
  }

  /**
   * All stores that can be read, those that are kept first, and otherwise by partition.
   *
   * @throws ProcessorStateException if the directory cannot be listed
   */
  public List<LocalCopy> find() {
    if (!Files.isDirectory(home)) {
      return List.of();
    }
    var copies = new ArrayList<LocalCopy>();
    try (Stream<Path> beside = Files.list(home)) {
      beside.forEach(directory -> look(directory).ifPresent(copies::add));
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot list " + home, failed);
    }
    copies.sort(
        Comparator.comparing((LocalCopy copy) -> !copy.isKept())
            .thenComparing(LocalCopy::partition));
    return List.copyOf(copies);
  }

  /**
   * Whether Kafka Streams runs on the directory, which it locks.
   *
   * @throws ProcessorStateException if that cannot be found out
   */
  public boolean isInUse() {
    var lock = home.resolve(STREAMS_LOCK);
    if (!Files.exists(lock)) {
      return false;
    }
    try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        var taken = channel.tryLock()) {
      return taken == null;
    } catch (OverlappingFileLockException here) {
      return true;
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot lock " + lock, failed);
    }
  }

  private static Optional<LocalCopy> look(Path directory) {
    var name = directory.getFileName().toString();
    var kept = KEPT.matcher(name);
    if (kept.matches()) {
      return read(Integer.parseInt(kept.group(2)), directory, true);
    }
    var task = TASK.matcher(name);
    return task.matches()
        ? read(Integer.parseInt(task.group(1)), store(directory), false)
        : Optional.empty();
  }

  private static Path store(Path task) {
    return task.resolve("rocksdb").resolve(JobStoreFactory.JOBS);
  }

  private static Optional<LocalCopy> read(int partition, Path directory, boolean isKept) {
    if (!Files.exists(directory.resolve("CURRENT"))) {
      return Optional.empty();
    }
    try (var database = JobDatabase.readOnly(directory)) {
      return Optional.of(
          new LocalCopy(
              partition,
              directory,
              isKept,
              StoredOffsets.changelog(database),
              StoredOffsets.last(database),
              StoredOffsets.isActive(database),
              !StoredStatistics.isInUse(database)));
    } catch (RocksDBException | ProcessorStateException unreadable) {
      // a scheduler that opens it deals with the damage
      LOG.atWarn()
          .setCause(unreadable)
          .addKeyValue(LogKey.FILES.key(), directory)
          .log("A local store cannot be read and is ignored");
      return Optional.empty();
    }
  }

  /**
   * Calls back with the changelog's key and value of each job of a copy, ended ones included.
   *
   * @return how many there are
   * @throws ProcessorStateException if it cannot be read to its end
   */
  public static long eachRecord(LocalCopy copy, BiConsumer<byte[], byte[]> callback) {
    var jobs = 0L;
    try (var database = JobDatabase.readOnly(copy.directory());
        var walk = database.walk(database.jobs())) {
      for (walk.seekToFirst(); walk.isAtKey(); walk.next()) {
        callback.accept(KeySpaces.job(walk.key()).get(), walk.value());
        jobs++;
      }
      return jobs;
    } catch (RocksDBException failed) {
      throw new ProcessorStateException("Cannot read " + copy.directory(), failed);
    }
  }

  /**
   * How many jobs of a copy wait, dead letters included; ended ones are not counted.
   *
   * @throws ProcessorStateException if it cannot be read to its end
   */
  public static long countJobs(LocalCopy copy) {
    var jobs = new AtomicLong();
    eachRecord(
        copy,
        (key, value) -> {
          if (!EndedJobCodec.isEnded(value)) {
            jobs.incrementAndGet();
          }
        });
    return jobs.get();
  }

  /** Gives a kept copy back to its task; where this has a store again, the copy is renamed. */
  public void putBack(LocalCopy copy) {
    var kept = KEPT.matcher(copy.directory().getFileName().toString());
    if (!kept.matches()) {
      throw new IllegalArgumentException(copy + " is not kept");
    }
    var place = store(home.resolve(kept.group(1)));
    if (Files.exists(place)) {
      retire(copy);
      return;
    }
    try {
      Files.createDirectories(place.getParent());
      Files.move(copy.directory(), place);
      LOG.atInfo()
          .addKeyValue(LogKey.FILES.key(), place)
          .log("A store that was set aside is back in its place");
    } catch (IOException failed) {
      throw new ProcessorStateException("Cannot move back " + copy.directory(), failed);
    }
  }

  /** Renames a copy of which nothing is needed any more. */
  public void retire(LocalCopy copy) {
    StoreDirectory.retire(copy.directory(), home, copy.partition());
  }
}

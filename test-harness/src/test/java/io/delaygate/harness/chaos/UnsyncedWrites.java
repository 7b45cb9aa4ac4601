package io.delaygate.harness.chaos;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Fault of a power cut, which loses what a broker has written and not synced: all or some of the
 * bytes after the recovery point of each partition. Metadata is synced with each write, so it
 * stays.
 */
final class UnsyncedWrites {
  private static final String CHECKPOINT = "recovery-point-offset-checkpoint";
  private static final String METADATA = "__cluster_metadata";
  private static final String CLEAN_SHUTDOWN = ".kafka_cleanshutdown";
  private static final String SEGMENT = ".log";

  /** Files that belong to one segment. */
  private static final List<String> PARTS = List.of(SEGMENT, ".index", ".timeindex", ".txnindex");

  /** Head of a record batch: its first offset, and the number of bytes that follow. */
  private static final int BATCH_HEAD = Long.BYTES + Integer.BYTES;

  private static final int CHECKPOINT_HEAD_LINES = 2;

  private UnsyncedWrites() {}

  /** Removes unsynced bytes from the logs of a stopped broker. */
  static void lose(Path logDirectory, Random random) {
    try {
      Files.deleteIfExists(logDirectory.resolve(CLEAN_SHUTDOWN));
      var synced = recoveryPoints(logDirectory);
      for (var partition : partitions(logDirectory)) {
        var segments = segments(partition);
        if (!segments.isEmpty()) {
          var name = partition.getFileName().toString();
          cut(segments, synced.getOrDefault(name, 0L), random);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** First unsynced offset by directory of the partition. */
  private static Map<String, Long> recoveryPoints(Path logDirectory) throws IOException {
    var points = new HashMap<String, Long>();
    var file = logDirectory.resolve(CHECKPOINT);
    if (Files.exists(file)) {
      Files.readAllLines(file).stream()
          .skip(CHECKPOINT_HEAD_LINES)
          .map(line -> line.split(" "))
          .forEach(line -> points.put(line[0] + "-" + line[1], Long.parseLong(line[2])));
    }
    return points;
  }

  private static List<Path> partitions(Path logDirectory) throws IOException {
    try (var folders = Files.list(logDirectory)) {
      return folders
          .filter(Files::isDirectory)
          .filter(folder -> !folder.getFileName().toString().startsWith(METADATA))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }

  private static List<Path> segments(Path partition) throws IOException {
    try (var files = Files.list(partition)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(SEGMENT))
          .sorted(Comparator.naturalOrder())
          .toList();
    }
  }

  /** Cuts a third of the partitions completely, a third partly, and a third not at all. */
  private static void cut(List<Path> segments, long synced, Random random) throws IOException {
    var first = segments.size() - 1;
    while (first > 0 && firstOffset(segments.get(first)) > synced) {
      first--;
    }
    var how = random.nextInt(3);
    var chosen = first + random.nextInt(segments.size() - first);
    var part = random.nextDouble();
    if (how > 0) {
      var cut = how == 1 ? first : chosen;
      var from = cut == first ? position(segments.get(cut), synced) : 0;
      var size = Files.size(segments.get(cut));
      var at = how == 1 ? from : from + (long) (part * (size - from));
      try (var file = new RandomAccessFile(segments.get(cut).toFile(), "rw")) {
        file.setLength(at);
      }
      for (var gone : segments.subList(cut + 1, segments.size())) {
        delete(gone);
      }
    }
  }

  private static void delete(Path segment) throws IOException {
    var name = segment.getFileName().toString();
    var base = name.substring(0, name.length() - SEGMENT.length());
    for (var part : PARTS) {
      Files.deleteIfExists(segment.resolveSibling(base + part));
    }
  }

  private static long firstOffset(Path segment) {
    var name = segment.getFileName().toString();
    return Long.parseLong(name.substring(0, name.length() - SEGMENT.length()));
  }

  /** Position of the first batch that begins at this offset or after it. */
  private static long position(Path segment, long offset) throws IOException {
    try (var file = new RandomAccessFile(segment.toFile(), "r")) {
      var at = 0L;
      while (at + BATCH_HEAD <= file.length()) {
        file.seek(at);
        if (file.readLong() >= offset) {
          return at;
        }
        at += BATCH_HEAD + file.readInt();
      }
      return Math.min(at, file.length());
    }
  }
}

package io.delaygate.harness.chaos;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Fault of flipped bits in one RocksDB file after a crash. */
final class FlippedBits {
  private static final int MOST = 8;

  /** Files that RocksDB does not read: its log for people, and the id of the database. */
  private static final Pattern UNREAD = Pattern.compile("LOG.*|IDENTITY");

  private FlippedBits() {}

  /**
   * Flips some bits in one file of a closed store. Each kind of file is equally likely, however
   * many files of it there are.
   *
   * @param state folder of the stores
   * @return description of the flipped bits; empty if there are no files
   */
  static Optional<String> flip(Path state, Random random) {
    var kinds =
        files(state).stream()
            .collect(Collectors.groupingBy(FlippedBits::kind, TreeMap::new, Collectors.toList()));
    if (kinds.isEmpty()) {
      return Optional.empty();
    }
    var kind = List.copyOf(kinds.values()).get(random.nextInt(kinds.size()));
    var file = kind.get(random.nextInt(kind.size()));
    var count = 1 + random.nextInt(MOST);
    for (var i = 0; i < count; i++) {
      flipOne(file, random);
    }
    return Optional.of("%d bits of %s".formatted(count, state.relativize(file)));
  }

  /** Whether there are files; false also if a file was deleted during the search. */
  static boolean hasFiles(Path state) {
    try {
      return !files(state).isEmpty();
    } catch (UncheckedIOException gone) {
      return false;
    }
  }

  private static void flipOne(Path file, Random random) {
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      var at = random.nextLong(bytes.length());
      bytes.seek(at);
      var was = bytes.read();
      bytes.seek(at);
      bytes.write(was ^ (1 << random.nextInt(Byte.SIZE)));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The file name without its number. */
  private static String kind(Path file) {
    return file.getFileName().toString().replaceAll("\\d+", "");
  }

  private static List<Path> files(Path state) {
    if (!Files.exists(state)) {
      return List.of();
    }
    try (var files = Files.walk(state)) {
      return files
          .filter(file -> file.toString().contains("/rocksdb/") && Files.isRegularFile(file))
          .filter(file -> file.toFile().length() > 0)
          .filter(file -> !UNREAD.matcher(file.getFileName().toString()).matches())
          .sorted(Comparator.naturalOrder())
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

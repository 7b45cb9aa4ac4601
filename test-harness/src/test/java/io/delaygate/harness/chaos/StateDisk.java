package io.delaygate.harness.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * Separate disk for the state of one scheduler, small enough to be filled: a tmpfs, which only root
 * may mount. Without that right it is a folder, which cannot be filled.
 */
final class StateDisk implements AutoCloseable {
  /** A multiple of what the stores of a run need. */
  private static final String SIZE = "size=192m";

  private static final int CHUNK = 1 << 20;

  /** Depth below the state folder: the application's directory, and in it those of tasks. */
  private static final int SET_ASIDE_DEPTH = 2;

  private final Path mount;
  private final boolean limited;

  private StateDisk(Path mount, boolean limited) {
    this.mount = mount;
    this.limited = limited;
  }

  /** Mounts the disk if that is possible. */
  static StateDisk at(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var mounted = Shell.run("mount", "-t", "tmpfs", "-o", SIZE, "chaos", folder.toString());
    return new StateDisk(folder, mounted);
  }

  /** Whether a disk can be filled on this machine. */
  static boolean canBeFull() {
    try (var trial = at(Files.createTempDirectory("delaygate-disk-"))) {
      return trial.limited;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The state directory. */
  Path state() {
    return mount.resolve("state");
  }

  /** Uses all space that is left, so that writes fail. */
  void fill() {
    if (!limited) {
      throw new IllegalStateException("only a disk of its own may be filled");
    }
    var chunk = new byte[CHUNK];
    try (var out = Files.newOutputStream(filler())) {
      for (var size = CHUNK; size > 0; size /= 2) {
        writeUntilFull(out, chunk, size);
      }
    } catch (IOException full) {
      // closing may fail, too
    }
  }

  private static void writeUntilFull(OutputStream out, byte[] chunk, int size) {
    try {
      while (true) {
        out.write(chunk, 0, size);
      }
    } catch (IOException full) {
      // smaller writes may still succeed
    }
  }

  /** Frees the space. */
  void free() {
    try {
      Files.deleteIfExists(filler());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the state of a stopped scheduler. */
  void deleteState() {
    delete(state());
  }

  /**
   * Deletes stores that schedulers set aside as damaged, as an operator does after a look: until
   * then they set nothing else aside.
   */
  void removeSetAside() {
    if (!Files.exists(state())) {
      return;
    }
    try (var paths = Files.walk(state(), SET_ASIDE_DEPTH)) {
      paths
          .filter(path -> path.getFileName().toString().startsWith("damaged-"))
          .toList()
          .forEach(StateDisk::delete);
    } catch (IOException | UncheckedIOException changing) {
      // the scheduler deletes directories of tasks meanwhile: the stores stay this time
    }
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path filler() {
    return mount.resolve("filler");
  }

  @Override
  public void close() {
    if (limited) {
      Shell.run("umount", "-l", mount.toString());
    }
  }
}

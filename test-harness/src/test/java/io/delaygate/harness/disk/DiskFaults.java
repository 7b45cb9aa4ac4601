package io.delaygate.harness.disk;

import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Map;

/**
 * Faults of the disk below the stores of one process, by a library that is preloaded, as
 * libfaketime does it with the clock. A test changes what fails while the process runs.
 */
public final class DiskFaults {
  private static final Path SOURCE = Path.of("src", "test", "native", "diskfaults.c");
  private static final int NUMBERS = 7;
  private static final int HITS_AT = 6;

  private final Path library;
  private final Path plan;
  private final IntBuffer numbers;

  private DiskFaults(Path library, Path plan) throws IOException {
    this.library = library;
    this.plan = plan;
    this.numbers = map(plan);
  }

  /** Builds the library into a folder. No fault yet. */
  public static DiskFaults in(Path folder) {
    try {
      return new DiskFaults(build(folder.resolve("diskfaults.so")), folder.resolve("diskfaults"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The faults of this process, which was started with them. */
  static DiskFaults own() {
    try {
      return new DiskFaults(
          Path.of(System.getenv("LD_PRELOAD")), Path.of(System.getenv("DISKFAULTS")));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Skips the test, and says why, on a machine without a C compiler; in CI it fails. */
  public static void mustBeThere() {
    DebianPackage.require("gcc libc6-dev", hasCompiler());
  }

  /** Whether the library can be built here. */
  public static boolean hasCompiler() {
    return DebianPackage.runs("gcc", "--version");
  }

  private static Path build(Path library) throws IOException {
    var source = Path.of(System.getProperty("basedir", "")).resolve(SOURCE);
    var status =
        run("gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl");
    if (status != 0) {
      throw new IOException("gcc ended with " + status);
    }
    return library;
  }

  private static int run(String... line) throws IOException {
    try {
      return new ProcessBuilder(line).inheritIO().start().waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  private static IntBuffer map(Path plan) throws IOException {
    try (var file = new RandomAccessFile(plan.toFile(), "rw")) {
      var bytes = file.getChannel().map(MapMode.READ_WRITE, 0, NUMBERS * Integer.BYTES);
      return bytes.order(ByteOrder.nativeOrder()).asIntBuffer();
    }
  }

  /** What a process gets that has these faults. */
  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "DISKFAULTS", plan.toString());
  }

  /**
   * Lets calls fail from now on, instead of those before.
   *
   * @param skip so many of them pass first
   * @param times so many fail then; -1 for all
   */
  public void begin(DiskFault fault, int skip, int times) {
    end();
    var plan = fault.numbers();
    for (var i = 1; i < plan.length; i++) {
      numbers.put(i, plan[i]);
    }
    numbers.put(plan.length, skip).put(plan.length + 1, times);
    numbers.put(0, plan[0]); // from this one on it is in force
  }

  /** Lets nothing fail any more. */
  public void end() {
    numbers.put(0, 0);
  }

  /** How many calls failed so far. */
  public int hits() {
    return numbers.get(HITS_AT);
  }
}

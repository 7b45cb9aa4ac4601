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
 * Disk faults below the stores of one process, by a preloaded library, as libfaketime does with the
 * clock. A test changes the faults while the process runs.
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

  /** Builds the library into a folder, without a fault. */
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

  /** Skips the test without a C compiler; fails in CI. */
  public static void mustBeThere() {
    DebianPackage.require("gcc libc6-dev", hasCompiler());
  }

  /** Whether this machine can build the library. */
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

  /** Environment of a process with these faults. */
  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "DISKFAULTS", plan.toString());
  }

  /**
   * Replaces the present fault by this one.
   *
   * @param skip number of calls that succeed first
   * @param times number of calls that then fail; -1 for all
   */
  public void begin(DiskFault fault, int skip, int times) {
    end();
    var plan = fault.numbers();
    for (var i = 1; i < plan.length; i++) {
      numbers.put(i, plan[i]);
    }
    numbers.put(plan.length, skip).put(plan.length + 1, times);
    numbers.put(0, plan[0]); // this write puts the fault into force
  }

  /** Ends the fault. */
  public void end() {
    numbers.put(0, 0);
  }

  /** Number of failed calls so far. */
  public int hits() {
    return numbers.get(HITS_AT);
  }
}

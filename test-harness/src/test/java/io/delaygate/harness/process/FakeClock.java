package io.delaygate.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Wall clock of one process, by libfaketime, which once a second reads from a file how much to add
 * to the real time. The monotonic clock is not affected.
 */
public final class FakeClock {
  private final Path file;

  /** Skips the test if the library is missing; fails in CI. */
  public static void mustBeThere() {
    DebianPackage.require("libfaketime", library().isPresent());
  }

  /** A correct clock. */
  public FakeClock(Path file) {
    this.file = file;
    set(0);
  }

  /** The library, if it is installed. */
  public static Optional<Path> library() {
    var name = "faketime/libfaketimeMT.so.1";
    return Stream.of("/usr/lib/" + System.getProperty("os.arch") + "-linux-gnu", multiarch())
        .flatMap(folder -> Stream.of(folder, "/usr/lib", "/usr/lib64", "/usr/local/lib"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::exists)
        .findFirst();
  }

  private static String multiarch() {
    return "/usr/lib/"
        + (System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64")
        + "-linux-gnu";
  }

  /** Environment of a process with this clock; empty without the library. */
  public Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    library()
        .ifPresent(
            library -> {
              environment.put("LD_PRELOAD", library.toString());
              environment.put("FAKETIME_TIMESTAMP_FILE", file.toString());
              environment.put("FAKETIME_CACHE_DURATION", "1");
              environment.put("DONT_FAKE_MONOTONIC", "1");
              environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
              // with this fix, each timed wait of a JVM would be some hundred milliseconds longer
              environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
              environment.put("FAKETIME_DISABLE_SHM", "1");
            });
    return environment;
  }

  /** Steps to this time after the real one; the process sees it within a second. */
  public void set(long aheadMs) {
    var text = "%+.3f%n".formatted(aheadMs / 1000.0);
    var draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(draft, text);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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
 * The wall clock of one process, by libfaketime, which reads what to add to the real time from a
 * file, once a second. Only the wall clock: a step is no change of how fast time passes.
 */
public final class FakeClock {
  private final Path file;

  /** Skips the test, and says why, on a machine without the library; in CI it fails. */
  public static void mustBeThere() {
    DebianPackage.require("libfaketime", library().isPresent());
  }

  /** A clock that is right. */
  public FakeClock(Path file) {
    this.file = file;
    set(0);
  }

  /** The library, where it is installed. */
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

  /** What a process gets that goes by this clock; nothing where there is no library. */
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
              // with it, each timed wait of a JVM lasts some hundred milliseconds longer
              environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
              environment.put("FAKETIME_DISABLE_SHM", "1");
            });
    return environment;
  }

  /** Steps to so many milliseconds after the real time; takes up to a second to be seen. */
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

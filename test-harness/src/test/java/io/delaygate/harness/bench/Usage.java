package io.delaygate.harness.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Resource usage of a process, from Linux's /proc. */
final class Usage {
  /** Unit of the times in /proc: USER_HZ, which is 100 on every Linux that JVMs run on. */
  private static final double TICKS_PER_SECOND = 100;

  private Usage() {}

  /** Seconds of CPU time of a process and all its threads so far. */
  static double cpuSeconds(long pid) {
    return cpuSeconds(text(Path.of("/proc", Long.toString(pid), "stat")));
  }

  /** The same from the text of the file {@code stat} of a process or thread. */
  static double cpuSeconds(String stat) {
    // the name before may contain spaces; the fields after it do not
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
  }

  /** MiB of resident memory. */
  static double residentMib(long pid) {
    return status(pid, "VmRSS") / 1024;
  }

  /** Number of threads. */
  static double threads(long pid) {
    return status(pid, "Threads");
  }

  private static double status(long pid, String name) {
    return text(Path.of("/proc", Long.toString(pid), "status"))
        .lines()
        .filter(line -> line.startsWith(name + ":"))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }

  /** MiB of the files below a folder. */
  static double diskMib(Path folder) {
    try (var paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).mapToLong(Usage::size).sum() / 1048576.0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException deletedMeanwhile) {
      return 0;
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

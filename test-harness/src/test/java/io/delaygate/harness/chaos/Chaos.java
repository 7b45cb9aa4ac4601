package io.delaygate.harness.chaos;

import io.delaygate.harness.disk.DiskFaults;
import io.delaygate.harness.process.FakeClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Main class of the chaos trial. It runs seeds one after the other and writes the table: {@code
 * ./mvnw -Pchaos -Dchaos.seeds=1-100}. It ends with status 1 at the first seed that breaks a
 * promise, and keeps the output of that seed.
 *
 * <p>Arguments: seeds ({@code 7} or {@code 1-100}), seconds of faults, jobs a second, folder for
 * table and output.
 */
public final class Chaos {
  private static final int BROKERS = 3;
  private static final int SHOWN = 20;

  private Chaos() {}

  /** Runs the seeds; the arguments are described at the class. */
  public static void main(String[] arguments) {
    var seeds = seeds(arguments[0]);
    var shape =
        new Shape(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), BROKERS, kinds());
    var folder = Path.of(arguments[3]);
    var rows = new ArrayList<Report.Row>();
    write(folder, Report.head());
    for (var seed : seeds) {
      var row = run(Plan.of(seed, shape), folder);
      rows.add(row);
      write(folder, row.toString());
      if (!row.isGreen()) {
        row.violations().stream().limit(SHOWN).forEach(System.out::println);
        System.out.printf("seed %d is red; its output is in %s%n", seed, folder);
        System.exit(1);
      }
      emptied(folder.resolve("seed-" + seed));
    }
    write(folder, "\n" + Report.totals(rows));
    System.exit(0);
  }

  /** A run that ends with an exception has failed, although it cannot be judged. */
  private static Report.Row run(Plan plan, Path folder) {
    System.out.println(plan.text());
    try {
      var own = emptied(folder.resolve("seed-" + plan.seed()));
      return new Run(plan, own, Clock.systemUTC()).carryOut();
    } catch (RuntimeException | Error failed) {
      var reason = String.valueOf(failed).replace('\n', ' ');
      write(folder, "| %d | failed: %s |".formatted(plan.seed(), reason));
      throw failed;
    }
  }

  /**
   * The faults that this machine can inject, limited to those in the property {@code chaos.kinds}
   * if it is set; prints those that it cannot inject.
   */
  static Set<FaultKind> kinds() {
    var kinds = EnumSet.allOf(FaultKind.class);
    if (FakeClock.library().isEmpty()) {
      System.out.println("NOT INJECTED: clock steps, as libfaketime is not installed");
      kinds.remove(FaultKind.CLOCK_STEP);
    }
    if (!StateDisk.canBeFull()) {
      System.out.println("NOT INJECTED: full disks, as no tmpfs may be mounted");
      kinds.remove(FaultKind.FULL_DISK);
    }
    if (!DiskFaults.hasCompiler()) {
      System.out.println("NOT INJECTED: disk errors, as gcc is not installed");
      kinds.remove(FaultKind.DISK_ERRORS);
    }
    var only = System.getProperty("chaos.kinds", "");
    if (!only.isEmpty()) {
      kinds.retainAll(Arrays.stream(only.split(",")).map(FaultKind::valueOf).toList());
    }
    return kinds;
  }

  private static List<Long> seeds(String text) {
    var ends = text.split("-", 2);
    var first = Long.parseLong(ends[0]);
    return LongStream.rangeClosed(first, Long.parseLong(ends[ends.length - 1])).boxed().toList();
  }

  private static void write(Path folder, String line) {
    System.out.println(line);
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve("table.md"),
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path emptied(Path folder) {
    try {
      if (Files.exists(folder)) {
        try (var paths = Files.walk(folder)) {
          for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs the scenarios of {@code -Dbench=name,name}, or all, and writes the report: that of all to
 * {@code reports}, any other to {@code target/bench}.
 */
public final class Benchmark {
  private Benchmark() {}

  static List<Scenario> all() {
    return Stream.of(
            Throughput.all(),
            SteadyLoad.all(),
            Burst.all(),
            Backlog.all(),
            Cancelled.all(),
            Failover.all(),
            RollingRestart.all(),
            HttpDoor.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Exit status 0 if every goal is reached, 1 if one is missed, 2 if a name is unknown. */
  public static void main(String[] arguments) throws Exception {
    var wanted = Set.of(System.getProperty("bench", "all").split(",", -1));
    var isAll = wanted.equals(Set.of("all"));
    var names = all().stream().map(Scenario::name).toList();
    if (!isAll && !names.containsAll(wanted)) {
      System.err.println("-Dbench is all, or some of " + String.join(",", names));
      System.exit(2);
    }
    var bench =
        new Bench(
            Path.of("target/bench"), Double.parseDouble(System.getProperty("bench.scale", "1")));
    all().stream().filter(s -> isAll || wanted.contains(s.name())).forEach(bench::run);
    var report = new Report(machine(), commit(), bench.rows());
    // what is committed comes from one run of everything
    report.write(Path.of(isAll ? "reports" : "target/bench"));
    System.exit(bench.hasReachedAll() ? 0 : 1);
  }

  /** Processors and memory: what of the machine makes a difference. */
  private static String machine() throws IOException {
    var lines = Files.readAllLines(Path.of("/proc/cpuinfo"));
    var model =
        lines.stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse(System.getProperty("os.arch"));
    return "%d cores of %s, Java %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(), model, System.getProperty("java.version"));
  }

  private static String commit() throws IOException {
    var git = new ProcessBuilder("git", "describe", "--always", "--dirty").start();
    var commit = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    return commit.isEmpty() ? "unknown" : commit;
  }
}

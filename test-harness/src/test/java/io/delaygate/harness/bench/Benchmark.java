package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Main class of the benchmark. It runs the scenarios of {@code -Dbench=name,name}, {@code all}, or
 * the {@code rest} after an interrupted run of all. After each scenario it writes the report: that
 * of all to {@code reports}, any other one to {@code target/bench}.
 */
public final class Benchmark {
  /** Folder of committed reports, each from one run of all scenarios on one state of the code. */
  private static final Path REPORTS = Path.of("reports");

  private static final Path WORK = Path.of("target/bench");

  private Benchmark() {}

  static List<Scenario> all() {
    return Stream.of(
            Throughput.all(),
            SteadyLoad.all(),
            CostModel.all(),
            Burst.all(),
            Backlog.all(),
            Cancelled.all(),
            Failover.all(),
            Restart.all(),
            StartUp.all(),
            RollingRestart.all(),
            Acknowledged.all(),
            Controlled.all(),
            HttpDoor.all(),
            QueueDoor.all(),
            LmstfyDoor.all(),
            LmstfyTimes.all(),
            IdlePolls.all(),
            QueueTrial.all(),
            QueueCrowd.all(),
            QueuePoller.all(),
            PushDoor.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Exit status 0 if every goal is reached, 1 if one is missed, 2 if a name is unknown. */
  public static void main(String[] arguments) throws Exception {
    var wanted = System.getProperty("bench", "all");
    var bench = new Bench(WORK, Double.parseDouble(System.getProperty("bench.scale", "1")));
    if (wanted.equals("rest")) {
      bench.goOn(measured());
    }
    var isAll = wanted.equals("all") || wanted.equals("rest");
    for (var scenario : isAll ? all() : named(wanted)) {
      if (!bench.hasMeasured(scenario)) {
        bench.run(scenario);
        var report = new Report(machine(), commit(), settings(), bench.rows());
        report.write(isAll ? REPORTS : WORK);
      }
    }
    System.exit(bench.hasReachedAll() ? 0 : 1);
  }

  private static List<Scenario> named(String wanted) {
    var names = Set.of(wanted.split(",", -1));
    if (!all().stream().map(Scenario::name).toList().containsAll(names)) {
      System.err.println(
          "-Dbench is all, rest, or some of "
              + all().stream().map(Scenario::name).collect(Collectors.joining(",")));
      System.exit(2);
    }
    return all().stream().filter(scenario -> names.contains(scenario.name())).toList();
  }

  /** Figures of the last report, if it is of the same code and settings. */
  private static List<Row> measured() throws IOException {
    var last = Report.read(REPORTS);
    var isSame = last.commit().equals(commit()) && last.settings().equals(settings());
    return isSame ? last.rows() : List.of();
  }

  private static String settings() {
    var flags = System.getProperty("bench.scheduler.flags", "");
    return "shipped defaults of scheduler, gateway and broker unless a scenario names others, scale "
        + System.getProperty("bench.scale", "1")
        + (flags.isEmpty() ? "" : ", JVM flags of schedulers " + flags);
  }

  /** Processor, number of cores and Java version. */
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

  /** Hash of the commit, marked if files other than reports differ from it. */
  private static String commit() throws IOException {
    var git =
        new ProcessBuilder(
                "sh",
                "-c",
                "git rev-parse --short HEAD; git diff --quiet HEAD -- :/ ':!reports' || echo -dirty")
            .start();
    var commit = new String(git.getInputStream().readAllBytes(), UTF_8).replaceAll("\\s", "");
    return commit.isEmpty() ? "unknown" : commit;
  }
}

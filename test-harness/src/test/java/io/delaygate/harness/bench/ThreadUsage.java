package io.delaygate.harness.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** CPU time and wake-ups of a process's threads since the creation of this object. */
final class ThreadUsage {
  private final long pid;
  private final Map<String, Spent> before;

  ThreadUsage(long pid) {
    this.pid = pid;
    this.before = spent();
  }

  /**
   * Resource usage of all threads of one name.
   *
   * @param wakeUps number of times that a thread was woken after it had waited
   */
  record Spent(double cpuSeconds, long wakeUps) {
    private Spent plus(Spent other) {
      return new Spent(cpuSeconds + other.cpuSeconds, wakeUps + other.wakeUps);
    }

    private Spent minus(Spent other) {
      return new Spent(cpuSeconds - other.cpuSeconds, wakeUps - other.wakeUps);
    }
  }

  /** Sum of all threads. */
  Spent total() {
    return since().values().stream().reduce(new Spent(0, 0), Spent::plus);
  }

  /** Threads with the most CPU time, such as {@code "stream-1 4.5 %, 120/s"}. */
  List<String> busiest(int most, double seconds) {
    return since().entrySet().stream()
        .sorted(Comparator.comparingDouble(thread -> -thread.getValue().cpuSeconds))
        .limit(most)
        .map(
            thread ->
                "%s %.1f %%, %.0f/s"
                    .formatted(
                        thread.getKey(),
                        thread.getValue().cpuSeconds * 100 / seconds,
                        thread.getValue().wakeUps / seconds))
        .toList();
  }

  private Map<String, Spent> since() {
    var now = spent();
    now.replaceAll((name, spent) -> spent.minus(before.getOrDefault(name, new Spent(0, 0))));
    return now;
  }

  private Map<String, Spent> spent() {
    var byName = new HashMap<String, Spent>();
    try (var threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (var thread : threads.toList()) {
        add(byName, thread);
      }
      return byName;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(Map<String, Spent> byName, Path thread) {
    try {
      var stat = Files.readString(thread.resolve("stat"));
      var name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      var spent = new Spent(Usage.cpuSeconds(stat), wakeUps(thread));
      byName.merge(name, spent, Spent::plus);
    } catch (IOException ended) {
      // the thread has ended meanwhile
    }
  }

  private static long wakeUps(Path thread) throws IOException {
    return Files.readAllLines(thread.resolve("status")).stream()
        .filter(line -> line.startsWith("voluntary_ctxt_switches:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .sum();
  }
}

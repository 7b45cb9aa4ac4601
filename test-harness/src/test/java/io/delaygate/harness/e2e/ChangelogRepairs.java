package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.cli.CliMain;
import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.Service;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.LocalCopies;
import io.delaygate.scheduler.store.LocalCopy;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Commands that an operator runs in the state directory of a scheduler whose changelog is refused.
 */
record ChangelogRepairs(Map<String, String> settings, String application) {
  /** Three times the promised limit, because the machine may be busy. */
  private static final Duration TOLD = Duration.ofSeconds(30);

  private static final Duration LIMIT = Duration.ofSeconds(90);

  static ChangelogRepairs of(Installation delaygate, String scheduler) {
    return new ChangelogRepairs(
        delaygate.settings(scheduler, Map.of()), delaygate.names().applicationId());
  }

  static ConditionFactory await() {
    return Awaitility.await().atMost(LIMIT);
  }

  /** Waits until a scheduler is not ready, with this explanation. */
  static void awaitNotReady(Service scheduler, String... parts) {
    await()
        .atMost(TOLD)
        .untilAsserted(
            () -> {
              var answer = Metrics.get(scheduler.port(), "/readyz").orElseThrow();
              assertThat(answer.statusCode()).isEqualTo(503);
              assertThat(answer.body()).contains(parts);
            });
  }

  String topic() {
    return JobStoreFactory.changelog(application);
  }

  /** Runs a command; returns its output. */
  String delaygate(String... arguments) {
    var all =
        Stream.concat(
                Stream.of(arguments),
                settings.entrySet().stream().map(it -> "--" + it.getKey() + "=" + it.getValue()))
            .toArray(String[]::new);
    var said = new ByteArrayOutputStream();
    var print = new PrintStream(said, true, UTF_8);
    CliMain.run(Map.of(), print, print, all);
    return said.toString(UTF_8);
  }

  String rebuild(String... options) {
    var line = new ArrayList<>(List.of("topics", "rebuild-changelog", "--yes"));
    line.addAll(List.of(options));
    return delaygate(line.toArray(String[]::new));
  }

  List<LocalCopy> copies() {
    return new LocalCopies(Path.of(settings.get("state.dir")), application).find();
  }

  /** Number of jobs in kept stores that a rebuild uses. */
  long jobs() {
    return copies().stream().filter(LocalCopy::isWhole).mapToLong(LocalCopies::countJobs).sum();
  }

  /** Partitions of kept stores that a rebuild uses. */
  List<Integer> soundKept() {
    return copies().stream().filter(LocalCopy::isWhole).map(LocalCopy::partition).toList();
  }
}

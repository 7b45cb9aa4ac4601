package io.delaygate.harness.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Main class of trials that take too long for the build: {@code ./mvnw -Pfaults} runs the table of
 * causes, with {@code -Dfaults=name,name} some causes of it, or separate trials. It ends with
 * status 1 if a promise is broken, and with 2 if a name is unknown.
 *
 * <p>Arguments: names, {@code causes} or {@code all}; number of seconds for which each cause is
 * watched.
 */
public final class FaultTrials {
  private FaultTrials() {}

  private static List<FaultScenario> scenarios() {
    return Stream.concat(
            Stream.of(
                HalfRefused.scenario(),
                RestartWithoutReplica.scenario(),
                LeaderKilled.scenario(),
                Quota.scenario()),
            ManyTargets.scenarios().stream())
        .toList();
  }

  /** Runs the trials; the arguments are described at the class. */
  public static void main(String[] arguments) throws IOException {
    var names = wanted(arguments[0]);
    var folder = Files.createTempDirectory("delaygate-faults");
    boolean isGood;
    try (var cluster = TrialCluster.start()) {
      var watched = Duration.ofSeconds(Long.parseLong(arguments[1]));
      isGood = new FaultTable(cluster, folder, watched).run(names);
      for (var scenario : scenarios()) {
        if (names.contains(scenario.name())) {
          isGood &= run(scenario, cluster, folder);
        }
      }
    }
    System.exit(isGood ? 0 : 1);
  }

  private static Set<String> wanted(String text) {
    var causes = Causes.all().stream().map(Cause::name).toList();
    var trials = scenarios().stream().map(FaultScenario::name).toList();
    if (text.equals("causes")) {
      return new LinkedHashSet<>(causes);
    }
    var all = Stream.concat(causes.stream(), trials.stream()).collect(Collectors.toSet());
    var names = text.equals("all") ? all : Set.copyOf(Arrays.asList(text.split(",", -1)));
    if (!all.containsAll(names)) {
      System.err.println("-Dfaults is all, causes, or some of " + String.join(",", all));
      System.exit(2);
    }
    return names;
  }

  private static boolean run(FaultScenario scenario, TrialCluster cluster, Path folder)
      throws IOException {
    System.out.printf("%n%s: %s%n| | | |%n|---|---|---|%n", scenario.name(), scenario.what());
    var figures = new Figures();
    var own = Files.createDirectories(folder.resolve(scenario.name()));
    try {
      scenario.run().on(cluster, own, figures);
    } catch (RuntimeException | Error failed) {
      // a trial that fails must not prevent the others
      figures.show("failed", failed, false);
      cluster.heal();
    }
    return figures.areGood();
  }
}

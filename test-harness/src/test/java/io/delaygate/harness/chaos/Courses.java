package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Rules.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Search for all courses that one job may have taken, by what is known of each command. A pure
 * function, and sound: it drops a course only if a committed record contradicts it.
 */
final class Courses {
  private final Rules rules;
  private final Map<Place, Outcome> outcomes;
  private final Set<Place> refused;
  private final long quietMs;

  /**
   * A search with this evidence.
   *
   * @param outcomes outcomes of the commands that have one
   * @param refused commands with a dead letter
   * @param quietMs all jobs that were due by then have left
   */
  Courses(Rules rules, Map<Place, Outcome> outcomes, Set<Place> refused, long quietMs) {
    this.rules = rules;
    this.outcomes = outcomes;
    this.refused = refused;
    this.quietMs = quietMs;
  }

  /**
   * Result of the search.
   *
   * @param worlds courses that fit all evidence; empty if there is a violation
   * @param violation contradiction to every course
   */
  record Finding(Set<World> worlds, Optional<Violation> violation) {}

  /** Judges a job by its commands in order, and by its traces. */
  Finding judge(String id, List<Command> commands, Traces traces) {
    var meanwhile = new Meanwhile(traces.attempts(), rules.fragile());
    var worlds = Set.of(World.START);
    var story = new ArrayList<String>();
    for (var command : commands) {
      var next = step(worlds, command, meanwhile);
      story.add(command + " -> " + told(command));
      if (next.isEmpty()) {
        var kind = traces.contradiction(worlds, command, meanwhile);
        return violated(kind, id, story, worlds, traces);
      }
      worlds = next;
    }
    var ends = ends(worlds, meanwhile);
    var fitting =
        ends.stream()
            .filter(world -> traces.fit(world, rules.fragile()))
            .collect(Collectors.toSet());
    return fitting.isEmpty()
        ? violated(traces.contradiction(worlds, ends, meanwhile), id, story, worlds, traces)
        : new Finding(fitting, Optional.empty());
  }

  private Set<World> step(Set<World> worlds, Command command, Meanwhile meanwhile) {
    return worlds.stream()
        .flatMap(meanwhile::after)
        .distinct()
        .flatMap(world -> rules.after(world, command))
        .flatMap(step -> agreed(step, command, meanwhile))
        .collect(Collectors.toSet());
  }

  private Set<World> ends(Set<World> worlds, Meanwhile meanwhile) {
    return worlds.stream()
        .flatMap(world -> meanwhile.atRest(world, quietMs))
        .collect(Collectors.toSet());
  }

  private String told(Command command) {
    var outcome = outcomes.get(command.place());
    var letter = refused.contains(command.place()) ? " (dead letter)" : "";
    return (outcome == null ? "no answer" : outcome) + letter;
  }

  /** The world after a step as the outcome shows it; empty if the outcome contradicts it. */
  private Stream<World> agreed(Step step, Command command, Meanwhile meanwhile) {
    if (step.word().equals("REJECTED") != refused.contains(command.place())) {
      return Stream.empty();
    }
    var outcome = outcomes.get(command.place());
    if (outcome == null) {
      return Stream.of(step.world());
    }
    if (!outcome.word().equals(step.word())) {
      return Stream.empty();
    }
    return new Shown(outcome, meanwhile).of(step.world(), command);
  }

  private static Finding violated(
      Violation.Kind kind, String id, List<String> story, Set<World> worlds, Traces traces) {
    var text = "%s: commands %s; possible were %s; left %s".formatted(id, story, worlds, traces);
    return new Finding(Set.of(), Optional.of(new Violation(kind, text)));
  }
}

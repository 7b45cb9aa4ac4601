package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Rules.Step;
import io.delaygate.harness.chaos.World.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All courses that one job may have taken, by what is known of each command. A pure function, and
 * sound: it drops a course only if something that was committed contradicts it.
 */
final class Courses {
  private final Rules rules;
  private final Map<Place, Outcome> outcomes;
  private final Set<Place> refused;
  private final long quietMs;

  /**
   * Courses by this evidence.
   *
   * @param outcomes of those commands that have one
   * @param refused commands for which there is a dead letter
   * @param quietMs what was due by then has left
   */
  Courses(Rules rules, Map<Place, Outcome> outcomes, Set<Place> refused, long quietMs) {
    this.rules = rules;
    this.outcomes = outcomes;
    this.refused = refused;
    this.quietMs = quietMs;
  }

  /**
   * What is possible.
   *
   * @param worlds the courses that fit everything; empty if there is a violation
   * @param violation what contradicts every course
   */
  record Finding(Set<World> worlds, Optional<Violation> violation) {}

  /** Judges a job by its commands, in their order, and its deliveries. */
  Finding judge(String id, List<Command> commands, List<Delivery> deliveries) {
    var worlds = Set.of(World.START);
    var story = new ArrayList<String>();
    for (var command : commands) {
      var next = step(worlds, command);
      story.add(command + " -> " + told(command));
      if (next.isEmpty()) {
        return violated(Violation.Kind.FALSE_OUTCOME, id, story, worlds, deliveries);
      }
      worlds = next;
    }
    var ends = ends(worlds);
    var fitting =
        ends.stream().filter(w -> explains(w.arrivals(), deliveries)).collect(Collectors.toSet());
    return fitting.isEmpty()
        ? violated(kind(ends, deliveries), id, story, ends, deliveries)
        : new Finding(fitting, Optional.empty());
  }

  private Set<World> step(Set<World> worlds, Command command) {
    return worlds.stream()
        .flatMap(World::later)
        .flatMap(world -> rules.after(world, command))
        .flatMap(step -> agreed(step, command))
        .collect(Collectors.toSet());
  }

  private Set<World> ends(Set<World> worlds) {
    return worlds.stream().flatMap(world -> world.atRest(quietMs)).collect(Collectors.toSet());
  }

  private String told(Command command) {
    var outcome = outcomes.get(command.place());
    var letter = refused.contains(command.place()) ? " (dead letter)" : "";
    return (outcome == null ? "no answer" : outcome) + letter;
  }

  /** The world after a step as the outcome shows it; none if the outcome shows another. */
  private Stream<World> agreed(Step step, Command command) {
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
    var job = outcome.job();
    return job == null ? Stream.of(step.world()) : shown(step.world(), job).stream();
  }

  private static Optional<World> shown(World world, Outcome.JobAfter job) {
    var phase = phase(job.state());
    var now = world;
    // a job that is due when it is stored leaves in the same moment
    if (world.phase() == Phase.PENDING && phase != Phase.PENDING && phase != Phase.CANCELLED) {
      now = phase == Phase.UNKNOWN ? world : settled(world, job).ended(phase);
    } else if (world.phase() == Phase.PENDING) {
      now = settled(world, job);
    }
    var fits =
        now.phase() == phase
            && now.version() <= job.version()
            && (world.phase() != Phase.PENDING || isDueWithin(world, job.dueMs()));
    return fits
        ? Optional.of(new World(now.phase(), job.version(), now.plan(), now.arrivals()))
        : Optional.empty();
  }

  private static World settled(World world, Outcome.JobAfter job) {
    return new World(
        world.phase(), world.version(), world.pending().at(job.dueMs()), world.arrivals());
  }

  private static boolean isDueWithin(World world, long dueMs) {
    return world.pending().fromMs() <= dueMs && dueMs <= world.pending().toMs();
  }

  private static Phase phase(String state) {
    return switch (state) {
      case "SCHEDULED", "PARKED" -> Phase.PENDING;
      case "DELIVERED" -> Phase.DELIVERED;
      case "CANCELLED" -> Phase.CANCELLED;
      case "EXPIRED" -> Phase.EXPIRED;
      default -> Phase.UNKNOWN;
    };
  }

  /** Whether each arrival is one of the deliveries, and each delivery one of the arrivals. */
  private static boolean explains(List<World.Due> arrivals, List<Delivery> deliveries) {
    if (arrivals.size() != deliveries.size()) {
      return false;
    }
    if (arrivals.isEmpty()) {
      return true;
    }
    for (var delivery : deliveries) {
      if (arrivals.get(0).explains(delivery)) {
        var rest = new ArrayList<>(deliveries);
        rest.remove(delivery);
        if (explains(arrivals.subList(1, arrivals.size()), rest)) {
          return true;
        }
      }
    }
    return false;
  }

  private static Violation.Kind kind(Set<World> ends, List<Delivery> deliveries) {
    var counts = ends.stream().mapToInt(world -> world.arrivals().size()).summaryStatistics();
    if (deliveries.size() < counts.getMin()) {
      return Violation.Kind.LOST;
    }
    return deliveries.size() > counts.getMax()
        ? Violation.Kind.TWICE
        : Violation.Kind.WRONG_DELIVERY;
  }

  private static Finding violated(
      Violation.Kind kind,
      String id,
      List<String> story,
      Set<World> worlds,
      List<Delivery> deliveries) {
    var text =
        "%s: commands %s; possible were %s; delivered %s".formatted(id, story, worlds, deliveries);
    return new Finding(Set.of(), Optional.of(new Violation(kind, text)));
  }
}

package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Verb;
import io.delaygate.harness.chaos.Violation.Kind;
import io.delaygate.harness.chaos.World.Phase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Verdict on a run by its evidence. Pure.
 *
 * @param violations empty if every promise was kept
 * @param left jobs that an installation must still know
 * @param unanswered number of commands that asked for an outcome and have none
 */
record Verdict(List<Violation> violations, Left left, int unanswered) {
  /** A fifth of the commands may lack an outcome; pauses of 8 s are less in a run of one minute. */
  private static final int UNANSWERED_PART = 5;

  /**
   * Jobs that are left.
   *
   * @param pending pending jobs: true for certain, false for possible
   * @param dead dead letters, likewise
   * @param results results of jobs that are certainly finished
   */
  record Left(
      Map<String, Boolean> pending, Map<String, Boolean> dead, Map<String, String> results) {
    Left {
      pending = Map.copyOf(pending);
      dead = Map.copyOf(dead);
      results = Map.copyOf(results);
    }

    /** Jobs that the store must hold: pending and dead ones. */
    Map<String, Boolean> stored() {
      var stored = new TreeMap<>(pending);
      dead.forEach((id, certainly) -> stored.merge(id, certainly, Boolean::logicalOr));
      return stored;
    }
  }

  /**
   * Judges a run.
   *
   * @param told answers to callers
   * @param clocks deviations of the clocks
   * @param fragile possible effects on jobs for the fragile target
   * @param quietMs jobs that were due by then have left, by the real time
   */
  static Verdict of(Evidence evidence, Told told, Clocks clocks, Fragile fragile, long quietMs) {
    return new Judge(evidence, clocks, fragile, quietMs).judge(told);
  }

  /**
   * A scheduler drops an outcome only if it cannot look up its topic, or the topic refused one,
   * until the next trial some seconds later: a small part of a run.
   *
   * @param commands number of commands
   * @param brokersStood whether all brokers were always available
   */
  List<Violation> unansweredThough(int commands, boolean brokersStood) {
    var text = "%d of %d commands; all brokers stood: %b";
    return unanswered <= (brokersStood ? 0 : commands / UNANSWERED_PART)
        ? List.of()
        : List.of(
            new Violation(Kind.UNANSWERED, text.formatted(unanswered, commands, brokersStood)));
  }

  /** The judgement of one run. */
  private static final class Judge {
    private final Evidence evidence;
    private final Clocks clocks;
    private final Fragile fragile;
    private final long quietMs;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Boolean> pending = new TreeMap<>();
    private final Map<String, Boolean> dead = new TreeMap<>();
    private final Map<String, String> results = new TreeMap<>();

    /** Committed outcomes, by id and by place. */
    private final Set<String> committed = new HashSet<>();

    Judge(Evidence evidence, Clocks clocks, Fragile fragile, long quietMs) {
      this.evidence = evidence;
      this.clocks = clocks;
      this.fragile = fragile.seenBy(clocks);
      this.quietMs = quietMs;
      for (var outcome : evidence.outcomes()) {
        var command = evidence.commands().get(outcome.of());
        if (command != null) {
          committed.add(command.id() + " " + outcome.word());
          committed.add(command.place() + " " + outcome.word());
        }
      }
    }

    Verdict judge(Told told) {
      evidence.deliveries().forEach(this::neverEarly);
      onceAtMost();
      courses();
      told.words().forEach(this::trueWord);
      told.strange().forEach(answer -> violate(Kind.FALSE_OUTCOME, "strange answer: " + answer));
      evidence.foreign().forEach(record -> violate(Kind.WRONG_DELIVERY, record));
      return new Verdict(List.copyOf(violations), new Left(pending, dead, results), unanswered());
    }

    private void neverEarly(Delivery delivery) {
      // a broker's timestamp is later than the emission, but the scheduler's clock may be ahead of
      // it
      var slackMs = delivery.isStampedByBroker() ? clocks.mostAheadMs() : 0;
      if (delivery.stampMs() + slackMs < delivery.dueMs()) {
        violate(Kind.EARLY, delivery.id() + ": " + delivery);
      }
    }

    private void onceAtMost() {
      var answers = evidence.outcomes().stream().map(Outcome::of);
      Evidence.repeated(answers).forEach(p -> violate(Kind.TWICE, "outcome of " + command(p)));
      var letters = evidence.letters().refused().stream();
      Evidence.repeated(letters).forEach(p -> violate(Kind.TWICE, "dead letter of " + command(p)));
      evidence.outcomes().stream()
          .filter(outcome -> !evidence.commands().containsKey(outcome.of()))
          .forEach(outcome -> violate(Kind.FALSE_OUTCOME, "of no command: " + outcome));
    }

    private void courses() {
      var traces = evidence.traces(clocks.mostAheadMs());
      var courses =
          new Courses(
              new Rules(clocks.mostBehindMs(), fragile),
              evidence.outcomesByCommand(),
              new HashSet<>(evidence.letters().refused()),
              quietMs);
      var jobs = evidence.jobs();
      jobs.forEach(
          (id, commands) -> {
            if (CallPlan.isCall(id)) {
              noteCall(id, commands, traces.getOrDefault(id, Traces.NONE));
              return;
            }
            var found = courses.judge(id, commands, traces.getOrDefault(id, Traces.NONE));
            found.violation().ifPresent(violations::add);
            note(id, found.worlds(), commands);
          });
      traces.keySet().stream()
          .filter(id -> !jobs.containsKey(id))
          .forEach(id -> violate(Kind.WRONG_DELIVERY, id + " was never scheduled"));
    }

    /** Notes a job that calls an endpoint, which {@link CalledJob} judges. */
    private void noteCall(String id, List<Command> commands, Traces traces) {
      if (!traces.letters().isEmpty()) {
        var schedules = commands.stream().filter(c -> c.verb() == Verb.SCHEDULE).count();
        // with a later schedule the job may live again
        dead.put(id, schedules == 1);
      }
    }

    private void note(String id, Set<World> worlds, List<Command> commands) {
      note(id, worlds, Phase::isPending, pending);
      note(id, worlds, phase -> phase == Phase.DEAD, dead);
      var leases =
          worlds.stream()
              .map(world -> world.phase() == Phase.DONE ? world.attempt().lease() : "")
              .collect(Collectors.toSet());
      if (leases.size() == 1) {
        commands.stream()
            .filter(command -> finishes(command, leases))
            .findFirst()
            .ifPresent(finish -> results.put(id, String.valueOf(finish.clauses().cargo().value())));
      }
    }

    private static void note(
        String id, Set<World> worlds, Predicate<Phase> isSo, Map<String, Boolean> into) {
      var count = worlds.stream().map(World::phase).filter(isSo).count();
      if (count > 0) {
        into.put(id, count == worlds.size());
      }
    }

    /** Whether it is a finish with this lease; the first one is the effective one. */
    private static boolean finishes(Command command, Set<String> leases) {
      var claim = command.clauses().claim();
      return command.verb() == Verb.FINISH && claim != null && leases.contains(claim.lease());
    }

    private void trueWord(Told.Word word) {
      var place = word.place();
      if (place == null) {
        if (!committed.contains(word.id() + " " + word.outcome())) {
          violate(Kind.FALSE_OUTCOME, "told, but committed nowhere: " + word);
        }
        return;
      }
      var command = evidence.commands().get(place);
      if (command == null || !command.id().equals(word.id())) {
        violate(Kind.STORED_BUT_GONE, word + "; there is " + command);
      } else if (word.outcome() != null && !committed.contains(place + " " + word.outcome())) {
        violate(Kind.FALSE_OUTCOME, "told, but not committed: " + word);
      }
    }

    private int unanswered() {
      var answered = evidence.outcomesByCommand().keySet();
      return (int)
          evidence.commands().values().stream()
              .filter(command -> command.clauses().asks() && !answered.contains(command.place()))
              .count();
    }

    private String command(Place place) {
      var command = evidence.commands().get(place);
      return command == null ? place.toString() : command.id() + " " + command;
    }

    private void violate(Kind kind, String text) {
      violations.add(new Violation(kind, text));
    }
  }
}

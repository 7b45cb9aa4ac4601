package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Command.Clauses;
import io.delaygate.harness.chaos.Command.Time;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A history of one job, written by hand: every command is stored at its offset times 1,000 ms, in
 * partition 0. For tests of what is made of histories.
 */
final class Histories {
  static final String ID = "job";
  static final long QUIET_MS = 1_000_000;

  private final TreeMap<Place, Command> commands = new TreeMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Place> refused = new ArrayList<>();
  private final List<String> undelivered = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Told told = new Told();
  private Clocks clocks = Clocks.RIGHT;
  private String topic = Rig.STAMPED_BY_SCHEDULER;

  static Histories begin() {
    return new Histories();
  }

  /** Everything goes to the topic that brokers stamp. */
  Histories stampedByBroker() {
    topic = Rig.STAMPED_BY_BROKER;
    return this;
  }

  Histories clocks(long mostAheadMs, long mostBehindMs) {
    clocks = new Clocks(mostAheadMs, mostBehindMs);
    return this;
  }

  /** A job that is due so long after it was stored. */
  Histories schedule(long delayMs) {
    return schedule(delayMs, "replace", 0);
  }

  Histories schedule(long delayMs, String ifExists, long ttlMs) {
    return command(Verb.SCHEDULE, ifExists, 0, new Time(delayMs, false, ttlMs));
  }

  Histories cancel() {
    return command(Verb.CANCEL, "replace", 0, null);
  }

  Histories cancelVersion(long version) {
    return command(Verb.CANCEL, "replace", version, null);
  }

  Histories reschedule(long delayMs) {
    return command(Verb.RESCHEDULE, "replace", 0, new Time(delayMs, false, 0));
  }

  Histories fire() {
    return command(Verb.FIRE, "replace", 0, null);
  }

  private Histories command(Verb verb, String ifExists, long ifVersion, @Nullable Time time) {
    var place = new Place(0, commands.size());
    var says = verb == Verb.SCHEDULE;
    var cargo = new Cargo(says ? topic : "", says ? value(place.offset()) : null, "");
    var clauses = new Clauses(ifExists, ifVersion, time, cargo, true);
    commands.put(place, new Command(place, place.offset() * 1_000, ID, verb, clauses));
    return this;
  }

  /** The outcome of the last command, which says nothing of the job. */
  Histories answered(String word) {
    outcomes.add(new Outcome(commands.lastKey(), word, null));
    return this;
  }

  Histories answered(String word, String state, long version, long dueMs) {
    var job = new Outcome.JobAfter(state, version, dueMs);
    outcomes.add(new Outcome(commands.lastKey(), word, job));
    return this;
  }

  /** A dead letter of the last command. */
  Histories letter() {
    refused.add(commands.lastKey());
    return this;
  }

  Histories undelivered() {
    undelivered.add("letter of " + ID);
    return this;
  }

  /** A delivery of what the command at that offset said, at its time. */
  Histories delivered(long offset, long dueMs) {
    return delivered(offset, dueMs, dueMs);
  }

  Histories delivered(long offset, long dueMs, long stampMs) {
    var where = topic + "-0/" + deliveries.size();
    var cargo = new Cargo(topic, value(offset), "");
    deliveries.add(new Delivery(ID, where, cargo, dueMs, stampMs));
    return this;
  }

  /** What a caller was told of the command at that offset; null for stored. */
  Histories told(long offset, @Nullable String outcome) {
    var place = new Place(0, offset);
    if (outcome == null) {
      told.stored(ID, place);
    } else {
      told.decided(ID, place, outcome);
    }
    return this;
  }

  Histories toldWithoutPlace(String outcome) {
    told.decided(ID, null, outcome);
    return this;
  }

  Verdict verdict() {
    var letters = new Evidence.Letters(refused, undelivered);
    var evidence = new Evidence(commands, outcomes, letters, deliveries, List.of());
    return Verdict.of(evidence, told, clocks, QUIET_MS);
  }

  private static String value(long offset) {
    return "value-" + offset;
  }
}

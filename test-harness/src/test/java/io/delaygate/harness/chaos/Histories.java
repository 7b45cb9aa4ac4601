package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Command.Clauses;
import io.delaygate.harness.chaos.Command.Time;
import io.delaygate.harness.chaos.Operation.Claim;
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
  private final List<Letter> letters = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Told told = new Told();
  private Clocks clocks = Clocks.RIGHT;
  private Fragile fragile = Fragile.STANDS;
  private String topic = Rig.STAMPED_BY_SCHEDULER;
  private @Nullable Ack ack;

  static Histories begin() {
    return new Histories();
  }

  /** Everything goes to the topic that brokers stamp. */
  Histories stampedByBroker() {
    topic = Rig.STAMPED_BY_BROKER;
    return this;
  }

  /** Everything goes to the topic that may refuse it, or go away. */
  Histories fragile(Fragile how) {
    topic = Rig.FRAGILE;
    fragile = how;
    return this;
  }

  /** From now on jobs are scheduled so. */
  Histories acknowledged(Ack how) {
    ack = how;
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

  Histories kick() {
    return command(Verb.KICK, "replace", 0, null);
  }

  Histories discard() {
    return command(Verb.DISCARD, "replace", 0, null);
  }

  /** What a worker says of an attempt; a finish has its own value as result. */
  Histories says(Verb verb, int attempt, String lease) {
    return command(verb, null, new Claim(lease, attempt, 0));
  }

  Histories releases(int attempt, String lease, long delayMs) {
    return command(Verb.RELEASE, new Time(delayMs, false, 0), new Claim(lease, attempt, 0));
  }

  private Histories command(Verb verb, String ifExists, long ifVersion, @Nullable Time time) {
    var says = verb == Verb.SCHEDULE;
    var cargo = new Cargo(says ? topic : "", says ? value(commands.size()) : null, "");
    var how = says ? ack : null;
    return command(verb, new Clauses(ifExists, ifVersion, time, cargo, true, how, null));
  }

  private Histories command(Verb verb, @Nullable Time time, Claim claim) {
    var cargo = new Cargo("", verb == Verb.FINISH ? value(commands.size()) : null, "");
    return command(verb, new Clauses("replace", 0, time, cargo, true, null, claim));
  }

  private Histories command(Verb verb, Clauses clauses) {
    var place = new Place(0, commands.size());
    commands.put(place, new Command(place, place.offset() * 1_000, ID, verb, clauses));
    return this;
  }

  /** The outcome of the last command, which says nothing of the job. */
  Histories answered(String word) {
    return answered(word, null);
  }

  Histories answered(String word, String state, long version, long dueMs) {
    return answered(word, new Outcome.JobAfter(state, version, dueMs, null));
  }

  /** The same of a job that somebody may work on. */
  Histories answered(String word, String state, long version, Outcome.Lease lease) {
    return answered(word, new Outcome.JobAfter(state, version, 0, lease));
  }

  /** Decided in the moment when the command was stored. */
  private Histories answered(String word, Outcome.@Nullable JobAfter job) {
    var command = commands.lastEntry().getValue();
    outcomes.add(new Outcome(command.place(), word, command.storedMs(), job));
    return this;
  }

  /** A dead letter of the last command. */
  Histories letter() {
    refused.add(commands.lastKey());
    return this;
  }

  /** A dead letter of the job that the command at that offset scheduled. */
  Histories died(long offset, String reason, int attempt, long stampMs) {
    var to = Rig.NAMES.deadLetters();
    letters.add(new Letter(ID, reason, attempt, cargo(offset), to, stampMs));
    return this;
  }

  /** A delivery of what the command at that offset said, at its time. */
  Histories delivered(long offset, long dueMs) {
    return delivered(offset, dueMs, dueMs);
  }

  Histories delivered(long offset, long dueMs, long stampMs) {
    return delivered(offset, dueMs, stampMs, 0, null);
  }

  /** An attempt of the job that the command at that offset scheduled, at its time. */
  Histories attempt(long offset, int number, String lease, long dueMs) {
    return delivered(offset, dueMs, dueMs, number, lease);
  }

  private Histories delivered(
      long offset, long dueMs, long stampMs, int attempt, @Nullable String lease) {
    var where = topic + "-0/" + deliveries.size();
    deliveries.add(new Delivery(ID, where, cargo(offset), dueMs, stampMs, attempt, lease));
    return this;
  }

  private Cargo cargo(long offset) {
    return new Cargo(topic, value(offset), "");
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
    var all = new Evidence.Letters(refused, letters);
    var evidence = new Evidence(commands, outcomes, all, deliveries, List.of());
    return Verdict.of(evidence, told, clocks, fragile, QUIET_MS);
  }

  private static String value(long offset) {
    return "value-" + offset;
  }
}

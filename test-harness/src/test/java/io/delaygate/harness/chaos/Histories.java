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
 * Builder of the history of one job: every command is stored at its offset times 1,000 ms, in
 * partition 0. For tests of the search and the verdict.
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

  /** Sends everything to the topic with timestamps of brokers. */
  Histories stampedByBroker() {
    topic = Rig.STAMPED_BY_BROKER;
    return this;
  }

  /** Sends everything to the fragile target, with these possible effects. */
  Histories fragile(Fragile how) {
    topic = Rig.FRAGILE;
    fragile = how;
    return this;
  }

  /** Schedules further jobs with this policy. */
  Histories acknowledged(Ack how) {
    ack = how;
    return this;
  }

  Histories clocks(long mostAheadMs, long mostBehindMs) {
    clocks = new Clocks(mostAheadMs, mostBehindMs);
    return this;
  }

  /** Schedules a job that is due this long after it was stored. */
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

  /** Feedback of a worker about an attempt; a finish has a result. */
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

  /** Outcome of the last command, without a job. */
  Histories answered(String word) {
    return answered(word, null);
  }

  Histories answered(String word, String state, long version, long dueMs) {
    return answered(word, new Outcome.JobAfter(state, version, dueMs, null));
  }

  /** The same with a job under a lease. */
  Histories answered(String word, String state, long version, Outcome.Lease lease) {
    return answered(word, new Outcome.JobAfter(state, version, 0, lease));
  }

  /** Outcome at the time when the command was stored. */
  private Histories answered(String word, Outcome.@Nullable JobAfter job) {
    var command = commands.lastEntry().getValue();
    outcomes.add(new Outcome(command.place(), word, command.storedMs(), job));
    return this;
  }

  /** Dead letter of the last command. */
  Histories letter() {
    refused.add(commands.lastKey());
    return this;
  }

  /** Dead letter of the job that the command at that offset scheduled. */
  Histories died(long offset, String reason, int attempt, long stampMs) {
    var to = Rig.NAMES.deadLetters();
    letters.add(new Letter(ID, reason, attempt, cargo(offset), to, stampMs));
    return this;
  }

  /** Delivery of the job of the command at that offset, at its due time. */
  Histories delivered(long offset, long dueMs) {
    return delivered(offset, dueMs, dueMs);
  }

  Histories delivered(long offset, long dueMs, long stampMs) {
    return delivered(offset, dueMs, stampMs, 0, null);
  }

  /** Attempt of the job that the command at that offset scheduled, at its due time. */
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

  /** Answer to a caller about the command at that offset; a null outcome means stored. */
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

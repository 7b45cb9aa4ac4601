package io.delaygate.harness.chaos;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Content of the topics, as {@code read_committed} readers see it.
 *
 * @param commands commands by place
 * @param outcomes in the order of reading
 * @param letters dead letters of all topics
 * @param deliveries deliveries of all targets, in order within each job
 * @param foreign other records in targets and in topics of dead letters
 */
record Evidence(
    Map<Place, Command> commands,
    List<Outcome> outcomes,
    Letters letters,
    List<Delivery> deliveries,
    List<String> foreign) {

  /**
   * Dead letters.
   *
   * @param refused commands with a dead letter, repeated for each letter
   * @param jobs dead letters of jobs
   */
  record Letters(List<Place> refused, List<Letter> jobs) {}

  /** Sorts the records of the topics. */
  static Evidence of(
      List<ConsumerRecord<byte[], byte[]>> commands,
      List<ConsumerRecord<byte[], byte[]>> replies,
      List<ConsumerRecord<byte[], byte[]>> letters,
      List<ConsumerRecord<byte[], byte[]>> targets) {
    var byPlace =
        commands.stream()
            .map(Command::of)
            .collect(
                Collectors.toMap(Command::place, Function.identity(), (a, b) -> a, TreeMap::new));
    var deliveries = new ArrayList<Delivery>();
    var foreign = new ArrayList<String>();
    for (var record : targets) {
      var delivery = Delivery.of(record);
      if (delivery == null) {
        foreign.add(record.toString());
      } else {
        deliveries.add(delivery);
      }
    }
    return new Evidence(
        byPlace,
        replies.stream().map(Outcome::of).toList(),
        sorted(letters, foreign),
        deliveries,
        foreign);
  }

  private static Letters sorted(
      List<ConsumerRecord<byte[], byte[]>> letters, List<String> foreign) {
    var refused = new ArrayList<Place>();
    var jobs = new ArrayList<Letter>();
    for (var record : letters) {
      var place = Outcome.refused(record);
      var letter = Letter.of(record);
      if (place != null) {
        refused.add(place);
      } else if (letter != null) {
        jobs.add(letter);
      } else {
        foreign.add(record.toString());
      }
    }
    return new Letters(refused, jobs);
  }

  /** Number of all records. */
  int records() {
    return commands.size()
        + outcomes.size()
        + letters.refused().size()
        + letters.jobs().size()
        + deliveries.size()
        + foreign.size();
  }

  /** The commands of each job, in order. */
  Map<String, List<Command>> jobs() {
    return commands.values().stream()
        .sorted(Comparator.comparing(Command::place))
        .collect(Collectors.groupingBy(Command::id, LinkedHashMap::new, Collectors.toList()));
  }

  /** The first outcome of each command. */
  Map<Place, Outcome> outcomesByCommand() {
    return outcomes.stream()
        .collect(Collectors.toMap(Outcome::of, Function.identity(), (first, again) -> first));
  }

  /**
   * Traces of each job.
   *
   * @param mostAheadMs greatest lead of a clock over the broker's
   */
  Map<String, Traces> traces(long mostAheadMs) {
    var byJob = deliveries.stream().collect(Collectors.groupingBy(Delivery::id));
    var lettersByJob =
        letters.jobs().stream()
            .map(letter -> letter.stampedAfterDeath(mostAheadMs))
            .collect(Collectors.groupingBy(Letter::id));
    return Stream.concat(byJob.keySet().stream(), lettersByJob.keySet().stream())
        .distinct()
        .collect(
            Collectors.toMap(
                Function.identity(),
                id ->
                    new Traces(
                        byJob.getOrDefault(id, List.of()),
                        lettersByJob.getOrDefault(id, List.of()))));
  }

  /** Places that occur more than once. */
  static Set<Place> repeated(Stream<Place> places) {
    var seen = new TreeSet<Place>();
    return places.filter(place -> !seen.add(place)).collect(Collectors.toCollection(TreeSet::new));
  }
}

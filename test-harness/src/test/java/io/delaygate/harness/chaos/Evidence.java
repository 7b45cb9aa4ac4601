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
 * What Kafka holds for {@code read_committed} readers.
 *
 * @param commands by their place
 * @param outcomes in the order in which they were read
 * @param letters of the topic of dead letters
 * @param deliveries of all targets
 * @param foreign records of targets that are no deliveries
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
   * @param refused commands with a letter, each as often as there are letters
   * @param undelivered letters of jobs that could not be delivered
   */
  record Letters(List<Place> refused, List<String> undelivered) {}

  /** Sorts what the topics hold. */
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
        byPlace, replies.stream().map(Outcome::of).toList(), sorted(letters), deliveries, foreign);
  }

  private static Letters sorted(List<ConsumerRecord<byte[], byte[]>> letters) {
    var refused = new ArrayList<Place>();
    var undelivered = new ArrayList<String>();
    for (var letter : letters) {
      var place = Outcome.refused(letter);
      if (place == null) {
        undelivered.add(letter.toString());
      } else {
        refused.add(place);
      }
    }
    return new Letters(refused, undelivered);
  }

  /** The commands of each job, in their order. */
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

  Map<String, List<Delivery>> deliveriesByJob() {
    return deliveries.stream().collect(Collectors.groupingBy(Delivery::id));
  }

  /** Places that are there more than once. */
  static Set<Place> repeated(Stream<Place> places) {
    var seen = new TreeSet<Place>();
    return places.filter(place -> !seen.add(place)).collect(Collectors.toCollection(TreeSet::new));
  }
}

package io.delaygate.harness.faults;

import static io.delaygate.schemas.contract.ReasonCode.HEADER_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.RECORD_TOO_LARGE;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_KEY_REQUIRED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_PARTITION_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_REFUSED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_TIMESTAMP_REFUSED;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNKNOWN;
import static io.delaygate.schemas.contract.ReasonCode.TARGET_UNWRITABLE;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import io.delaygate.harness.faults.TopicFaults.Place;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Causes for which a topic refuses records while all brokers are available. */
final class Causes {
  /** Prefix of the names of causes whose command has no key. */
  static final String KEYLESS = "keyless";

  private static final String FEWER_PARTITIONS = "fewer-partitions";
  private static final int LARGE_BYTES = 20_000;

  private Causes() {}

  /** All causes, including those that need a stopped broker or an installation of their own. */
  static List<Cause> all() {
    return Stream.of(
            known(),
            learnt(),
            List.of(DeletedTopic.cause()),
            unforeseen(),
            SideTopics.all(),
            BrokerCauses.all(),
            OwnTopicCauses.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Causes in batches; those that need a stopped broker are one batch, and the longest come first.
   */
  static List<List<Cause>> batches() {
    var longest = Stream.of(List.of(DeletedTopic.cause()), BrokerCauses.all());
    var others =
        Stream.of(known(), learnt(), unforeseen(), SideTopics.all())
            .flatMap(List::stream)
            .map(List::of);
    return Stream.concat(longest, others).toList();
  }

  /**
   * Batches without a stopped broker or a deleted topic, and with one cause for each side topic.
   */
  static List<List<Cause>> quickBatches() {
    return Stream.of(known(), learnt(), unforeseen(), SideTopics.some())
        .flatMap(List::stream)
        .filter(cause -> !cause.name().equals(FEWER_PARTITIONS))
        .map(List::of)
        .toList();
  }

  /** Causes that Delaygate can know before it sends. */
  static List<Cause> known() {
    return List.of(
        keyForCompacted(),
        keylessReply(),
        unknown(),
        partitionUnknown(),
        fewerPartitions(),
        compactedLater(),
        timestamps(),
        smallerRecords(),
        unwritable());
  }

  /** The same changes a moment before a job is due, so that the broker refuses the record. */
  static List<Cause> learnt() {
    return List.of(
        compactedLater().just("compacted-just-before"),
        timestamps().just("timestamps-just-before"),
        smallerRecords().just("smaller-records-just-before"),
        unwritable().just("unwritable-just-before"));
  }

  /** An unknown error at each producer call that can throw. */
  static List<Cause> unforeseen() {
    return Stream.of(Place.values()).map(Causes::unforeseen).toList();
  }

  private static Cause unforeseen(Place place) {
    var steps =
        new Steps(
            Causes::makePlain,
            trial -> trial.delaygate().faults().set(trial.topic(), place),
            trial -> trial.delaygate().faults().clear(trial.topic()));
    return toTarget(
        "unforeseen-" + place.name().toLowerCase(Locale.ROOT), End.parked(TARGET_REFUSED), steps);
  }

  private static Cause keyForCompacted() {
    return new Cause(
        "key-for-compacted",
        End.refused(TARGET_KEY_REQUIRED),
        trial -> JobShape.to(trial.topic()).withoutKey(),
        Steps.of(trial -> make(trial, 1, Map.of("cleanup.policy", "compact"))),
        Timing.AT_ONCE);
  }

  private static Cause keylessReply() {
    return new Cause(
        KEYLESS + "-reply-compacted",
        End.refused(HEADER_UNKNOWN),
        trial -> JobShape.to(trial.sound()).replyingTo(trial.topic()).refused(),
        Steps.of(
            trial -> {
              make(trial, 1, Map.of("cleanup.policy", "compact"));
              makeSound(trial);
            }),
        Timing.AT_ONCE);
  }

  private static Cause unknown() {
    return toTarget("unknown", End.refused(TARGET_UNKNOWN), Steps.of(trial -> {}));
  }

  private static Cause partitionUnknown() {
    return new Cause(
        "partition-unknown",
        End.refused(TARGET_PARTITION_UNKNOWN),
        trial -> JobShape.to(trial.topic()).toPartition(3),
        Steps.of(Causes::makePlain),
        Timing.AT_ONCE);
  }

  /** A topic that is recreated with fewer partitions, and grows again. */
  private static Cause fewerPartitions() {
    return new Cause(
        FEWER_PARTITIONS,
        End.parked(TARGET_PARTITION_UNKNOWN),
        trial -> JobShape.to(trial.topic()).toPartition(3),
        new Steps(
            trial -> make(trial, 4, Map.of()),
            trial -> {
              trial.cluster().delete(trial.topic());
              // a broker may have created it already, for a client that asked for it
              if (!trial.cluster().exists(trial.topic())) {
                makePlain(trial);
              }
            },
            trial -> trial.cluster().grow(trial.topic(), 4)),
        Timing.AT_ONCE);
  }

  private static Cause compactedLater() {
    return new Cause(
        "compacted-later",
        End.dead(TARGET_KEY_REQUIRED),
        trial -> JobShape.to(trial.topic()).withoutKey(),
        new Steps(
            Causes::makePlain,
            trial -> trial.cluster().alter(trial.topic(), "cleanup.policy", "compact"),
            trial -> {}),
        Timing.AT_ONCE);
  }

  /** The topic refuses records that are not appended within the same millisecond, which none is. */
  static Cause timestamps() {
    var setting = "message.timestamp.before.max.ms";
    return toTarget(
        "timestamps",
        End.parked(TARGET_TIMESTAMP_REFUSED),
        new Steps(
            Causes::makePlain,
            trial -> trial.cluster().alter(trial.topic(), setting, "0"),
            trial -> trial.cluster().alter(trial.topic(), setting, null)));
  }

  private static Cause smallerRecords() {
    return new Cause(
        "smaller-records",
        End.dead(RECORD_TOO_LARGE),
        trial -> JobShape.to(trial.topic()).ofBytes(LARGE_BYTES),
        new Steps(
            Causes::makePlain,
            trial -> trial.cluster().alter(trial.topic(), "max.message.bytes", "1000"),
            trial -> {}),
        Timing.AT_ONCE);
  }

  static Cause unwritable() {
    return toTarget(
        "unwritable",
        End.parked(TARGET_UNWRITABLE),
        new Steps(
            Causes::makePlain,
            trial -> trial.cluster().writeRight(trial.topic()).revoke(),
            trial -> trial.cluster().writeRight(trial.topic()).restore()));
  }

  static Cause toTarget(String name, End end, Steps steps) {
    return new Cause(name, end, trial -> JobShape.to(trial.topic()), steps, Timing.AT_ONCE);
  }

  private static void makePlain(CauseTrial trial) {
    make(trial, 1, Map.of());
  }

  private static void make(CauseTrial trial, int partitions, Map<String, String> configs) {
    trial.cluster().create(trial.topic(), partitions, TrialCluster.KEPT, configs);
  }

  static void makeSound(CauseTrial trial) {
    trial.cluster().create(trial.sound(), 1, TrialCluster.KEPT, Map.of());
  }
}

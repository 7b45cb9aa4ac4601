package io.delaygate.scheduler.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.service.settings.AccessSettings;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingsSection;
import io.delaygate.service.settings.SharedSettings;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.ValidList;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Definitions of all settings of the scheduler, each with its bounds, default and reason. */
final class SchedulerDefinitions {
  static final String HISTORY = "history.retention.ms";
  static final String LETTERS = "dead.letters.retention.ms";
  static final String EVENTS = "events";
  static final String ALL_EVENTS = "all";
  static final String TRANSACTION_TIMEOUT = "transaction.timeout.ms";
  static final String MAX_PENDING = "target.pending.max.jobs";
  static final String REPLICATION = "replication.factor";

  /** A week: a longer history belongs in a database that reads the events. */
  private static final long HISTORY_LONGEST_MS = 604_800_000L;

  private SchedulerDefinitions() {}

  static Definitions all() {
    return new Definitions(
        List.of(
            SharedSettings.installation(),
            new SettingsSection("Topics", topics()),
            new SettingsSection("What is kept and told of jobs", answers()),
            new SettingsSection("Delivery", delivery()),
            new SettingsSection("Targets", targets()),
            new SettingsSection("Instance", InstanceDefinitions.process()),
            new SettingsSection("Health and metrics", InstanceDefinitions.health()),
            new SettingsSection("Names in metrics", InstanceDefinitions.metrics()),
            new SettingsSection("Queries", InstanceDefinitions.queries()),
            new SettingsSection("Access", access())),
        KafkaSettings.PREFIXES,
        KafkaSettings.REFUSED);
  }

  private static ConfigDef access() {
    var access = new ConfigDef();
    AccessSettings.define(access);
    return access;
  }

  private static ConfigDef topics() {
    return new ConfigDef()
        .define(
            "topics.create",
            BOOLEAN,
            false,
            MEDIUM,
            because(
                "Whether own topics that are missing are created at start.",
                "Off, as a wrong prefix would quietly begin a second installation, and as managed"
                    + " clusters often do not grant it."))
        .define(
            "topics.partitions",
            INT,
            TopicDefinitions.DEFAULT_PARTITIONS,
            between(1, 1000),
            MEDIUM,
            because(
                "Partitions of created topics. Cannot be changed later.",
                "The stores follow the partitions for good, and one thread at most works on each: leaves room to grow at little cost."))
        .define(
            REPLICATION,
            INT,
            -1,
            oneOr(-1, 1, 9),
            MEDIUM,
            because(
                "Replicas of created topics and of changelogs; -1 takes the broker's default.",
                "Whoever runs the cluster has decided it there. In production it should be 3."));
  }

  private static ConfigDef answers() {
    return new ConfigDef()
        .define(
            EVENTS,
            LIST,
            "",
            ValidList.in(eventNames()),
            MEDIUM,
            because(
                "Which transitions are sent to the topic of events; `all` for every one.",
                "None, as each costs one more record per job."))
        .define(
            HISTORY,
            LONG,
            900_000L,
            between(0, HISTORY_LONGEST_MS),
            MEDIUM,
            because(
                "How long it is known how a job ended; 0 for not at all.",
                "Covers senders that repeat a command. Takes place in the store until then, and is"
                    + " restored too; hence at most a week."))
        .define(
            LETTERS,
            LONG,
            1_209_600_000L,
            between(0, Limits.DELAY.toMillis()),
            MEDIUM,
            because(
                "How long a dead letter can be listed, kicked and discarded. The topic of dead"
                    + " letters has a retention of its own.",
                "Two weeks outlast holidays. The bound is that of a delay."));
  }

  private static String[] eventNames() {
    return Stream.concat(Stream.of(ALL_EVENTS), Arrays.stream(JobEvent.values()).map(Enum::name))
        .toArray(String[]::new);
  }

  /** Validator of a range and one special value. */
  private static Validator oneOr(long special, long least, long most) {
    var words = "%d, or %d to %d".formatted(special, least, most);
    return LambdaValidator.with(
        (name, value) -> {
          var number = ((Number) value).longValue();
          if (number != special && (number < least || number > most)) {
            throw new ConfigException(name, value, "must be " + words);
          }
        },
        () -> words);
  }

  private static ConfigDef delivery() {
    return new ConfigDef()
        .define(
            "processing.guarantee",
            STRING,
            "exactly_once_v2",
            ValidString.in("exactly_once_v2", "at_least_once"),
            HIGH,
            because(
                "Whether a `read_committed` reader sees each job once.",
                "`at_least_once` is some 20 ms sooner and may deliver twice after a crash."))
        .define(
            "commit.interval.ms",
            LONG,
            25L,
            between(1, 1000),
            MEDIUM,
            because(
                "Time between commits, which a `read_committed` reader waits for; four times what a"
                    + " commit takes, at most 500, while 500 commands or more wait.",
                "Each commit costs the brokers some writes. The bound is half the shortest transaction time-out."))
        .define(
            TRANSACTION_TIMEOUT,
            INT,
            5000,
            between(2000, 60_000),
            MEDIUM,
            because(
                "How long a crashed scheduler can hold back `read_committed` readers of its targets.",
                "Short for them, and still several times what a slow broker takes: a transaction"
                    + " that is cut off is done again."))
        .define(
            "due.slice.jobs",
            INT,
            2000,
            atLeast(1),
            LOW,
            because(
                "How many jobs a task delivers in one turn of a burst.",
                "A task's neighbours on the thread wait for its turn to end."))
        .define(
            "due.slice.ms",
            LONG,
            100L,
            between(1, 500),
            LOW,
            because(
                "How long a task's turn in a burst takes at most.",
                "Neighbours wait; the bound is a quarter of the shortest transaction time-out."))
        .define(
            "reserve.wait.ms",
            LONG,
            300_000L,
            between(1000, RetryPolicy.LONGEST_LEASE.toMillis()),
            LOW,
            because(
                "How long a job with `delay-lease-start: reserve` waits in its topic to be reserved"
                    + " before it is delivered again, as the same attempt; each copy waits as long as all"
                    + " before it together.",
                "Whoever read it may be gone; but each copy is one more record of its topic."));
  }

  private static ConfigDef targets() {
    var targets = new ConfigDef();
    SharedSettings.defineTargets(targets);
    return targets
        .define(
            MAX_PENDING,
            INT,
            100_000_000,
            between(0, 1_000_000_000),
            MEDIUM,
            because(
                "How many pending jobs a target may have; 0 for any number. A schedule that would add"
                    + " one more is rejected. Split over the partitions of `delay-requests`, each of"
                    + " which takes one at least.",
                "Ten times what has been measured: stops a sender that ran away. Ids spread evenly"
                    + " only where they are many: with a thousand per partition the first is full"
                    + " some 5 % early."))
        .define(
            "target.park.max.ms",
            LONG,
            86_400_000L,
            between(0, Limits.DELAY.toMillis()),
            MEDIUM,
            because(
                "How long after its due time a job waits for a target that takes no records, before"
                    + " it becomes a dead letter.",
                "A day gives people time to repair it. The bound is that of a delay."))
        .define(
            "target.recheck.ms",
            LONG,
            1000L,
            between(100, 3_600_000),
            LOW,
            because(
                "How often the target of parked jobs is looked at, at least; more often at first.",
                "As often as topics in use are read again; a repaired target is late by no more."));
  }
}

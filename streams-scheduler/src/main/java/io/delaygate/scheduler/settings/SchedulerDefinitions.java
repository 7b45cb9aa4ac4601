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
import io.delaygate.service.settings.TracingSettings;
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
  static final String HISTORY_BYTES = "history.max.bytes";
  static final String LETTERS = "dead.letters.retention.ms";
  static final String EVENTS = "events";
  static final String ALL_EVENTS = "all";
  static final String TRANSACTION_TIMEOUT = "transaction.timeout.ms";
  static final String MAX_PENDING = "target.pending.max.jobs";
  static final String REPLICATION = "replication.factor";

  /** A week: a longer history belongs in a database that reads the events. */
  private static final long HISTORY_LONGEST_MS = 604_800_000L;

  private static final long HISTORY_BYTES_DEFAULT = 1L << 28;

  /** Thousands of jobs: a smaller history would forget a command before a sender repeats it. */
  private static final long HISTORY_BYTES_LEAST = 1L << 20;

  /** A TiB, above every disk of a store. */
  private static final long HISTORY_BYTES_MOST = 1L << 40;

  private SchedulerDefinitions() {}

  static Definitions all() {
    return new Definitions(
        List.of(
            SharedSettings.installation(),
            new SettingsSection("Topics", topics()),
            new SettingsSection("History and events of jobs", answers()),
            new SettingsSection("Delivery", delivery()),
            new SettingsSection("Targets", targets()),
            new SettingsSection("Instance", InstanceDefinitions.process()),
            new SettingsSection("Health and metrics", InstanceDefinitions.health()),
            new SettingsSection("Names in metrics", InstanceDefinitions.metrics()),
            new SettingsSection("Queries", InstanceDefinitions.queries()),
            new SettingsSection("Access", access()),
            TracingSettings.section()),
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
                "Whether missing own topics are created at start.",
                "Off by default: a wrong prefix would silently begin a second installation, and"
                    + " managed clusters often do not grant the right."))
        .define(
            "topics.partitions",
            INT,
            TopicDefinitions.DEFAULT_PARTITIONS,
            between(1, 1000),
            MEDIUM,
            because(
                "Partitions of created topics. Cannot be changed later.",
                "The stores follow the partitions permanently, and at most one thread works on"
                    + " each. The default leaves room to grow at little cost."))
        .define(
            REPLICATION,
            INT,
            -1,
            oneOr(-1, 1, 9),
            MEDIUM,
            because(
                "Replicas of created topics and of changelogs; -1 takes the broker's default.",
                "The default is a decision of the cluster's operator. In production it should"
                    + " be 3."));
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
                "Job events that are sent to the topic of events; `all` sends every one.",
                "None by default, because each event costs one more record per job."))
        .define(
            HISTORY,
            LONG,
            86_400_000L,
            between(0, HISTORY_LONGEST_MS),
            MEDIUM,
            because(
                "Retention of the history of ended jobs; 0 keeps none.",
                "A day answers a question about last night, and covers senders that repeat a"
                    + " command. Ended jobs take space in the store and are restored too; hence at"
                    + " most a week."))
        .define(
            HISTORY_BYTES,
            LONG,
            HISTORY_BYTES_DEFAULT,
            oneOr(0, HISTORY_BYTES_LEAST, HISTORY_BYTES_MOST),
            MEDIUM,
            because(
                "Largest size of the history of a partition, as its records and their index keys"
                    + " are before compression; the oldest entries are removed first. 0 for any"
                    + " size.",
                "256 MiB hold some 2 million plain jobs. With 16 partitions that is a day of 390"
                    + " jobs/s, and takes 4 GiB of the chart's disk of 10 GiB, where one instance"
                    + " has all partitions, active or standby."))
        .define(
            LETTERS,
            LONG,
            1_209_600_000L,
            between(0, Limits.DELAY.toMillis()),
            MEDIUM,
            because(
                "Time for which a dead letter can be listed, kicked and discarded. The topic of"
                    + " dead letters has its own retention.",
                "Two weeks outlast holidays. The upper bound is that of a delay."));
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
                "Delivery guarantee: with `exactly_once_v2` a `read_committed` consumer sees"
                    + " each job once.",
                "`at_least_once` delivers about 20 ms earlier and may deliver twice after a"
                    + " crash."))
        .define(
            "commit.interval.ms",
            LONG,
            25L,
            between(1, 1000),
            MEDIUM,
            because(
                "Time between commits, for which `read_committed` consumers wait. The scheduler"
                    + " sleeps meanwhile, unless it is behind. While 500 commands or more wait,"
                    + " it is four times the duration of a commit, at most 500 ms.",
                "Each commit costs the brokers some writes. The upper bound is half the"
                    + " shortest transaction time-out."))
        .define(
            TRANSACTION_TIMEOUT,
            INT,
            5000,
            between(2000, 60_000),
            MEDIUM,
            because(
                "Time-out of transactions: the longest time for which a crashed scheduler can"
                    + " block `read_committed` consumers of its targets.",
                "Short for consumers, but several times what a slow broker needs. A transaction"
                    + " that times out is repeated."))
        .define(
            "due.slice.jobs",
            INT,
            2000,
            atLeast(1),
            LOW,
            because(
                "Largest number of jobs that a task delivers in one run during a burst.",
                "Other tasks of the thread wait until the run ends."))
        .define(
            "due.slice.ms",
            LONG,
            100L,
            between(1, 500),
            LOW,
            because(
                "Longest run of a task during a burst.",
                "Other tasks of the thread wait. The upper bound is a quarter of the shortest"
                    + " transaction time-out."))
        .define(
            "reserve.wait.ms",
            LONG,
            300_000L,
            between(1000, RetryPolicy.LONGEST_LEASE.toMillis()),
            LOW,
            because(
                "Time for which a job with `delay-lease-start: reserve` waits in its topic to"
                    + " be reserved before it is delivered again as the same attempt. Each"
                    + " further copy waits as long as all copies before it together.",
                "The consumer that read the job may be gone; but each copy is one more record"
                    + " in its topic."));
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
                "Largest number of pending jobs of a target; 0 for no limit. A schedule that"
                    + " would exceed it is rejected. The limit is divided among the partitions"
                    + " of `delay-requests`, each of which takes at least one.",
                "The default is ten times the largest measured number and stops a runaway"
                    + " sender. Only many ids spread evenly: with a thousand per partition, the"
                    + " first partition is full about 5 % early."))
        .define(
            "target.park.max.ms",
            LONG,
            86_400_000L,
            between(0, Limits.DELAY.toMillis()),
            MEDIUM,
            because(
                "Time after its due time for which a job waits for a target that takes no"
                    + " records, before it becomes a dead letter.",
                "A day gives people time to repair the target. The upper bound is that of a"
                    + " delay."))
        .define(
            "target.recheck.ms",
            LONG,
            1000L,
            between(100, 3_600_000),
            LOW,
            because(
                "Longest time between two checks of the target of parked jobs; the first checks"
                    + " follow faster.",
                "It equals the refresh interval of topics in use; jobs leave at most that long"
                    + " after the target is repaired."));
  }
}

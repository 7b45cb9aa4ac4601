package io.delaygate.scheduler.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.settings.SettingValidators;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;

/** Definitions of the settings of one process: threads, disk, memory and query address. */
final class InstanceDefinitions {
  static final String STATE_DIR = "state.dir";
  static final String NAMED_TARGETS = "metrics.targets";
  static final String NAMED_TARGETS_MAX = "metrics.targets.max";
  static final String QUERY_HOST = "query.host";
  static final String QUERY_ADVERTISED = "query.advertised";
  static final String READY_MAX_LAG = "ready.max.lag";
  static final String CLOCK_OFFSET_MAX = "clock.offset.max.ms";

  /** Not less: a stopped thread or a busy broker must not look like a wrong clock. */
  private static final long CLOCK_OFFSET_LEAST_MS = 1_000;

  private static final long DAY_MS = 86_400_000;

  private static final long MIB = 1024L * 1024;

  private InstanceDefinitions() {}

  static ConfigDef process() {
    return new ConfigDef()
        .define(
            STATE_DIR,
            STRING,
            "state",
            new NonEmptyString(),
            HIGH,
            because(
                "Directory of the stores, kept over restarts.",
                "Below the working directory, so that a trial needs no rights. If it is lost, the"
                    + " stores are read again from the changelogs."))
        .define(
            "stream.threads",
            INT,
            1,
            between(1, 64),
            MEDIUM,
            because(
                "Threads that carry out commands and deliver, partitions being shared out among them.",
                "One keeps a core busy. Instances scale as well, and do not fail together."))
        .define(
            "standby.replicas",
            INT,
            1,
            between(0, 4),
            MEDIUM,
            because(
                "Warm copies of each store on other instances.",
                "With one, a lost instance is replaced in seconds. Set 0 where there is only one."))
        .define(
            "group.instance.id",
            STRING,
            null,
            new NonEmptyString(),
            MEDIUM,
            because(
                "A name that survives restarts and that no other instance has, such as a pod's."
                    + " Without one, a name is made and kept in `state.dir`.",
                "By it an instance that crashed and is back has its partitions at once, and not when"
                    + " `session.timeout.ms` is over."))
        .define(
            "session.timeout.ms",
            INT,
            6000,
            between(1000, 300_000),
            MEDIUM,
            because(
                "When a silent instance is given up and its partitions move.",
                "Jobs of a crashed instance wait for it: the least that brokers allow unless told otherwise."))
        .define(
            "rocksdb.block.cache.bytes",
            LONG,
            64 * MIB,
            atLeast(MIB),
            LOW,
            because(
                "Blocks read from disk that the process keeps, whatever its number of partitions.",
                "Jobs are mostly read once, when due: more pays where they are asked for often."))
        .define(
            "rocksdb.write.buffer.bytes",
            LONG,
            64 * MIB,
            atLeast(MIB),
            LOW,
            because(
                "What the process holds back from disk, whatever its number of partitions.",
                "More makes fewer and larger files. Like the cache it is memory outside of the heap."));
  }

  static ConfigDef health() {
    return new ConfigDef()
        .define(
            "http.host",
            STRING,
            "127.0.0.1",
            new NonEmptyString(),
            MEDIUM,
            because(
                "Address where health and metrics are served.",
                "Local: opening it to others is a decision. In a container it is `0.0.0.0`."))
        .define(
            "http.port",
            INT,
            8081,
            between(0, 65_535),
            MEDIUM,
            because(
                "Port of health and metrics; 0 takes a free one.",
                "The one after the gateway's, so that both run on one machine."))
        .define(
            CLOCK_OFFSET_MAX,
            LONG,
            30_000L,
            between(CLOCK_OFFSET_LEAST_MS, DAY_MS),
            MEDIUM,
            because(
                "How far the instance's clock may be from those of most brokers. Beyond it the"
                    + " instance hands its partitions over and is not ready, until the clock is within"
                    + " half of it.",
                "A clock that is ahead delivers early. Far above what a clock without NTP drifts in a"
                    + " week, so that only one that was set wrong costs an instance; an alert tells of"
                    + " a second."))
        .define(
            READY_MAX_LAG,
            LONG,
            10_000L,
            atLeast(1),
            MEDIUM,
            because(
                "How many records the local stores, active and standby, may be behind their"
                    + " changelogs while the instance is ready.",
                "That much is restored in well under a second. A rolling restart goes on only when"
                    + " the copies are warm again. At least 1, as the end of a transaction counts."));
  }

  static ConfigDef metrics() {
    return new ConfigDef()
        .define(
            NAMED_TARGETS,
            LIST,
            TopicPatterns.ANY,
            SettingValidators.TOPIC_PATTERNS,
            LOW,
            because(
                "Targets that metrics call by their names, such as `orders,billing.*`; all others"
                    + " are `other`.",
                "All, up to `metrics.targets.max`. Name those that alerts and dashboards need where"
                    + " there are more."))
        .define(
            NAMED_TARGETS_MAX,
            INT,
            50,
            between(0, 1000),
            LOW,
            because(
                "How many targets metrics call by their names, those that come first after a start.",
                "Each makes some twenty series, which Prometheus keeps for weeks, and senders may"
                    + " name any topic."));
  }

  static ConfigDef queries() {
    return new ConfigDef()
        .define(
            QUERY_HOST,
            STRING,
            "127.0.0.1",
            new NonEmptyString(),
            MEDIUM,
            because(
                "Address where gateways ask.",
                "Local: there anybody may ask. For any other there must be `query.secret`."))
        .define(
            "query.port",
            INT,
            8082,
            between(0, 65_535),
            MEDIUM,
            because("Port where gateways ask; 0 takes a free one.", "The one after `http.port`."))
        .define(
            QUERY_ADVERTISED,
            STRING,
            null,
            SettingValidators.ENDPOINT,
            MEDIUM,
            because(
                "How gateways reach this instance's queries; without it `query.host` and the port"
                    + " in use. Its name need not be among `http.hosts`.",
                "Must be given where `query.host` is a wildcard, which is nobody's address."));
  }
}

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

/**
 * Definitions of the settings of one process: threads, disk, memory, clock, and the addresses of
 * health, metrics and queries.
 */
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
                "Directory of the stores; keep it across restarts.",
                "A directory below the working directory needs no special rights for a trial."
                    + " If it is lost, the stores are restored from the changelogs."))
        .define(
            "stream.threads",
            INT,
            1,
            between(1, 64),
            MEDIUM,
            because(
                "Number of stream threads, among which the partitions are distributed.",
                "A thread keeps a core busy. More instances scale as well, and fail separately."))
        .define(
            "standby.replicas",
            INT,
            1,
            between(0, 4),
            MEDIUM,
            because(
                "Number of warm copies of each store on other instances.",
                "With 1, a lost instance is replaced in seconds. Set 0 for a single instance."))
        .define(
            "group.instance.id",
            STRING,
            null,
            new NonEmptyString(),
            MEDIUM,
            because(
                "Unique name of the instance that survives restarts, such as the pod name."
                    + " Without one, a name is generated and kept in `state.dir`.",
                "With it, an instance that restarts after a crash gets its partitions at once"
                    + " instead of after `session.timeout.ms`."))
        .define(
            "session.timeout.ms",
            INT,
            6000,
            between(1000, 300_000),
            MEDIUM,
            because(
                "Time after which a silent instance is considered dead and its partitions move.",
                "Jobs of a crashed instance wait that long: the brokers' default minimum."))
        .define(
            "rocksdb.block.cache.bytes",
            LONG,
            64 * MIB,
            atLeast(MIB),
            LOW,
            because(
                "Memory of the process for blocks read from disk, for all partitions.",
                "Most jobs are read once, when due. More memory helps if jobs are queried often."))
        .define(
            "rocksdb.write.buffer.bytes",
            LONG,
            64 * MIB,
            atLeast(MIB),
            LOW,
            because(
                "Memory of the process for data not yet on disk, for all partitions.",
                "More makes fewer and larger files. Like the cache, it is outside the heap."));
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
                "Address that health and metrics are served on.",
                "Only local by default: opening it to others must be a decision. In a container"
                    + " it is `0.0.0.0`."))
        .define(
            "http.port",
            INT,
            8081,
            between(0, 65_535),
            MEDIUM,
            because(
                "Port of health and metrics; 0 chooses a free port.",
                "The port after the gateway's, so that both run on one machine."))
        .define(
            CLOCK_OFFSET_MAX,
            LONG,
            30_000L,
            between(CLOCK_OFFSET_LEAST_MS, DAY_MS),
            MEDIUM,
            because(
                "Largest offset of the instance's clock against the clocks of most brokers."
                    + " Beyond it, the instance hands over its partitions and is not ready,"
                    + " until the offset is below half of it.",
                "A clock that is ahead delivers early. The default is far above what a clock"
                    + " without NTP drifts in a week, so that only a clock that was set wrong"
                    + " stops an instance; an alert fires at one second."))
        .define(
            READY_MAX_LAG,
            LONG,
            10_000L,
            atLeast(1),
            MEDIUM,
            because(
                "Largest lag, in records, of the local stores, active and standby, behind their"
                    + " changelogs at which the instance is ready.",
                "Such a lag is restored in well under a second. A rolling restart continues"
                    + " only when the copies are warm again. It must be at least 1, because the"
                    + " end of a transaction counts."));
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
                "Targets that have their own metric label, such as `orders,billing.*`; all"
                    + " others are counted as `other`.",
                "By default all targets, up to `metrics.targets.max`. If there are more, name"
                    + " those that alerts and dashboards need."))
        .define(
            NAMED_TARGETS_MAX,
            INT,
            50,
            between(0, 1000),
            LOW,
            because(
                "Largest number of targets with their own metric label; the first ones after a"
                    + " start get one.",
                "Each makes about twenty series, which Prometheus keeps for weeks, and senders"
                    + " may name any topic."));
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
                "Address of the query server for gateways.",
                "Only local by default, where no secret is needed. Any other address requires"
                    + " `query.secret`."))
        .define(
            "query.port",
            INT,
            8082,
            between(0, 65_535),
            MEDIUM,
            because(
                "Port of the query server for gateways; 0 chooses a free port.",
                "The port after `http.port`."))
        .define(
            QUERY_ADVERTISED,
            STRING,
            null,
            SettingValidators.ENDPOINT,
            MEDIUM,
            because(
                "Address, as `host:port`, at which gateways reach this instance's query server;"
                    + " by default `query.host` and the port in use. Its name need not be in"
                    + " `http.hosts`.",
                "Required if `query.host` is a wildcard, which cannot be called."));
  }
}

package io.delaygate.scheduler.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.topics.TopicDefinitions;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** Every setting of the scheduler, with its reason. */
final class SettingDefinitions {
  /** Prefixes of keys that are handed to Kafka: all clients, each kind, and Streams itself. */
  static final String[] PASS_THROUGH = {"kafka.", "consumer.", "producer.", "admin.", "streams."};

  private static final long MIB = 1024L * 1024;

  private SettingDefinitions() {}

  static ConfigDef all() {
    var settings = new ConfigDef();
    topics(settings);
    timing(settings);
    process(settings);
    return settings;
  }

  private static void topics(ConfigDef to) {
    to.define("bootstrap.servers", STRING, NO_DEFAULT_VALUE, HIGH, "Kafka's brokers");
    to.define("topic.prefix", STRING, "", HIGH, "what all own names begin with: one installation");
    to.define("application.id", STRING, null, LOW, "own name; else prefix + delaygate");
    to.define("requests.topic", STRING, null, LOW, "own name; else prefix + delay-requests");
    to.define("rerouted.topic", STRING, null, LOW, "own name; else prefix + delay-rerouted");
    to.define("dead.letters.topic", STRING, null, LOW, "own name; else + delay-dead-letters");
    to.define("topics.create", BOOLEAN, false, MEDIUM, "create own topics that are missing");
    to.define(
        "topics.partitions",
        INT,
        TopicDefinitions.DEFAULT_PARTITIONS,
        between(1, 1000),
        MEDIUM,
        "of created topics of commands; permanent, since the stores follow the partitions");
  }

  private static void timing(ConfigDef to) {
    to.define(
        "processing.guarantee",
        STRING,
        "exactly_once_v2",
        ValidString.in("exactly_once_v2", "at_least_once"),
        HIGH,
        "at_least_once is some 20 ms sooner and may deliver twice after a crash");
    to.define(
        "commit.interval.ms",
        LONG,
        25L,
        between(1, 1000),
        MEDIUM,
        "what a read_committed reader waits; each commit costs the coordinator writes");
    to.define(
        "transaction.timeout.ms",
        INT,
        5000,
        between(2000, 60_000),
        MEDIUM,
        "how long a crashed scheduler can hold back read_committed readers of its targets");
    to.define("due.slice.jobs", INT, 2000, atLeast(1), LOW, "one task's turn in a burst, in jobs");
    to.define(
        "due.slice.ms",
        LONG,
        100L,
        between(1, 500),
        LOW,
        "one task's turn in a burst; far below the transaction time-out");
    to.define(
        "target.park.max.ms",
        LONG,
        86_400_000L,
        between(0, Limits.DELAY.toMillis()),
        MEDIUM,
        "how long after its due time a job waits for a missing or unwritable target");
    to.define(
        "target.recheck.ms",
        LONG,
        1000L,
        between(100, 3_600_000),
        LOW,
        "how often parked jobs are tried");
    to.define(
        "target.lookup.timeout.ms",
        LONG,
        1000L,
        between(100, 4000),
        LOW,
        "longest a stream thread waits for a topic's description");
    to.define(
        "target.max.message.bytes",
        INT,
        1_048_588,
        atLeast(1024),
        LOW,
        "assumed of targets whose settings may not be read");
  }

  private static void process(ConfigDef to) {
    to.define("state.dir", STRING, "state", HIGH, "where the stores lie; keep it over restarts");
    to.define("stream.threads", INT, 1, between(1, 64), MEDIUM, "stream threads");
    to.define(
        "standby.replicas", INT, 1, between(0, 4), MEDIUM, "warm copies of each store elsewhere");
    to.define(
        "replication.factor", INT, -1, between(-1, 9), MEDIUM, "of changelogs; -1 is the broker's");
    to.define(
        "group.instance.id",
        STRING,
        null,
        MEDIUM,
        "a name that survives restarts: no rebalance when it comes back in time");
    to.define(
        "session.timeout.ms",
        INT,
        6000,
        between(1000, 300_000),
        MEDIUM,
        "when a silent instance is given up; the brokers' lower bound is 6000");
    to.define(
        "rocksdb.block.cache.bytes", LONG, 64 * MIB, atLeast(MIB), LOW, "for the whole process");
    to.define(
        "rocksdb.write.buffer.bytes", LONG, 64 * MIB, atLeast(MIB), LOW, "for the whole process");
    to.define("http.host", STRING, "127.0.0.1", MEDIUM, "where metrics and health are served");
    to.define(
        "http.port", INT, 8081, between(0, 65_535), MEDIUM, "metrics and health; 0 is any free");
  }
}

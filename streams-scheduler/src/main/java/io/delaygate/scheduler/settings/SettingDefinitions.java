package io.delaygate.scheduler.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.scheduler.history.HistoryStore;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.topics.TopicDefinitions;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.ValidList;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Every setting of the scheduler, with its reason. */
final class SettingDefinitions {
  /** Prefixes of keys that are handed to Kafka: all clients, each kind, and Streams itself. */
  static final String[] PASS_THROUGH = {"kafka.", "consumer.", "producer.", "admin.", "streams."};

  static final String HISTORY = "history.retention.ms";
  static final String EVENTS = "events";
  static final String ALL_EVENTS = "all";

  /** A week: what is known longer belongs into a database that reads the events. */
  private static final long HISTORY_LONGEST_MS = 604_800_000L;

  private static final Validator ENDPOINT =
      LambdaValidator.with(SettingDefinitions::checkEndpoint, () -> "host:port");

  private static final long MIB = 1024L * 1024;

  private SettingDefinitions() {}

  private static void checkEndpoint(String name, Object value) {
    if (value != null
        && !value.toString().matches("[^\\s:/]+:\\d{1,5}|\\[[0-9a-fA-F:.]+]:\\d{1,5}")) {
      throw new ConfigException(name, value, "must be host:port");
    }
  }

  static ConfigDef all() {
    var settings = new ConfigDef();
    topics(settings);
    answers(settings);
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

  private static void answers(ConfigDef to) {
    to.define("replies.topic", STRING, null, LOW, "own name; else prefix + delay-replies");
    to.define("events.topic", STRING, null, LOW, "own name; else prefix + delay-events");
    to.define(
        EVENTS,
        LIST,
        "",
        ValidList.in(eventNames()),
        MEDIUM,
        "transitions sent to the topic of events, or all; each costs one record more per job");
    to.define(
        HISTORY,
        LONG,
        900_000L,
        new HistoryRetention(),
        MEDIUM,
        "how long it is known how a job ended; 0 for not at all, which saves a write per job");
  }

  private static String[] eventNames() {
    return Stream.concat(Stream.of(ALL_EVENTS), Arrays.stream(JobEvent.values()).map(Enum::name))
        .toArray(String[]::new);
  }

  /** Nothing between off and the shortest time that the store can keep. */
  private static final class HistoryRetention implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      var ms = (Long) value;
      if (ms != 0 && (ms < HistoryStore.SHORTEST.toMillis() || ms > HISTORY_LONGEST_MS)) {
        throw new ConfigException(name, value, "must be " + this);
      }
    }

    @Override
    public String toString() {
      return "0,[%d,...,%d]".formatted(HistoryStore.SHORTEST.toMillis(), HISTORY_LONGEST_MS);
    }
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
    queries(to);
  }

  private static void queries(ConfigDef to) {
    to.define("query.host", STRING, "127.0.0.1", MEDIUM, "where gateways ask; for gateways only");
    to.define("query.port", INT, 8082, between(0, 65_535), MEDIUM, "queries; 0 is any free");
    to.define(
        "query.advertised",
        STRING,
        null,
        ENDPOINT,
        MEDIUM,
        "how gateways reach it; else query.host and the port in use, so not for a wildcard host");
  }
}

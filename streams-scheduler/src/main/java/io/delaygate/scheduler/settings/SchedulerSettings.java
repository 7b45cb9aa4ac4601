package io.delaygate.scheduler.settings;

import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.directory.DirectorySettings;
import io.delaygate.schemas.settings.CheckedSettings;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef;

/** The scheduler's settings, checked. Thread-safe. */
public final class SchedulerSettings {
  private final CheckedSettings values;
  private final TopicNames names;

  private SchedulerSettings(CheckedSettings values) {
    this.values = values;
    this.names = namesOf(values);
  }

  /**
   * Checks settings.
   *
   * @throws io.delaygate.schemas.settings.SettingsException naming every fault
   */
  public static SchedulerSettings of(Map<String, String> settings) {
    return new SchedulerSettings(
        CheckedSettings.check(SettingDefinitions.all(), settings, SettingDefinitions.PASS_THROUGH));
  }

  /** The definitions, for the reference table. */
  public static ConfigDef definitions() {
    return SettingDefinitions.all();
  }

  /** The names of the installation. */
  public TopicNames names() {
    return names;
  }

  /** Whether missing topics are created. */
  public boolean createTopics() {
    return values.getBoolean("topics.create");
  }

  /** How many partitions created topics of commands get. */
  public int partitions() {
    return values.getInt("topics.partitions");
  }

  /** Whether transactions are used. */
  public boolean exactlyOnce() {
    return values.getString("processing.guarantee").equals("exactly_once_v2");
  }

  /** Time between commits. */
  public Duration commitInterval() {
    return millis("commit.interval.ms");
  }

  /** How many jobs one turn delivers at most. */
  public int sliceJobs() {
    return values.getInt("due.slice.jobs");
  }

  /** How long one turn takes at most. */
  public Duration sliceTime() {
    return millis("due.slice.ms");
  }

  /** How long jobs wait for a target. */
  public Duration parkMax() {
    return millis("target.park.max.ms");
  }

  /** How long it is known how jobs ended; zero for not at all. */
  public Duration history() {
    return millis(SettingDefinitions.HISTORY);
  }

  /** Which transitions are sent to the topic of events. */
  public Set<JobEvent> events() {
    var wanted = values.getList(SettingDefinitions.EVENTS);
    return wanted.contains(SettingDefinitions.ALL_EVENTS)
        ? EnumSet.allOf(JobEvent.class)
        : wanted.stream().map(JobEvent::valueOf).collect(Collectors.toSet());
  }

  /** How often parked jobs are tried. */
  public Duration recheckParked() {
    return millis("target.recheck.ms");
  }

  /** The topic directory's numbers. */
  public DirectorySettings directory() {
    return new DirectorySettings(
        DirectorySettings.DEFAULT.refreshEvery(),
        millis("target.lookup.timeout.ms"),
        values.getInt("target.max.message.bytes"));
  }

  /** RocksDB memory of the process; the caller closes it. */
  public RocksMemory memory() {
    return new RocksMemory(
        values.getLong("rocksdb.block.cache.bytes"), values.getLong("rocksdb.write.buffer.bytes"));
  }

  /** Where metrics and health are served. */
  public String host() {
    return values.getString("http.host");
  }

  /** Port of metrics and health; 0 is any free. */
  public int port() {
    return values.getInt("http.port");
  }

  /** Where gateways ask. */
  public String queryHost() {
    return values.getString("query.host");
  }

  /** Port of queries; 0 is any free. */
  public int queryPort() {
    return values.getInt("query.port");
  }

  /**
   * How gateways reach the port of queries, {@code host:port}.
   *
   * @param boundPort the port in use
   */
  public String queryAdvertised(int boundPort) {
    var advertised = values.getString("query.advertised");
    return advertised == null ? queryHost() + ":" + boundPort : advertised;
  }

  /** Properties of an admin client. */
  public Map<String, Object> adminProperties() {
    var properties = new HashMap<String, Object>(values.originalsWithPrefix("kafka."));
    properties.put("bootstrap.servers", values.getString("bootstrap.servers"));
    properties.putAll(values.originalsWithPrefix("admin."));
    return properties;
  }

  /** Properties of Kafka Streams and all its clients. */
  public Properties streamsProperties() {
    return StreamsProperties.of(values, names);
  }

  private Duration millis(String key) {
    return Duration.ofMillis(values.getLong(key));
  }

  private static TopicNames namesOf(CheckedSettings values) {
    var names = TopicNames.prefixed(values.getString("topic.prefix"));
    names = override(values, "application.id", names, TopicNames::withApplicationId);
    names = override(values, "requests.topic", names, TopicNames::withRequests);
    names = override(values, "rerouted.topic", names, TopicNames::withRerouted);
    names = override(values, "replies.topic", names, TopicNames::withReplies);
    names = override(values, "events.topic", names, TopicNames::withEvents);
    return override(values, "dead.letters.topic", names, TopicNames::withDeadLetters);
  }

  private static TopicNames override(
      CheckedSettings values,
      String key,
      TopicNames names,
      BiFunction<TopicNames, String, TopicNames> with) {
    var name = values.getString(key);
    return name == null ? names : with.apply(names, name);
  }
}

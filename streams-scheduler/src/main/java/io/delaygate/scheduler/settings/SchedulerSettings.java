package io.delaygate.scheduler.settings;

import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.ops.OpsServer;
import io.delaygate.scheduler.ops.TargetLabels;
import io.delaygate.scheduler.query.QueryEndpoint;
import io.delaygate.scheduler.store.RocksMemory;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.directory.DirectorySettings;
import io.delaygate.service.settings.AccessSettings;
import io.delaygate.service.settings.CheckedSettings;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.settings.SharedSettings;
import io.delaygate.service.settings.TracingSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;

/** Validated settings of the scheduler. Thread-safe. */
public final class SchedulerSettings {
  /** Long, so that an idle follower sends few requests; far below the time-out of a request. */
  private static final int FOLLOWER_FETCH_MS = 5_000;

  private final CheckedSettings values;
  private final TopicNames names;

  private SchedulerSettings(CheckedSettings values) {
    this.values = values;
    this.names = SharedSettings.names(values);
  }

  /**
   * Checks settings.
   *
   * @throws SettingsException naming every fault
   */
  public static SchedulerSettings of(Map<String, String> settings) {
    var checked =
        new SchedulerSettings(CheckedSettings.check(SchedulerDefinitions.all(), settings));
    SettingsException.throwIfAny(checked.contradictions());
    return checked;
  }

  /** Definitions of all settings, for the reference. */
  public static Definitions definitions() {
    return SchedulerDefinitions.all();
  }

  /** The settings in force, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return values.effective();
  }

  /** The names of the installation. */
  public TopicNames names() {
    return names;
  }

  /** Whether missing topics are created. */
  public boolean createTopics() {
    return values.getBoolean("topics.create");
  }

  /** Largest difference of the clock from those of most brokers. */
  public Duration clockOffsetMax() {
    return millis(InstanceDefinitions.CLOCK_OFFSET_MAX);
  }

  /** Number of partitions that created topics of commands get. */
  public int partitions() {
    return values.getInt("topics.partitions");
  }

  /** Number of replicas that created topics and changelogs get; -1 for the broker's default. */
  public int replicationFactor() {
    return values.getInt(SchedulerDefinitions.REPLICATION);
  }

  /** Number of records that a store may be behind its changelog while the instance is ready. */
  public long readyMaxLag() {
    return values.getLong(InstanceDefinitions.READY_MAX_LAG);
  }

  /** Configured name of this instance among the members of its group; empty where none is set. */
  public Optional<String> instanceId() {
    return Optional.ofNullable(values.getString("group.instance.id"));
  }

  /** Whether deliveries are made in transactions. */
  public boolean isExactlyOnce() {
    return StreamsConfig.EXACTLY_ONCE_V2.equals(values.getString("processing.guarantee"));
  }

  /** Time between commits. */
  public Duration commitInterval() {
    return millis("commit.interval.ms");
  }

  /** Largest number of jobs that one turn delivers. */
  public int sliceJobs() {
    return values.getInt("due.slice.jobs");
  }

  /** Longest run of a task during a burst. */
  public Duration sliceTime() {
    return millis("due.slice.ms");
  }

  /** Longest wait of jobs for a target that takes no records. */
  public Duration parkMax() {
    return millis("target.park.max.ms");
  }

  /** Largest number of pending jobs of a target, over all partitions; 0 for any number. */
  public int maxPending() {
    return values.getInt(SchedulerDefinitions.MAX_PENDING);
  }

  /** Retention of the history of ended jobs. */
  public Retention history() {
    return new Retention(
        millis(SchedulerDefinitions.HISTORY), values.getLong(SchedulerDefinitions.HISTORY_BYTES));
  }

  /** Retention of dead letters. */
  public Duration letters() {
    return millis(SchedulerDefinitions.LETTERS);
  }

  /** Time for which a delivered job waits to be reserved before it is delivered again. */
  public Duration unreserved() {
    return millis("reserve.wait.ms");
  }

  /** Which transitions are sent to the topic of events. */
  public Set<JobEvent> events() {
    var wanted = values.getList(SchedulerDefinitions.EVENTS);
    return wanted.contains(SchedulerDefinitions.ALL_EVENTS)
        ? EnumSet.allOf(JobEvent.class)
        : wanted.stream().map(JobEvent::valueOf).collect(Collectors.toSet());
  }

  /** Time between two tries of parked jobs. */
  public Duration recheckParked() {
    return millis("target.recheck.ms");
  }

  /** The topic directory's numbers. */
  public DirectorySettings directory() {
    return SharedSettings.directory(values);
  }

  /** Which topics senders may name. */
  public TopicPatterns targets() {
    return SharedSettings.targets(values);
  }

  /** RocksDB memory of the process; the caller closes it. */
  public RocksMemory memory() {
    return new RocksMemory(
        values.getLong("rocksdb.block.cache.bytes"), values.getLong("rocksdb.write.buffer.bytes"));
  }

  /** Directory of the stores. */
  public Path stateDirectory() {
    return Path.of(values.getString(InstanceDefinitions.STATE_DIR));
  }

  /** Which targets metrics call by their names. */
  public TargetLabels targetLabels() {
    var named = new TopicPatterns(values.getList(InstanceDefinitions.NAMED_TARGETS), List.of());
    return new TargetLabels(named, values.getInt(InstanceDefinitions.NAMED_TARGETS_MAX));
  }

  /** Collector of spans; empty when nothing is traced. */
  public Optional<URI> spans() {
    return TracingSettings.collector(values);
  }

  /** Listener of metrics and health. */
  public OpsServer.Address health() {
    return new OpsServer.Address(
        values.getString("http.host"), values.getInt("http.port"), AccessSettings.hosts(values));
  }

  /** Address and secret of the query server. */
  public QueryEndpoint queries() {
    return new QueryEndpoint(queryHost(), values.getInt("query.port"), querySecret(), queryNames());
  }

  /** Secret that gateways and schedulers share; empty where none is required. */
  public Optional<String> querySecret() {
    return AccessSettings.querySecret(values);
  }

  /** With the name by which this instance tells gateways to call it. */
  private Set<String> queryNames() {
    var all = new HashSet<>(AccessSettings.hosts(values));
    all.add(queryAdvertised(0).replaceFirst(":\\d+$", ""));
    return all;
  }

  /**
   * How gateways reach the port of queries, {@code host:port}.
   *
   * @param boundPort the port in use
   */
  public String queryAdvertised(int boundPort) {
    var advertised = values.getString(InstanceDefinitions.QUERY_ADVERTISED);
    return advertised == null ? bracketed(queryHost()) + ":" + boundPort : advertised;
  }

  /** Topics that records of any job may be written to. */
  public Set<String> written() {
    var topics =
        new HashSet<>(Set.of(names().rerouted(), names().deadLetters(), names().replies()));
    if (!events().isEmpty()) {
      topics.add(names().events());
    }
    return topics;
  }

  /** Properties of an admin client. */
  public Map<String, Object> adminProperties() {
    var properties = new HashMap<String, Object>(values.originalsWithPrefix("kafka."));
    properties.put(SharedSettings.BOOTSTRAP, values.getString(SharedSettings.BOOTSTRAP));
    properties.putAll(values.originalsWithPrefix("admin."));
    return properties;
  }

  /** Properties of a consumer that follows a topic from its beginning and belongs to no group. */
  public Map<String, Object> followerProperties() {
    var properties = new HashMap<String, Object>();
    // it waits at the broker, which answers as soon as there is something
    properties.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FOLLOWER_FETCH_MS);
    properties.putAll(values.originalsWithPrefix("kafka."));
    properties.putAll(values.originalsWithPrefix("consumer."));
    properties.put(SharedSettings.BOOTSTRAP, values.getString(SharedSettings.BOOTSTRAP));
    properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // the topic has settings and partitions of its own
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return properties;
  }

  /** Properties of the producer that asks brokers for their time, see {@link ProbeProperties}. */
  public Map<String, Object> probeProperties() {
    return ProbeProperties.of(values, names);
  }

  /** Properties of Kafka Streams and all its clients. */
  public Properties streamsProperties() {
    return StreamsProperties.of(values, names);
  }

  private String queryHost() {
    return values.getString(InstanceDefinitions.QUERY_HOST);
  }

  private Duration millis(String key) {
    return Duration.ofMillis(values.getLong(key));
  }

  /** Settings that are valid one by one and not together. */
  private List<String> contradictions() {
    var found = new ArrayList<String>();
    if (isWildcard(queryHost()) && values.getString(InstanceDefinitions.QUERY_ADVERTISED) == null) {
      found.add(
          "'%s' is a wildcard, which gateways cannot call: set '%s' to host:port"
              .formatted(InstanceDefinitions.QUERY_HOST, InstanceDefinitions.QUERY_ADVERTISED));
    }
    found.addAll(
        AccessSettings.contradictions(
            values, InstanceDefinitions.QUERY_HOST, AccessSettings.QUERY_SECRET));
    var transactionMs = values.getInt(SchedulerDefinitions.TRANSACTION_TIMEOUT);
    if (directory().timeout().toMillis() >= transactionMs) {
      found.add(
          ("'%s' must be below '%s'; otherwise one slow answer of a broker makes a transaction"
                  + " fail")
              .formatted(SharedSettings.LOOKUP_TIMEOUT, SchedulerDefinitions.TRANSACTION_TIMEOUT));
    }
    return found;
  }

  /** Whether it is 0.0.0.0 or ::, however written. Names are not resolved. */
  private static boolean isWildcard(String host) {
    return host.matches("[0.]+|\\[?[0:]*:[0:.]*]?");
  }

  private static String bracketed(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }
}

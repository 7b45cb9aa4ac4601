package io.delaygate.gateway.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.schemas.settings.CheckedSettings;
import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.NonEmptyString;
import org.apache.kafka.common.config.ConfigDef.Range;

/**
 * All settings of the gateway, each with type, default, bound, and the reason for them. The table
 * in the README is generated from {@link #DEFINITION}.
 */
public final class GatewaySettings {
  static final String BOOTSTRAP = "bootstrap.servers";
  private static final String PREFIX = "topic.prefix";
  private static final String APPLICATION_ID = "application.id";
  private static final String REQUESTS = "requests.topic";
  private static final String REROUTED = "rerouted.topic";
  private static final String DEAD_LETTERS = "dead.letters.topic";
  private static final String REPLIES = "replies.topic";
  private static final String EVENTS = "events.topic";
  private static final String HOST = "http.host";
  private static final String PORT = "http.port";
  private static final String MAX_BODY = "http.max.body.bytes";
  private static final String MAX_HEADER = "http.max.header.bytes";
  private static final String MAX_INFLIGHT = "publish.max.inflight.bytes";
  private static final String GRACE = "shutdown.grace.ms";
  private static final String OUTCOME_TIMEOUT = "outcome.timeout.ms";
  private static final String MAX_WAITING = "outcome.max.waiting";
  private static final String SCHEDULER_URLS = "scheduler.urls";
  private static final String LOOKUP_TIMEOUT = "target.lookup.timeout.ms";

  /** What one call costs beside its body: request, future and record objects, roughly. */
  public static final int CALL_OVERHEAD_BYTES = 1024;

  /** Every setting; the reasons are part of the documentation. */
  public static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(BOOTSTRAP, LIST, NO_DEFAULT_VALUE, HIGH, "Brokers to ask first, `host:port,…`.")
          .define(
              PREFIX,
              STRING,
              "",
              HIGH,
              "Begins all own names, so that several installations can share a cluster; the"
                  + " scheduler must have the same.")
          .define(
              APPLICATION_ID,
              STRING,
              null,
              text(),
              LOW,
              own("delaygate", "The scheduler's application id"))
          .define(REQUESTS, STRING, null, text(), LOW, own("delay-requests", "Topic of commands"))
          .define(
              REROUTED,
              STRING,
              null,
              text(),
              LOW,
              own("delay-rerouted", "Topic of rerouted commands"))
          .define(
              DEAD_LETTERS,
              STRING,
              null,
              text(),
              LOW,
              own("delay-dead-letters", "Topic of dead letters"))
          .define(
              REPLIES,
              STRING,
              null,
              text(),
              LOW,
              own("delay-replies", "Topic of outcomes; every gateway reads one of its partitions"))
          .define(
              EVENTS,
              STRING,
              null,
              text(),
              LOW,
              own("delay-events", "Topic of events; known here as no job may target it"))
          .define(
              HOST,
              STRING,
              "127.0.0.1",
              text(),
              HIGH,
              "Address to bind. Local by default: there are no tokens yet, so whoever reaches it may"
                  + " schedule and cancel.")
          .define(
              PORT, INT, 8080, Range.between(0, 65_535), HIGH, "Port to bind; 0 takes a free one.")
          .define(
              MAX_BODY,
              INT,
              2 << 20,
              Range.atLeast(1),
              MEDIUM,
              "Longest body of a call, else 413. The default holds the largest record, 1 MiB, which"
                  + " grows by 4/3 as base64.")
          .define(
              MAX_HEADER,
              INT,
              16 << 10,
              Range.between(1 << 10, 1 << 20),
              LOW,
              "Longest request line and headers together, else 431 (414 for the line alone). The"
                  + " longest id needs 765 bytes.")
          .define(
              MAX_INFLIGHT,
              LONG,
              32L << 20,
              Range.atLeast(1),
              MEDIUM,
              "Bodies of calls that are not answered yet, and 1 KiB for each call; above it calls get"
                  + " 503, and items of a batch wait. Bounds the memory while Kafka is slow.")
          .define(
              GRACE,
              INT,
              20_000,
              Range.atLeast(0),
              MEDIUM,
              "How long a stop waits for answers in flight. Above the 10 s that Kafka has to take a"
                  + " command and the `outcome.timeout.ms` after it, below the 30 s after which"
                  + " orchestrators kill.")
          .define(
              OUTCOME_TIMEOUT,
              INT,
              5_000,
              Range.between(1, 15_000),
              MEDIUM,
              "How long a call that wants its outcome waits for it once the command is stored; then"
                  + " it gets 503, and the command is still carried out. Outcomes take some 50 ms;"
                  + " the default bridges a scheduler's rebalance, not its crash. With the 10 s that"
                  + " Kafka has, the bound stays below the 30 s after which idle connections end.")
          .define(
              MAX_WAITING,
              INT,
              10_000,
              Range.between(1, 1_000_000),
              MEDIUM,
              "Who may wait for an outcome at a time; above it callers get 503 and nothing is stored."
                  + " Some 1 KiB each: the default bounds memory at 10 MiB while a scheduler is away.")
          .define(
              SCHEDULER_URLS,
              LIST,
              "",
              HttpUrls.VALIDATOR,
              HIGH,
              "Query servers of any schedulers, `http://host:port,…`, such as a headless service; the"
                  + " others are found from there. Empty: questions about jobs get 503.")
          .define(
              LOOKUP_TIMEOUT,
              INT,
              1_000,
              Range.between(10, 60_000),
              LOW,
              "How long a question about a target may take, twice at most per call. Without an answer"
                  + " the command is accepted and its target decided when it is due.");

  private final CheckedSettings values;
  private final ClientSettings clients;

  private GatewaySettings(CheckedSettings values) {
    this.values = values;
    this.clients = new ClientSettings(values);
  }

  /**
   * Checks everything that was given.
   *
   * @throws SettingsException naming every fault
   */
  public static GatewaySettings check(Map<String, String> given) {
    var settings =
        new GatewaySettings(CheckedSettings.check(DEFINITION, given, ClientSettings.PREFIXES));
    settings.clients.refuseFixed();
    if (settings.maxInflightBytes() < settings.maxBodyBytes() + (long) CALL_OVERHEAD_BYTES) {
      throw new SettingsException(
          "%s must exceed %s by %d bytes, or the largest body could never be taken"
              .formatted(MAX_INFLIGHT, MAX_BODY, CALL_OVERHEAD_BYTES));
    }
    return settings;
  }

  /** Own topic names and the scheduler's application id: what no job may target. */
  public TopicNames topicNames() {
    var names = TopicNames.prefixed(values.getString(PREFIX));
    names = override(names, APPLICATION_ID, TopicNames::withApplicationId);
    names = override(names, REQUESTS, TopicNames::withRequests);
    names = override(names, REROUTED, TopicNames::withRerouted);
    names = override(names, DEAD_LETTERS, TopicNames::withDeadLetters);
    names = override(names, REPLIES, TopicNames::withReplies);
    return override(names, EVENTS, TopicNames::withEvents);
  }

  /** The address to bind. */
  public String host() {
    return values.getString(HOST);
  }

  /** The port to bind; 0 for any that is free. */
  public int port() {
    return values.getInt(PORT);
  }

  /** Longest body of a call. */
  public int maxBodyBytes() {
    return values.getInt(MAX_BODY);
  }

  /** Longest request line and headers together. */
  public int maxHeaderBytes() {
    return values.getInt(MAX_HEADER);
  }

  /** Bodies and overhead of all calls that are not answered yet. */
  public long maxInflightBytes() {
    return values.getLong(MAX_INFLIGHT);
  }

  /** How long answers in flight are waited for when the gateway stops. */
  public Duration shutdownGrace() {
    return Duration.ofMillis(values.getInt(GRACE));
  }

  /** How long one question about a target topic may take. */
  public Duration targetLookupTimeout() {
    return Duration.ofMillis(values.getInt(LOOKUP_TIMEOUT));
  }

  /** Query servers of any schedulers; empty when questions cannot be answered. */
  public List<String> schedulerUrls() {
    return values.getList(SCHEDULER_URLS);
  }

  /** How outcomes are waited for. */
  public OutcomeSettings outcomes() {
    return new OutcomeSettings(
        topicNames().replies(),
        Duration.ofMillis(values.getInt(OUTCOME_TIMEOUT)),
        values.getInt(MAX_WAITING));
  }

  /** The settings of the Kafka clients. */
  public ClientSettings clients() {
    return clients;
  }

  /** What is in force, sorted, one {@code key = value} per line; secrets are hidden. */
  public String effective() {
    return EffectiveSettings.of(values);
  }

  private TopicNames override(
      TopicNames names, String key, BiFunction<TopicNames, String, TopicNames> with) {
    return Optional.ofNullable(values.getString(key))
        .map(name -> with.apply(names, name))
        .orElse(names);
  }

  private static NonEmptyString text() {
    return new NonEmptyString();
  }

  private static String own(String suffix, String what) {
    return "%s; null takes `topic.prefix` + `%s`.".formatted(what, suffix);
  }
}

package io.delaygate.service.settings;

import static io.delaygate.service.settings.SettingText.because;
import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.schemas.topics.TopicPatterns;
import io.delaygate.service.directory.DirectorySettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Settings that both services share: Kafka's address, the names of the installation, and rules for
 * targets. Both services must have the same names, as otherwise they do not find each other.
 */
public final class SharedSettings {
  /** The brokers to connect to. */
  public static final String BOOTSTRAP = "bootstrap.servers";

  /** Timeout of a lookup of a target. */
  public static final String LOOKUP_TIMEOUT = "target.lookup.timeout.ms";

  private static final String ALLOWED = "target.allow";
  private static final String DENIED = "target.deny";
  private static final String PREFIX = "topic.prefix";
  private static final String APPLICATION_ID = "application.id";
  private static final String MAX_MESSAGE = "target.max.message.bytes";

  private static final Map<String, BiFunction<TopicNames, String, TopicNames>> NAMES =
      Map.of(
          APPLICATION_ID,
          TopicNames::withApplicationId,
          "requests.topic",
          TopicNames::withRequests,
          "rerouted.topic",
          TopicNames::withRerouted,
          "dead.letters.topic",
          TopicNames::withDeadLetters,
          "replies.topic",
          TopicNames::withReplies,
          "events.topic",
          TopicNames::withEvents,
          "control.topic",
          TopicNames::withControl);

  private SharedSettings() {}

  /** Kafka's address, and the names of the installation. */
  public static SettingsSection installation() {
    var to = new ConfigDef();
    to.define(
        BOOTSTRAP,
        STRING,
        NO_DEFAULT_VALUE,
        SettingValidators.BROKERS,
        HIGH,
        because(
            "Brokers for the first connection.",
            "No default, as it depends on the cluster. Name two or three, so that a start succeeds"
                + " while one is down."));
    to.define(
        PREFIX,
        STRING,
        "",
        SettingValidators.TOPIC_PREFIX,
        HIGH,
        because(
            "Prefix of all names of the installation; schedulers and gateways must have the same.",
            "Empty, as most clusters hold one installation; several with different prefixes can"
                + " share a cluster."));
    own(
        to,
        APPLICATION_ID,
        "delaygate",
        "The scheduler's application id, which begins the names of"
            + " its consumer group, changelogs and transactions");
    own(to, "requests.topic", "delay-requests", "Topic of commands");
    own(
        to,
        "rerouted.topic",
        "delay-rerouted",
        "Topic of commands on their way to the partition that owns their id");
    own(
        to,
        "dead.letters.topic",
        "delay-dead-letters",
        "Topic of rejected commands, and of jobs that could not be delivered");
    own(
        to,
        "replies.topic",
        "delay-replies",
        "Topic of outcomes, of which each gateway reads one partition");
    own(to, "events.topic", "delay-events", "Topic of events");
    own(
        to,
        "control.topic",
        "delay-control",
        "Topic of operators' decisions about targets: pause, release rate, defaults, alarm");
    return new SettingsSection("Kafka and names", to);
  }

  private static void own(ConfigDef to, String key, String suffix, String what) {
    to.define(
        key,
        STRING,
        null,
        SettingValidators.TOPIC,
        LOW,
        because(
            what + "; without it `topic.prefix` + `" + suffix + "`.",
            "For clusters whose naming rules cannot be met by a prefix."));
  }

  /** Adds the settings of targets. */
  public static void defineTargets(ConfigDef to) {
    to.define(
        ALLOWED,
        LIST,
        TopicPatterns.ANY,
        SettingValidators.TOPIC_PATTERNS,
        MEDIUM,
        because(
            "Topics that senders may name as target, dead-letter or reply topic, such as"
                + " `orders,billing.*`; gateways and schedulers must have the same.",
            "All: senders of commands are trusted unless this is set. Delaygate's own and Kafka's"
                + " internal topics are always denied."));
    to.define(
        DENIED,
        LIST,
        "",
        SettingValidators.TOPIC_PATTERNS,
        MEDIUM,
        because(
            "Topics that senders may not name, whatever is allowed. A job that was accepted earlier"
                + " is parked when it is due, as for a target that cannot be written to.",
            "None. Delaygate writes with rights of its own, so a sender without the right to write"
                + " to a topic could write to it through a job."));
    to.define(
        LOOKUP_TIMEOUT,
        LONG,
        1000L,
        between(100, 4000),
        LOW,
        because(
            "Longest lookup of a target at the brokers. Over HTTP a job whose target is not known"
                + " by then gets 503 with `Retry-After`, and is not stored; by Kafka it is accepted"
                + " and waits until its target is known.",
            "Brokers answer in milliseconds. A thread of the gateway waits meanwhile, hence the"
                + " upper bound; a scheduler's must be below `transaction.timeout.ms`."));
    to.define(
        MAX_MESSAGE,
        INT,
        1_048_588,
        atLeast(1024),
        LOW,
        because(
            "`max.message.bytes` assumed for targets whose settings the service may not read.",
            "Kafka's own default. Set the smallest limit among such targets: a larger record is"
                + " then refused when it is scheduled, not by the broker when it is due."));
  }

  /**
   * The names of the installation.
   *
   * @throws SettingsException if two topics have one name: a dead letter would become a command
   */
  public static TopicNames names(CheckedSettings values) {
    var names = TopicNames.prefixed(values.getString(PREFIX));
    for (var each : NAMES.entrySet()) {
      var name = values.getString(each.getKey());
      names = name == null ? names : each.getValue().apply(names, name);
    }
    SettingsException.throwIfAny(doubles(names));
    return names;
  }

  /** Prefix of our own names that are not set one by one; may be empty. */
  public static String prefix(CheckedSettings values) {
    return values.getString(PREFIX);
  }

  private static List<String> doubles(TopicNames names) {
    var topics = new HashMap<String, Integer>();
    Stream.of(
            names.requests(),
            names.rerouted(),
            names.deadLetters(),
            names.replies(),
            names.events(),
            names.control())
        .forEach(name -> topics.merge(name, 1, Integer::sum));
    return topics.entrySet().stream()
        .filter(topic -> topic.getValue() > 1)
        .map(topic -> "the topics of an installation must differ: '" + topic.getKey() + "'")
        .toList();
  }

  /** The topics that senders may name. */
  public static TopicPatterns targets(CheckedSettings values) {
    return new TopicPatterns(values.getList(ALLOWED), values.getList(DENIED));
  }

  /** The settings of the topic directory. */
  public static DirectorySettings directory(CheckedSettings values) {
    return new DirectorySettings(
        DirectorySettings.DEFAULT.refreshEvery(),
        Duration.ofMillis(values.getLong(LOOKUP_TIMEOUT)),
        values.getInt(MAX_MESSAGE));
  }
}

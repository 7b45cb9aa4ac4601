package io.delaygate.service.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Reader of many topics from the brokers: descriptions and rights of all, then configurations of
 * those that exist. It blocks for at most twice the timeout.
 */
final class TopicReader {
  /** Names in one request: about 50 kB. Meanwhile a broker answers nothing else to this client. */
  static final int NAMES_MOST = 1_000;

  /** Status of a topic that the brokers did not report. */
  static final Reading UNREAD = new Reading(new TopicStatus.Unreadable(), null);

  /** The client's own timeout ends its requests; this only covers one that fails to. */
  private static final Duration SLACK = Duration.ofMillis(500);

  private final Admin admin;
  private final DirectorySettings settings;
  private final Predicate<String> written;

  TopicReader(Admin admin, DirectorySettings settings, Predicate<String> written) {
    this.admin = admin;
    this.settings = settings;
    this.written = written;
  }

  /**
   * One topic as the brokers reported it.
   *
   * @param id null if the topic is missing, hidden from us or unknown
   */
  record Reading(TopicStatus status, @Nullable Uuid id) {}

  /**
   * The status of each topic; empty when the request failed.
   *
   * @param topics up to {@link #NAMES_MOST}
   * @throws InterruptedException when the directory is closed
   */
  Map<String, Reading> read(Collection<String> topics) throws InterruptedException {
    if (topics.isEmpty()) {
      return Map.of();
    }
    try {
      var options =
          new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(timeoutMs());
      var told =
          admin.describeTopics(TopicCollection.ofTopicNames(topics), options).topicNameValues();
      await(told.values());
      return readings(told);
    } catch (RuntimeException unasked) {
      return Map.of();
    }
  }

  /**
   * The names of all topics that we may see; empty when the brokers do not answer.
   *
   * @throws InterruptedException when the directory is closed
   */
  Optional<Set<String>> names() throws InterruptedException {
    try {
      var names = admin.listTopics(new ListTopicsOptions().timeoutMs(timeoutMs())).names();
      await(List.of(names));
      return Optional.ofNullable(value(names)).map(HashSet::new);
    } catch (RuntimeException | ExecutionException unasked) {
      return Optional.empty();
    }
  }

  private Map<String, Reading> readings(Map<String, KafkaFuture<TopicDescription>> told)
      throws InterruptedException {
    var readings = new HashMap<String, Reading>();
    var seen = new ArrayList<TopicDescription>();
    for (var each : told.entrySet()) {
      try {
        var description = value(each.getValue());
        if (description != null) {
          seen.add(description);
        }
      } catch (ExecutionException failed) {
        failure(failed.getCause())
            .ifPresent(why -> readings.put(each.getKey(), new Reading(why, null)));
      }
    }
    readings.putAll(described(seen));
    told.keySet().forEach(topic -> readings.putIfAbsent(topic, UNREAD));
    return readings;
  }

  private Map<String, Reading> described(List<TopicDescription> topics)
      throws InterruptedException {
    var readings = new HashMap<String, Reading>();
    if (topics.isEmpty()) {
      return readings;
    }
    var resources = topics.stream().map(topic -> resource(topic.name())).toList();
    var configs =
        admin
            .describeConfigs(resources, new DescribeConfigsOptions().timeoutMs(timeoutMs()))
            .values();
    await(configs.values());
    for (var topic : topics) {
      status(topic, configs.get(resource(topic.name())))
          .ifPresent(status -> readings.put(topic.name(), new Reading(status, topic.topicId())));
    }
    return readings;
  }

  private Optional<TopicStatus> status(TopicDescription topic, @Nullable KafkaFuture<Config> told)
      throws InterruptedException {
    var operations = topic.authorizedOperations();
    if (written.test(topic.name())
        && operations != null
        && !operations.contains(AclOperation.WRITE)) {
      return Optional.of(new TopicStatus.Unwritable());
    }
    try {
      var config = told == null ? null : value(told);
      return config == null ? Optional.empty() : Optional.of(facts(topic, config).status());
    } catch (ExecutionException failed) {
      // other errors are permanent, and must not keep jobs from their target
      return failed.getCause() instanceof RetriableException
          ? Optional.empty()
          : Optional.of(facts(topic, null).status());
    }
  }

  private TopicFacts facts(TopicDescription topic, @Nullable Config config) {
    return new TopicFacts(topic, config, settings.defaultMaxMessageBytes());
  }

  private static Optional<TopicStatus> failure(@Nullable Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException
        || cause instanceof InvalidTopicException) {
      return Optional.of(new TopicStatus.Missing());
    }
    return cause instanceof TopicAuthorizationException
        ? Optional.of(new TopicStatus.Unwritable())
        : Optional.empty();
  }

  private void await(Collection<? extends KafkaFuture<?>> told) throws InterruptedException {
    try {
      var most = settings.timeout().plus(SLACK).toMillis();
      KafkaFuture.allOf(told.toArray(KafkaFuture<?>[]::new)).get(most, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException partly) {
      // each result is checked separately
    }
  }

  /** Null without an answer in time. */
  private static <T> @Nullable T value(KafkaFuture<T> told)
      throws ExecutionException, InterruptedException {
    return told.isDone() ? told.get() : null;
  }

  private int timeoutMs() {
    return Math.toIntExact(settings.timeout().toMillis());
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }
}

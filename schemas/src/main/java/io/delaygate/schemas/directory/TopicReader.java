package io.delaygate.schemas.directory;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicCollection;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** One question to the brokers about some topics: description, rights and size limit. */
final class TopicReader {
  private final Admin admin;
  private final DirectorySettings settings;
  private final Predicate<String> written;

  TopicReader(Admin admin, DirectorySettings settings, Predicate<String> written) {
    this.admin = admin;
    this.settings = settings;
    this.written = written;
  }

  /** The status of each topic; never throws. Blocks for the time-out twice at most. */
  Map<String, TopicStatus> read(Collection<String> topics) {
    if (topics.isEmpty()) {
      return Map.of();
    }
    var timeoutMs = Math.toIntExact(settings.timeout().toMillis());
    var descriptions =
        admin
            .describeTopics(
                TopicCollection.ofTopicNames(topics),
                new DescribeTopicsOptions().includeAuthorizedOperations(true).timeoutMs(timeoutMs))
            .topicNameValues();
    var configs =
        admin
            .describeConfigs(
                topics.stream().map(TopicReader::resource).collect(Collectors.toList()),
                new DescribeConfigsOptions().timeoutMs(timeoutMs))
            .values();
    var statuses = new HashMap<String, TopicStatus>();
    descriptions.forEach(
        (topic, description) ->
            statuses.put(topic, status(description, configs.get(resource(topic)))));
    return statuses;
  }

  private TopicStatus status(
      KafkaFuture<TopicDescription> description, @Nullable KafkaFuture<Config> config) {
    try {
      var topic = description.get();
      var operations = topic.authorizedOperations();
      if (written.test(topic.name())
          && operations != null
          && !operations.contains(AclOperation.WRITE)) {
        return new TopicStatus.Unwritable();
      }
      return new TopicStatus.Writable(topic.partitions().size(), maxMessageBytes(config));
    } catch (ExecutionException failed) {
      return failure(failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new TopicStatus.Unreadable();
    }
  }

  private static TopicStatus failure(@Nullable Throwable cause) {
    if (cause instanceof UnknownTopicOrPartitionException
        || cause instanceof InvalidTopicException) {
      return new TopicStatus.Missing();
    }
    return cause instanceof TopicAuthorizationException
        ? new TopicStatus.Unwritable()
        : new TopicStatus.Unreadable();
  }

  /** Without the right to read configurations the setting's value is taken. */
  private int maxMessageBytes(@Nullable KafkaFuture<Config> config) throws InterruptedException {
    if (config == null) {
      return settings.defaultMaxMessageBytes();
    }
    try {
      var entry = config.get().get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
      return Integer.parseInt(entry.value());
    } catch (ExecutionException | NumberFormatException unreadable) {
      return settings.defaultMaxMessageBytes();
    }
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }
}

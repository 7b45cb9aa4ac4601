package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.topics.FoundTopic.Hidden;
import io.delaygate.scheduler.topics.FoundTopic.Missing;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Reader of topics from the brokers, as far as its rights allow. */
final class TopicDescriber {
  private final Admin admin;

  TopicDescriber(Admin admin) {
    this.admin = admin;
  }

  /**
   * These topics as they are now.
   *
   * @throws KafkaException if the brokers do not answer
   */
  FoundTopics read(Collection<String> names) {
    try {
      var topics = new HashMap<String, FoundTopic>();
      for (var answer : admin.describeTopics(names).topicNameValues().entrySet()) {
        topics.put(answer.getKey(), found(answer.getKey(), answer.getValue()));
      }
      return new FoundTopics(topics, brokers());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private FoundTopic found(String name, KafkaFuture<TopicDescription> answer)
      throws InterruptedException {
    try {
      var topic = answer.get();
      var partitions = topic.partitions();
      var replicas = partitions.stream().mapToInt(partition -> partition.replicas().size()).min();
      return new Present(
          topic.topicId().toString(), partitions.size(), replicas.orElse(0), configs(name));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        return new Missing();
      }
      if (failed.getCause() instanceof TopicAuthorizationException) {
        return new Hidden();
      }
      throw unknown("topic " + name, failed);
    }
  }

  private @Nullable Map<String, String> configs(String topic) throws InterruptedException {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try {
      return admin.describeConfigs(List.of(resource)).all().get().values().stream()
          .map(Config::entries)
          .flatMap(Collection::stream)
          .filter(entry -> entry.value() != null)
          .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AuthorizationException) {
        return null;
      }
      throw unknown("settings of topic " + topic, failed);
    }
  }

  private int brokers() throws InterruptedException {
    try {
      return admin.describeCluster().nodes().get().size();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof AuthorizationException) {
        return 0;
      }
      throw unknown("number of brokers", failed);
    }
  }

  private static KafkaException unknown(String what, ExecutionException failed) {
    var cause = failed.getCause() == null ? failed : failed.getCause();
    return new KafkaException("The brokers did not report the " + what + ": " + cause, cause);
  }
}

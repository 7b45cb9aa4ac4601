package io.delaygate.service.topics;

import io.delaygate.service.settings.SettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creation of missing topics, which leaves existing ones as they are. */
public final class TopicCreation {
  /** Settings that only save disk or time, and that managed services may not allow. */
  private static final List<String> FOR_SPEED =
      List.of(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG);

  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  /** About 10 s of pauses: a healthy broker learns of a new topic within milliseconds. */
  private static final int LOOKS = 200;

  /** Each look may ask another broker, and the slowest one must know the topic too. */
  private static final int LOOKS_IN_A_ROW = 3;

  private TopicCreation() {}

  /**
   * Creates missing topics, and returns when the brokers show all of them: they answer from their
   * own copy of the metadata, some milliseconds after the controller has agreed. It needs no right
   * to create topics when nothing is missing.
   *
   * @return one line for people per created topic; empty when nothing was missing
   * @throws SettingsException naming each topic that the brokers refuse to create, and their reason
   * @throws KafkaException if the brokers do not answer, or do not show a topic for 10 s
   */
  public static List<String> createMissing(Admin admin, Collection<NewTopic> topics) {
    try {
      var missing = missing(admin, topics);
      if (missing.isEmpty()) {
        return List.of();
      }
      var done = create(admin, missing);
      awaitShown(admin, missing.keySet());
      return done;
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private static Map<String, NewTopic> missing(Admin admin, Collection<NewTopic> topics)
      throws InterruptedException {
    var missing = new TreeMap<String, NewTopic>();
    topics.forEach(topic -> missing.put(topic.name(), topic));
    for (var answer : admin.describeTopics(missing.keySet()).topicNameValues().entrySet()) {
      try {
        answer.getValue().get();
        missing.remove(answer.getKey());
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof TopicAuthorizationException) {
          // it may exist; the later check reports the missing right
          missing.remove(answer.getKey());
        } else if (!(failed.getCause() instanceof UnknownTopicOrPartitionException)) {
          throw new KafkaException("Topic " + answer.getKey() + " cannot be described", failed);
        }
      }
    }
    return missing;
  }

  private static List<String> create(Admin admin, Map<String, NewTopic> topics)
      throws InterruptedException {
    var done = new TreeMap<String, String>();
    topics.keySet().forEach(name -> done.put(name, "Topic '" + name + "' created"));
    var refused = tryCreate(admin, topics.values());
    var again = new ArrayList<NewTopic>();
    for (var topic : topics.values()) {
      if (refused.get(topic.name()) instanceof PolicyViolationException fault
          && isForSpeed(topic)) {
        refused.remove(topic.name());
        again.add(withoutSpeed(topic));
        done.merge(
            topic.name(),
            " without " + String.join(", ", FOR_SPEED) + ": " + fault.getMessage(),
            String::concat);
      }
    }
    refused.putAll(tryCreate(admin, again));
    if (!refused.isEmpty()) {
      throw refusal(refused);
    }
    return List.copyOf(done.values());
  }

  private static SettingsException refusal(Map<String, ApiException> refused) {
    return new SettingsException(
        refused.entrySet().stream()
            .map(topic -> "Topic '" + topic.getKey() + "': " + topic.getValue().getMessage())
            .sorted()
            .collect(
                Collectors.joining(
                    "\n  ",
                    "Missing topics could not be created:\n  ",
                    "\nAsk an administrator with the right to create them: 'delaygate topics plan'"
                        + " prints them")));
  }

  private static boolean isForSpeed(NewTopic topic) {
    return topic.configs().keySet().stream().anyMatch(FOR_SPEED::contains);
  }

  private static NewTopic withoutSpeed(NewTopic topic) {
    var configs = new HashMap<>(topic.configs());
    configs.keySet().removeAll(FOR_SPEED);
    var factor = topic.replicationFactor();
    return new NewTopic(
            topic.name(),
            Optional.of(topic.numPartitions()),
            factor < 1 ? Optional.empty() : Optional.of(factor))
        .configs(configs);
  }

  /** The permanent refusals of the brokers, by name; a topic that exists by now is not refused. */
  private static Map<String, ApiException> tryCreate(Admin admin, Collection<NewTopic> topics)
      throws InterruptedException {
    var refused = new HashMap<String, ApiException>();
    for (var creation : admin.createTopics(topics).values().entrySet()) {
      try {
        creation.getValue().get();
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof TopicExistsException) {
          continue;
        }
        if (failed.getCause() instanceof ApiException fault
            && !(fault instanceof RetriableException)) {
          refused.put(creation.getKey(), fault);
        } else {
          throw new KafkaException("Topic " + creation.getKey() + " was not created", failed);
        }
      }
    }
    return refused;
  }

  private static void awaitShown(Admin admin, Collection<String> names)
      throws InterruptedException {
    var inARow = 0;
    for (var look = 0; look < LOOKS; look++) {
      inARow = areShown(admin, names) ? inARow + 1 : 0;
      if (inARow == LOOKS_IN_A_ROW) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new KafkaException("The brokers do not report the new topics among " + names);
  }

  private static boolean areShown(Admin admin, Collection<String> names)
      throws InterruptedException {
    try {
      return admin.describeTopics(List.copyOf(names)).allTopicNames().get().values().stream()
          .flatMap(topic -> topic.partitions().stream())
          .allMatch(partition -> partition.leader() != null);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof UnknownTopicOrPartitionException) {
        return false;
      }
      throw new KafkaException("The new topics cannot be described", failed);
    }
  }
}

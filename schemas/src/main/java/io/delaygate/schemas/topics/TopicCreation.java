package io.delaygate.schemas.topics;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates topics that are missing and leaves those that exist as they are. */
public final class TopicCreation {
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  /** Some 10 s of pauses: a broker learns of a new topic within milliseconds, or is in trouble. */
  private static final int LOOKS = 200;

  private TopicCreation() {}

  /**
   * Creates what is missing, and returns when the brokers show all of it: they answer from their
   * own copy of the metadata, some milliseconds after the controller has agreed.
   *
   * @throws KafkaException if a topic could not be created, or is not shown for 10 s
   */
  public static void createMissing(Admin admin, Collection<NewTopic> topics) {
    try {
      create(admin, topics);
      awaitShown(admin, topics.stream().map(NewTopic::name).toList());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private static void create(Admin admin, Collection<NewTopic> topics) throws InterruptedException {
    for (var creation : admin.createTopics(topics).values().entrySet()) {
      try {
        creation.getValue().get();
      } catch (ExecutionException failed) {
        if (!(failed.getCause() instanceof TopicExistsException)) {
          throw new KafkaException("Topic " + creation.getKey() + " was not created", failed);
        }
      }
    }
  }

  private static void awaitShown(Admin admin, List<String> names) throws InterruptedException {
    for (var look = 0; look < LOOKS; look++) {
      if (areShown(admin, names)) {
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new KafkaException("The brokers do not show the new topics among " + names);
  }

  private static boolean areShown(Admin admin, List<String> names) throws InterruptedException {
    try {
      return admin.describeTopics(names).allTopicNames().get().values().stream()
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

package io.delaygate.gateway.queue;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.TopicDefinitions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Topics of queues on a cluster. */
public final class KafkaQueueTopics implements QueueTopicAdmin {
  /** Callers wait for it; a cluster that takes longer to make a topic is in trouble. */
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final Admin admin;

  /** By a client that stays the caller's, and must outlive this. */
  public KafkaQueueTopics(Admin admin) {
    this.admin = admin;
  }

  @Override
  public Set<String> beginningWith(String prefix) {
    return await(admin.listTopics().names(), UnknownTopicOrPartitionException.class, Set.of())
        .stream()
        .filter(topic -> topic.startsWith(prefix))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void make(String topic) {
    var made = admin.createTopics(List.of(TopicDefinitions.queue(topic))).all();
    await(made.thenApply(nothing -> true), TopicExistsException.class, false);
  }

  /** A group that somebody is still a member of stays; it costs nothing, and begins anew. */
  @Override
  public void drop(String topic) {
    var gone = admin.deleteTopics(List.of(topic)).all();
    await(gone.thenApply(nothing -> true), UnknownTopicOrPartitionException.class, false);
    var unused = admin.deleteShareGroups(List.of(topic));
  }

  /** What is there, or another value when the failure says no more than that. */
  private static <T> T await(KafkaFuture<T> told, Class<?> harmless, T otherwise) {
    try {
      return told.get(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      if (harmless.isInstance(failed.getCause())) {
        return otherwise;
      }
      throw unavailable(String.valueOf(failed.getMessage()));
    } catch (TimeoutException slow) {
      throw unavailable("they do not answer");
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw unavailable("the gateway stops");
    }
  }

  private static ProblemException unavailable(String why) {
    return new ProblemException(
        ReasonCode.UNAVAILABLE, "the brokers did not do what the queue needs: " + why);
  }
}

package io.delaygate.gateway.ops;

import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Readiness check of the gateway. The producer alone cannot tell: its metadata outlives the brokers
 * it came from, so the check asks the topic directory too.
 */
public final class Readiness {
  private final CommandPublisher publisher;
  private final TopicDirectory directory;
  private final Duration most;
  private final String requestsTopic;
  private final Supplier<Optional<String>> control;
  private volatile boolean draining;

  /**
   * Ready while the topic of commands can be written, and jobs can be validated.
   *
   * @param most longest wait for the brokers when they have to be asked
   * @param control why decisions about targets were never read; empty once they were
   */
  public Readiness(
      CommandPublisher publisher,
      TopicDirectory directory,
      Duration most,
      String requestsTopic,
      Supplier<Optional<String>> control) {
    this.publisher = publisher;
    this.directory = directory;
    this.most = most;
    this.requestsTopic = requestsTopic;
    this.control = control;
  }

  /** Makes the gateway not ready from now on: it is about to stop. */
  public void drain() {
    draining = true;
  }

  /** Reasons why the gateway is not ready; empty if it is ready. */
  List<String> obstacles() {
    if (draining) {
      return List.of("the gateway is shutting down");
    }
    var obstacles = new ArrayList<String>();
    directory.await(List.of(requestsTopic), most);
    var obstacle = obstacle(directory.status(requestsTopic));
    if (obstacle.isPresent()) {
      obstacles.add(obstacle.get());
    } else if (publisher.partitions().isEmpty()) {
      obstacles.add("the producer does not see the topic '" + requestsTopic + "'");
    }
    control.get().ifPresent(obstacles::add);
    return obstacles;
  }

  /**
   * The known reason why the gateway is not ready. Asks in the background and never waits. Does not
   * ask the producer, as it waits for topics that are unavailable.
   */
  public Optional<String> knownObstacle() {
    return obstacle(directory.status(requestsTopic)).or(control);
  }

  private Optional<String> obstacle(TopicStatus status) {
    if (status instanceof TopicStatus.Missing) {
      return Optional.of("the topic '" + requestsTopic + "' does not exist");
    }
    if (status instanceof TopicStatus.Unwritable) {
      return Optional.of(
          "the topic '"
              + requestsTopic
              + "' may not be written; grant the gateway the right to write to it");
    }
    return status instanceof TopicStatus.Unreadable
        ? Optional.of("the brokers do not answer")
        : Optional.empty();
  }
}

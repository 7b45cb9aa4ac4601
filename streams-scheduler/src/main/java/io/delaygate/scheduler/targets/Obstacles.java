package io.delaygate.scheduler.targets;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** View of what keeps records from topics now. Implementations are thread-safe and never block. */
@FunctionalInterface
public interface Obstacles {
  /**
   * What keeps records from a topic.
   *
   * @param partition the partition that is meant; null asks for any partition of the topic
   * @return empty where nothing is known to
   */
  Optional<Obstacle> of(String topic, @Nullable Integer partition);
}

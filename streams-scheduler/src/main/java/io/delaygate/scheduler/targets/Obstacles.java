package io.delaygate.scheduler.targets;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Source of the reasons why topics get no records now. Implementations are thread-safe and never
 * block.
 */
@FunctionalInterface
public interface Obstacles {
  /**
   * The reason why a topic gets no records.
   *
   * @param partition the partition that is meant; null asks for any partition of the topic
   * @return empty where none is known
   */
  Optional<Obstacle> of(String topic, @Nullable Integer partition);
}

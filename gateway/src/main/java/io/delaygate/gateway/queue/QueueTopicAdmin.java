package io.delaygate.gateway.queue;

import io.delaygate.gateway.problem.ProblemException;
import java.util.Set;

/**
 * Topics of queues, as the brokers have them now. Implementations are thread-safe; all methods wait
 * for the brokers, for some seconds at most.
 */
public interface QueueTopicAdmin {
  /**
   * The topics whose names begin so.
   *
   * @throws ProblemException 503 when the brokers do not tell
   */
  Set<String> beginningWith(String prefix);

  /**
   * Makes a topic; nothing when it is there.
   *
   * @throws ProblemException 503 when the brokers do not make it
   */
  void make(String topic);

  /**
   * Takes a topic away with all that reads it; nothing when it is not there.
   *
   * @throws ProblemException 503 when the brokers do not do it
   */
  void drop(String topic);
}

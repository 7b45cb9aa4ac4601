package io.delaygate.scheduler.clients;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Set of tasks whose work failed half-way, for example because their store could not be read. The
 * stream thread of such a task may not commit its work since its last commit: its producer checks
 * this set, and rolls back.
 *
 * <p>Each stream thread sees only its own tasks.
 */
public final class FailedTasks {
  private final ThreadLocal<Map<TaskId, RuntimeException>> own =
      ThreadLocal.withInitial(HashMap::new);

  private final BooleanSupplier mayRollBack;

  /**
   * Creates a set for all threads of a Kafka Streams instance.
   *
   * @param mayRollBack asked once for each roll-back of a thread, however many of its tasks failed;
   *     false where producers have no transactions, or after too many roll-backs. Thread-safe
   */
  public FailedTasks(BooleanSupplier mayRollBack) {
    this.mayRollBack = mayRollBack;
  }

  /**
   * Adds a failed task of the calling thread, until it is closed.
   *
   * @throws RuntimeException {@code why}, where the thread has to end instead
   */
  public void failed(TaskId task, RuntimeException why) {
    var failed = own.get();
    if (failed.isEmpty() && !mayRollBack.getAsBoolean()) {
      throw why;
    }
    failed.putIfAbsent(task, why);
  }

  /** Removes a task of the calling thread that was closed, and its work with it. */
  public void closed(TaskId task) {
    own.get().remove(task);
  }

  /** Whether a task of the calling thread has failed. */
  public boolean contains(TaskId task) {
    return own.get().containsKey(task);
  }

  /** Reason why the calling thread may not commit; null if it may. */
  @Nullable RuntimeException why() {
    return own.get().values().stream().findFirst().orElse(null);
  }
}

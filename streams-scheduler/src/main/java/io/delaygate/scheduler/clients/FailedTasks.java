package io.delaygate.scheduler.clients;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * Tasks whose work failed half-way, for example because their store could not be read. Nothing that
 * the stream thread of such a task did since its last commit may be committed: its producer asks
 * here, and rolls back.
 *
 * <p>Each stream thread sees its own tasks.
 */
public final class FailedTasks {
  private final ThreadLocal<Map<TaskId, RuntimeException>> own =
      ThreadLocal.withInitial(HashMap::new);

  private final BooleanSupplier mayRollBack;

  /**
   * Tasks of all threads of a Kafka Streams instance.
   *
   * @param mayRollBack asked once for each roll-back of a thread, however many of its tasks failed;
   *     false where producers have no transactions, or after too many roll-backs. Thread-safe
   */
  public FailedTasks(BooleanSupplier mayRollBack) {
    this.mayRollBack = mayRollBack;
  }

  /**
   * A task of the calling thread failed; it is unsound until it is closed.
   *
   * @throws RuntimeException that one, where the thread has to end instead
   */
  public void failed(TaskId task, RuntimeException why) {
    var failed = own.get();
    if (failed.isEmpty() && !mayRollBack.getAsBoolean()) {
      throw why;
    }
    failed.putIfAbsent(task, why);
  }

  /** A task of the calling thread is closed, and what it did with it. */
  public void closed(TaskId task) {
    own.get().remove(task);
  }

  /** Whether a task of the calling thread is unsound. */
  public boolean contains(TaskId task) {
    return own.get().containsKey(task);
  }

  /** Why the calling thread may not commit; null where nothing speaks against it. */
  @Nullable RuntimeException why() {
    return own.get().values().stream().findFirst().orElse(null);
  }
}

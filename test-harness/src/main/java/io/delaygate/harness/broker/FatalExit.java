package io.delaygate.harness.broker;

import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.utils.internals.Exit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interceptor of a broker's fatal exit, which would end this JVM without a message.
 *
 * <p>Kafka calls {@code Runtime.halt} after such a fault: in a test JVM all results would be lost.
 * Instead the fault is logged, reported to a waiting start, and thrown in Kafka's own thread. The
 * procedures are global to the JVM; all methods may be called from any thread.
 */
final class FatalExit {
  private static final Logger LOG = LoggerFactory.getLogger(FatalExit.class);
  private static CompletableFuture<Void> next = new CompletableFuture<>();

  private FatalExit() {}

  /** Intercepts exits from now on. */
  static void intercept() {
    Exit.setExitProcedure(FatalExit::refuse);
    Exit.setHaltProcedure(FatalExit::refuse);
  }

  /** Fails at the next fatal fault of any broker of this JVM; never completes otherwise. */
  static synchronized CompletableFuture<Void> next() {
    return next.copy();
  }

  private static void refuse(int status, @Nullable String message) {
    var fault =
        new IllegalStateException(
            "a broker stopped because of a fatal error (status " + status + "): " + message);
    LOG.error("The broker is unusable from now on; this JVM continues", fault);
    tell(fault);
    throw fault;
  }

  private static synchronized void tell(IllegalStateException fault) {
    next.completeExceptionally(fault);
    next = new CompletableFuture<>();
  }
}

package io.delaygate.harness.broker;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/** Wait for a cluster in a child process until it answers, or the process ends. */
final class ClusterReadiness {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private ClusterReadiness() {}

  /**
   * Returns when the cluster reports all its nodes.
   *
   * @throws IllegalStateException if the process ends before, or at the limit; the message has its
   *     output
   */
  static void await(KafkaCluster cluster, JavaProcess process, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    Admin admin = admin(cluster);
    try {
      while (answering(admin, process, deadline - System.nanoTime()) < cluster.nodes()) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } finally {
      // Without a limit close would wait for its last call, which a dead process never answers.
      admin.close(Duration.ZERO);
    }
  }

  private static Admin admin(KafkaCluster cluster) {
    // Limits the pause before a refused connection is tried again, which would grow to 1 s.
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            cluster.bootstrapServers(),
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            100));
  }

  // One call waits for the first answer; the client itself calls the broker again and again.
  private static int answering(Admin admin, JavaProcess process, long nanosLeft) {
    int limitMs = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft));
    CompletableFuture<Integer> nodes =
        admin
            .describeCluster(new DescribeClusterOptions().timeoutMs(limitMs))
            .nodes()
            .toCompletionStage()
            .toCompletableFuture()
            .thenApply(Collection::size);
    CompletableFuture<Integer> ended = process.onExit().thenApply(ClusterReadiness::endedEarly);
    try {
      return nodes.applyToEither(ended, n -> n).orTimeout(limitMs, TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      throw failure(process, e.getCause() instanceof TimeoutException ? e.getCause() : e);
    }
  }

  private static int endedEarly(JavaProcess process) {
    throw new IllegalStateException("the process ended with " + process.exitStatus());
  }

  private static IllegalStateException failure(JavaProcess process, Throwable cause) {
    return new IllegalStateException(
        "the broker process is not ready: " + cause + "\n" + process.outputTail(), cause);
  }
}

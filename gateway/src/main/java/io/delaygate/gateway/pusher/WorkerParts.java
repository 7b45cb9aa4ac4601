package io.delaygate.gateway.pusher;

import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.EndpointCall;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.schemas.topics.EndpointName;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Parts that all workers share. Thread-safe.
 *
 * @param dispatcher of the jobs of the installation
 * @param caller makes calls; its future never fails
 * @param room of the gateway, for all installations
 * @param ended called with each call that has ended
 */
public record WorkerParts(
    QueueDispatcher dispatcher,
    Function<EndpointCall, CompletableFuture<CallEnd>> caller,
    CallReports reports,
    CallRoom room,
    BiConsumer<EndpointName, CallEnd> ended) {
  /**
   * Clocks of a worker.
   *
   * @param gateways number of live gateways of the installation
   * @param wall for what is signed
   * @param ticker monotonic nanoseconds
   */
  public record Surroundings(IntSupplier gateways, Clock wall, LongSupplier ticker) {}
}

package io.delaygate.harness.chaos;

import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.util.function.Supplier;

/**
 * Service that faults affect, and that is restarted when it ends by itself, as by an orchestrator.
 * Thread-safe.
 */
final class Unit implements AutoCloseable {
  private final String name;
  private final ServiceProcess process;
  private boolean heldDown;
  private int revivals;

  /** Starts the service. */
  Unit(String name, Supplier<ServiceProcess> start) {
    this.name = name;
    this.process = start.get();
  }

  String name() {
    return name;
  }

  int port() {
    return process.port();
  }

  ServiceProcess process() {
    return process;
  }

  /** SIGKILL; it stays down until {@link #start}. */
  synchronized void kill() {
    heldDown = true;
    process.kill();
  }

  /** Starts the service after {@link #kill}. */
  synchronized void start() {
    heldDown = false;
    if (!process.isAlive()) {
      process.startAgain();
    }
  }

  /** Stops it cleanly, or by force if it does not stop; it stays down until {@link #start}. */
  synchronized void halt() {
    heldDown = true;
    try {
      process.terminate();
    } catch (IllegalStateException doesNotStop) {
      process.kill();
    }
  }

  /** Stops it like {@link #halt}, and starts it. */
  synchronized void restart() {
    halt();
    start();
  }

  void freeze() {
    process.freeze();
  }

  void thaw() {
    process.thaw();
  }

  /** Starts it again if it ended by itself. */
  synchronized void revive() {
    if (!heldDown && !process.isAlive()) {
      revivals++;
      process.startAgain();
    }
  }

  /** Number of times that it ended by itself. */
  synchronized int revivals() {
    return revivals;
  }

  synchronized boolean isReady() {
    return process.isAlive() && process.isReady();
  }

  /** Answer of its readiness probe, for a message. */
  String probe() {
    var text = Metrics.get(process.port(), "/readyz").map(a -> a.statusCode() + " " + a.body());
    return name + ": " + text.orElse(process.isAlive() ? "no answer" : "ended");
  }

  /** Stops it cleanly and for good. */
  synchronized void stop() {
    heldDown = true;
    if (process.isAlive()) {
      process.terminate();
    }
  }

  @Override
  public synchronized void close() {
    heldDown = true;
    process.kill();
  }
}

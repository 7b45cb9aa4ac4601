package io.delaygate.harness.chaos;

import io.delaygate.harness.process.Metrics;
import io.delaygate.harness.process.ServiceProcess;
import java.util.function.Supplier;

/**
 * A service that faults befall, and that an orchestrator would start again when it ended by itself.
 * Thread-safe.
 */
final class Unit implements AutoCloseable {
  private final String name;
  private final ServiceProcess process;
  private boolean heldDown;
  private int revivals;

  /** Starts it. */
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

  /** SIGKILL; nobody starts it until {@link #start}. */
  synchronized void kill() {
    heldDown = true;
    process.kill();
  }

  /** Starts it after {@link #kill}. */
  synchronized void start() {
    heldDown = false;
    if (!process.isAlive()) {
      process.startAgain();
    }
  }

  /** Stops it in order, or by force if it does not stop; nobody starts it until {@link #start}. */
  synchronized void halt() {
    heldDown = true;
    try {
      process.terminate();
    } catch (IllegalStateException doesNotStop) {
      process.kill();
    }
  }

  /** Stops it as {@link #halt} does, and starts it. */
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

  /** How often it had ended by itself. */
  synchronized int revivals() {
    return revivals;
  }

  synchronized boolean isReady() {
    return process.isAlive() && process.isReady();
  }

  /** What its probe says, for a message. */
  String probe() {
    var text = Metrics.get(process.port(), "/readyz").map(a -> a.statusCode() + " " + a.body());
    return name + ": " + text.orElse(process.isAlive() ? "no answer" : "ended");
  }

  /** Stops it in order; nobody starts it again. */
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

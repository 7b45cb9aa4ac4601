package io.delaygate.harness.e2e;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Load of 1,000 jobs per second, each due soon, until it is closed. */
final class Load implements AutoCloseable {
  private static final int BURST = 10;
  private static final int BURST_MS = 10;

  private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger sent = new AtomicInteger();
  private final Client client;
  private final String target;

  Load(Installation delaygate, String target) {
    this.client = delaygate.client();
    this.target = target;
    var unused = sender.scheduleAtFixedRate(this::send, 0, BURST_MS, TimeUnit.MILLISECONDS);
  }

  private void send() {
    for (var i = 0; i < BURST; i++) {
      var id = "load-" + sent.getAndIncrement();
      client.sendLater(id, "v", "delay-ms", "500", "delay-target-topic", target);
    }
  }

  /** Number of jobs so far. */
  int jobs() {
    return sent.get();
  }

  @Override
  public void close() {
    sender.shutdown();
    try {
      if (!sender.awaitTermination(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the load does not end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    client.flush();
  }
}

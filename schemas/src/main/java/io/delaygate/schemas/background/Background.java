package io.delaygate.schemas.background;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Threads that do something now and then. */
public final class Background {
  private Background() {}

  /** One daemon thread, which begins with its first task; whoever asked for it shuts it down. */
  public static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          var thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}

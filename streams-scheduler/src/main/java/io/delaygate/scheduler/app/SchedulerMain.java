package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.settings.SettingsSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The scheduler as a process. Ends with status 1 when Kafka Streams gave up, 2 on bad settings. */
public final class SchedulerMain {
  private static final int WATCH_SECONDS = 1;

  private SchedulerMain() {}

  /** Runs until SIGTERM. Arguments are {@code --key=value}, see the settings. */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      run(arguments);
    } catch (SettingsException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(2);
    }
  }

  private static void run(String[] arguments) throws InterruptedException {
    var settings = SchedulerSettings.of(SettingsSource.merge(System.getenv(), arguments));
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    var scheduler =
        Scheduler.start(settings, new Clocks(System::currentTimeMillis, System::nanoTime));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  awaitQuietly(stopped);
                }));
    var asked = false;
    while (!asked && scheduler.health().live()) {
      asked = stop.await(WATCH_SECONDS, TimeUnit.SECONDS);
    }
    scheduler.close();
    stopped.countDown();
    if (!asked) {
      System.exit(1);
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.logging.SettingsLog;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.settings.SettingsSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of the scheduler process. It exits with status 1 when it cannot start or Kafka Streams
 * has stopped, and with 2 on settings that are not valid.
 */
public final class SchedulerMain {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerMain.class);
  private static final int WATCH_SECONDS = 1;

  /**
   * A little longer than a stop, and ends before the orchestrator kills the process 5 s after it.
   */
  private static final Duration LONGEST_STOP = SchedulerService.STOP.plusSeconds(3);

  private SchedulerMain() {}

  /**
   * Runs until SIGTERM. Arguments have the form {@code --key=value}, see the settings; {@code
   * --create-topics} is short for {@code --topics.create=true}.
   */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      run(arguments);
    } catch (SettingsException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(2);
    } catch (RuntimeException | Error failed) {
      // ends threads that still run: without this thread the process is useless and never restarted
      LOG.atError().setCause(failed).log("The scheduler stops because of an error");
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws InterruptedException {
    var settings = settings(System.getenv(), arguments);
    SettingsLog.tell(LOG, settings.effective());
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    // registered before the start: a process that is stopped during it closes its stores, too
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  awaitQuietly(stopped); // a start may wait for brokers longer than a stop may take
                }));
    var asked = false;
    try (var scheduler =
        SchedulerService.start(settings, new Clocks(System::currentTimeMillis, System::nanoTime))) {
      while (!asked && scheduler.health().live()) {
        asked = stop.await(WATCH_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      stopped.countDown();
    }
    if (!asked) {
      System.exit(1);
    }
  }

  static SchedulerSettings settings(Map<String, String> environment, String... arguments) {
    return SchedulerSettings.of(given(environment, arguments));
  }

  /**
   * Settings of the process from all sources, not checked yet.
   *
   * @throws SettingsException if a source cannot be read
   */
  public static Map<String, String> given(Map<String, String> environment, String... arguments) {
    var spelledOut =
        Arrays.stream(arguments)
            .map(argument -> argument.equals("--create-topics") ? "--topics.create=true" : argument)
            .toArray(String[]::new);
    return SettingsSource.merge(environment, spelledOut);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      if (!latch.await(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atWarn().log("The scheduler did not stop in time; the process ends anyway");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

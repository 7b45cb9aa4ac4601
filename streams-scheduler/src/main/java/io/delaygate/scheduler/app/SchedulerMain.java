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
 * The scheduler as a process. Ends with status 1 when it cannot start or Kafka Streams gave up, 2
 * on bad settings.
 */
public final class SchedulerMain {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerMain.class);
  private static final int WATCH_SECONDS = 1;

  /** A little more than a stop takes, and less than the 5 s after which the process is killed. */
  private static final Duration LONGEST_STOP = SchedulerService.STOP.plusSeconds(3);

  private SchedulerMain() {}

  /**
   * Runs until SIGTERM. Arguments are {@code --key=value}, see the settings; {@code
   * --create-topics} is short for {@code --topics.create=true}.
   */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      run(arguments);
    } catch (SettingsException unusable) {
      System.err.println(unusable.getMessage());
      System.exit(2);
    } catch (RuntimeException | Error failed) {
      // whatever still runs: a process without this thread would serve nobody and not be restarted
      LOG.atError().setCause(failed).log("The scheduler ends");
      System.exit(1);
    }
  }

  private static void run(String[] arguments) throws InterruptedException {
    var settings = settings(System.getenv(), arguments);
    SettingsLog.tell(LOG, settings.effective());
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    // before the start: who is stopped in its midst closes its stores, too
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  awaitQuietly(stopped); // a start waits for brokers for longer than a stop may
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
   * What the process is told, from all sources and not yet checked.
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
        LOG.atWarn().log("The scheduler is not stopped in time; the process ends all the same");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.service.logging.SettingsLog;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.settings.SettingsSource;
import io.delaygate.service.start.ReadyMark;
import io.javalin.util.JavalinException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Main class of the gateway process. Exits with 0 after a drain, with 1 when it cannot start, and
 * with 2 on settings that are not valid.
 */
public final class GatewayMain {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayMain.class);

  /**
   * A start waits for no broker, but takes longer on a busy machine. A process that is stopped
   * during its start serves no calls yet, and then stops quickly.
   */
  private static final Duration LONGEST_START = Duration.ofSeconds(20);

  private GatewayMain() {}

  /** {@code [--config=FILE] [--key=value …]}, see {@link SettingsSource}. */
  public static void main(String... arguments) {
    var started = new CompletableFuture<Optional<Gateway>>();
    // before the start: a process that is stopped during it drains, too
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> awaited(started).ifPresent(GatewayMain::drain), "drain"));
    try {
      var settings = GatewaySettings.check(SettingsSource.merge(System.getenv(), arguments));
      SettingsLog.tell(LOG, settings.effective());
      started.complete(Optional.of(Gateway.start(settings, Clock.systemUTC(), System::nanoTime)));
      ReadyMark.set();
    } catch (SettingsException | ConfigException unusable) {
      System.err.println(unusable.getMessage());
      started.complete(Optional.empty());
      System.exit(2);
    } catch (KafkaException | JavalinException cannotStart) {
      System.err.println(cannotStart.getMessage());
      started.complete(Optional.empty());
      System.exit(1);
    } catch (RuntimeException | Error unforeseen) {
      // whatever still runs: without this thread the process would serve no call, yet not restart
      LOG.atError().setCause(unforeseen).log("The gateway stops because of an error");
      started.complete(Optional.empty());
      System.exit(1);
    }
  }

  /** The started gateway; empty for a start that hangs, as there is nothing to drain. */
  private static Optional<Gateway> awaited(CompletableFuture<Optional<Gateway>> started) {
    try {
      return started.get(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException hanging) {
      LOG.atWarn().log("The gateway has not started in time; the process ends anyway");
      return Optional.empty();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** A JVM that ends by a signal reports the signal; a drain that went well is a success. */
  private static void drain(Gateway gateway) {
    gateway.close();
    Runtime.getRuntime().halt(0);
  }
}

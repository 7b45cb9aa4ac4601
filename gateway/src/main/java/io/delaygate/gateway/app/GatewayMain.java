package io.delaygate.gateway.app;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.logging.SettingsLog;
import io.delaygate.schemas.settings.SettingsException;
import io.delaygate.schemas.settings.SettingsSource;
import io.javalin.util.JavalinException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process. Exits with 0 after a drain, with 1 when it cannot start. */
public final class GatewayMain {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayMain.class);

  private GatewayMain() {}

  /** {@code [--config=FILE] [--key=value …]}, see {@link SettingsSource}. */
  public static void main(String... arguments) {
    var started = new CompletableFuture<Optional<Gateway>>();
    // before the start: who is stopped in its midst drains, too
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> started.join().ifPresent(GatewayMain::drain), "drain"));
    try {
      var settings = GatewaySettings.check(SettingsSource.merge(System.getenv(), arguments));
      SettingsLog.tell(LOG, settings.effective());
      started.complete(Optional.of(Gateway.start(settings, Clock.systemUTC(), System::nanoTime)));
    } catch (SettingsException | KafkaException | JavalinException cannotStart) {
      System.err.println(cannotStart.getMessage());
      started.complete(Optional.empty());
      System.exit(1);
    } catch (RuntimeException | Error unforeseen) {
      // whatever still runs: a process without this thread would serve nobody and not be restarted
      LOG.atError().setCause(unforeseen).log("The gateway ends");
      started.complete(Optional.empty());
      System.exit(1);
    }
  }

  /** A JVM that ends by a signal reports the signal; a drain that went well is a success. */
  private static void drain(Gateway gateway) {
    gateway.close();
    Runtime.getRuntime().halt(0);
  }
}

package io.delaygate.harness.e2e;

import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.distribution.Distribution;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** How the services of the end-to-end tests are run. */
enum Services {
  /** In the JVM of the tests, one of each: quick. */
  IN_JVM(1) {
    @Override
    Service scheduler(Map<String, String> settings, Path output) {
      return SchedulerHere.start(settings);
    }

    @Override
    Service gateway(Map<String, String> settings, Path output) {
      return new GatewayHere(
          Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime));
    }
  },

  /** Two of each, from their unpacked distributions, each in a process: as they are installed. */
  PROCESSES(2) {
    @Override
    Service scheduler(Map<String, String> settings, Path output) {
      return ServiceProcess.ofDistribution(
          Distribution.scheduler().bin("delaygate-scheduler"),
          settings,
          ServiceProcess.SMALL,
          output);
    }

    @Override
    Service gateway(Map<String, String> settings, Path output) {
      return ServiceProcess.ofDistribution(
          Distribution.gateway().bin("delaygate-gateway"), settings, ServiceProcess.SMALL, output);
    }
  };

  static final String VARIABLE = "DELAYGATE_TEST_SERVICES";

  private final int usual;

  Services(int usual) {
    this.usual = usual;
  }

  /** What the environment says: {@code in-jvm}, also when unset, or {@code processes}. */
  static Services chosen() {
    var value = Optional.ofNullable(System.getenv(VARIABLE)).orElse("in-jvm");
    return switch (value) {
      case "in-jvm" -> IN_JVM;
      case "processes" -> PROCESSES;
      default -> throw new IllegalArgumentException(VARIABLE + " cannot be \"" + value + "\"");
    };
  }

  /** How many of each a test has that does not care. */
  int usual() {
    return usual;
  }

  /** Starts a scheduler; does not wait until it is ready. */
  abstract Service scheduler(Map<String, String> settings, Path output);

  /** Starts a gateway; does not wait until it is ready. */
  abstract Service gateway(Map<String, String> settings, Path output);

  /** A scheduler in this JVM, which can be looked into. */
  record SchedulerHere(SchedulerService scheduler) implements Service {
    static SchedulerHere start(Map<String, String> settings) {
      return new SchedulerHere(
          SchedulerService.start(
              SchedulerSettings.of(settings),
              new Clocks(System::currentTimeMillis, System::nanoTime)));
    }

    @Override
    public int port() {
      return scheduler.port();
    }

    @Override
    public int queryPort() {
      return scheduler.queryPort();
    }

    @Override
    public void close() {
      scheduler.close();
    }
  }

  private record GatewayHere(Gateway gateway) implements Service {
    @Override
    public int port() {
      return gateway.port();
    }

    @Override
    public int queryPort() {
      throw new UnsupportedOperationException("a gateway has no port of queries");
    }

    @Override
    public void close() {
      gateway.close();
    }
  }
}

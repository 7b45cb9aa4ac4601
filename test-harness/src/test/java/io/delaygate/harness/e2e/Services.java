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

/** Way in which the services of the end-to-end tests run. */
enum Services {
  /** One of each in the JVM of the tests, which is fast. */
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

  /** Two processes of each, from their unpacked distributions, as installed. */
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

  /** The choice in the environment: {@code in-jvm}, also if unset, or {@code processes}. */
  static Services chosen() {
    var value = Optional.ofNullable(System.getenv(VARIABLE)).orElse("in-jvm");
    return switch (value) {
      case "in-jvm" -> IN_JVM;
      case "processes" -> PROCESSES;
      default -> throw new IllegalArgumentException(VARIABLE + " cannot be \"" + value + "\"");
    };
  }

  /** Default number of each service. */
  int usual() {
    return usual;
  }

  /** Starts a scheduler; does not wait until it is ready. */
  abstract Service scheduler(Map<String, String> settings, Path output);

  /** Starts a gateway; does not wait until it is ready. */
  abstract Service gateway(Map<String, String> settings, Path output);

  /** A scheduler in this JVM, which tests may inspect. */
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

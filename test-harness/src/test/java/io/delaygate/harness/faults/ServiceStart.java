package io.delaygate.harness.faults;

import io.delaygate.gateway.app.Gateway;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.harness.process.Service;
import io.delaygate.harness.process.ServiceProcess;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** Way in which the schedulers of a trial run. */
@FunctionalInterface
interface ServiceStart {
  /** In this JVM, where producers can fail on purpose. */
  ServiceStart HERE = (settings, output, faults) -> here(settings, faults);

  /** Each in its own process, which can be killed. */
  ServiceStart PROCESSES = (settings, output, faults) -> ServiceProcess.scheduler(settings, output);

  /** Starts a scheduler; does not wait until it is ready. */
  Service scheduler(Map<String, String> settings, Path output, TopicFaults faults);

  /** Number of schedulers. */
  default int schedulers() {
    return TrialInstallation.PARTITIONS;
  }

  /** The same with a single scheduler. */
  default ServiceStart alone() {
    var way = this;
    return new ServiceStart() {
      @Override
      public Service scheduler(Map<String, String> settings, Path output, TopicFaults faults) {
        return way.scheduler(settings, output, faults);
      }

      @Override
      public int schedulers() {
        return 1;
      }
    };
  }

  private static Service here(Map<String, String> settings, TopicFaults faults) {
    return new SchedulerHere(
        SchedulerService.start(
            SchedulerSettings.of(settings),
            new Clocks(System::currentTimeMillis, System::nanoTime),
            faults.factory()));
  }

  /** Starts a gateway in this JVM; does not wait until it is ready. */
  static Service gateway(Map<String, String> settings) {
    return new GatewayHere(
        Gateway.start(GatewaySettings.check(settings), Clock.systemUTC(), System::nanoTime));
  }

  /** A scheduler in this JVM. */
  record SchedulerHere(SchedulerService scheduler) implements Service {
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

  /** A gateway in this JVM. */
  record GatewayHere(Gateway gateway) implements Service {
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

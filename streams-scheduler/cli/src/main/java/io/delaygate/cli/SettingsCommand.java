package io.delaygate.cli;

import io.delaygate.scheduler.app.SchedulerMain;
import io.delaygate.service.settings.SettingsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** Base of commands that use the scheduler's settings, most of them to connect to the brokers. */
abstract class SettingsCommand implements Callable<Integer> {
  private final Session session;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = {
        "The scheduler's settings; else DELAYGATE_CONFIG, else config/scheduler.properties. Each can"
            + " also be an argument, --key=value, or a variable, DELAYGATE_KEY"
      })
  private @Nullable String config;

  // there are hundreds of settings, most of them Kafka's own: the settings check knows them
  @Unmatched private List<String> arguments = new ArrayList<>();

  SettingsCommand(Session session) {
    this.session = session;
  }

  /**
   * Settings as the scheduler's process reads them, not yet checked; the caller may change the map.
   *
   * @throws SettingsException if a source cannot be read
   */
  final Map<String, String> given() {
    var all = new ArrayList<>(arguments);
    if (config != null) {
      all.add("--config=" + config);
    }
    return SchedulerMain.given(session.settings(), all.toArray(String[]::new));
  }

  final Session session() {
    return session;
  }
}

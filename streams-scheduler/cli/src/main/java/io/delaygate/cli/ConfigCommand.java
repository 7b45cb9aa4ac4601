package io.delaygate.cli;

import io.delaygate.scheduler.settings.SchedulerSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command group {@code config}: checks the scheduler's settings before a start. */
@Command(
    name = "config",
    description = "Check the scheduler's settings",
    footer = {
      "delaygate config check --config=scheduler.properties",
      "delaygate config check --effective"
    })
final class ConfigCommand {

  /** Command {@code config check}: reads and checks the settings. */
  @Command(
      name = "check",
      description = "Read the settings as the scheduler does, and name all faults at once",
      footer = {
        "delaygate config check --config=scheduler.properties",
        "delaygate config check --effective --commit.interval.ms=50"
      })
  static final class Check extends SettingsCommand {
    @Option(
        names = "--effective",
        description = "Print what is in force, defaults included; secrets are hidden")
    private boolean effective;

    Check(Session session) {
      super(session);
    }

    @Override
    public Integer call() {
      var settings = SchedulerSettings.of(given());
      session().out().println(effective ? settings.effective() : "The settings can be used.");
      return ExitStatus.DONE.code();
    }
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.scheduler.topics.TopicCheck.Commands;
import io.delaygate.schemas.logging.LogKey;
import io.delaygate.schemas.settings.SettingsException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** The start-up check of the installation's own topics. */
final class OwnTopics {
  private static final Logger LOG = LoggerFactory.getLogger(OwnTopics.class);

  private final TopicCheck topics;
  private final boolean create;

  OwnTopics(Admin admin, SchedulerSettings settings) {
    this.topics = new TopicCheck(admin, settings);
    this.create = settings.createTopics();
  }

  /**
   * Creates what is missing, if the settings say so, and compares all with the plan. Changelogs are
   * created in any case, as they always were by Kafka Streams, unless something else is refused.
   *
   * @return the topic of commands as it is
   * @throws SettingsException if the topics do not fit, with every refusal
   */
  Commands check() {
    if (create) {
      log(topics.createMissing());
    }
    var result = topics.compare();
    if (!result.isRefused()) {
      var created = topics.createMissingChangelogs();
      log(created);
      result = created.isEmpty() ? result : topics.compare();
    }
    result
        .of(Severity.WARN)
        .forEach(
            warning ->
                told(LOG.atWarn(), warning)
                    .addKeyValue(LogKey.TOPIC.key(), warning.topic())
                    .log("A topic is not as planned; the scheduler starts all the same"));
    logUnreadable(result.of(Severity.NOTE));
    if (result.isRefused()) {
      throw new SettingsException(
          result.of(Severity.REFUSE).stream()
              .map(Deviation::text)
              .collect(Collectors.joining("\n  ", "The topics cannot be used:\n  ", "")));
    }
    return result.commands();
  }

  private static void log(List<String> created) {
    created.forEach(
        line ->
            LOG.atInfo()
                .addKeyValue(LogKey.DONE.key(), line)
                .log("Created a topic that was missing"));
  }

  /** One line: without the right it is mostly missing for all of them. */
  private static void logUnreadable(List<Deviation> notes) {
    if (!notes.isEmpty()) {
      told(LOG.atInfo(), notes.get(0))
          .addKeyValue(
              LogKey.TOPIC.key(),
              notes.stream().map(Deviation::topic).collect(Collectors.joining(", ")))
          .log("Topics could not be checked; the scheduler starts all the same");
    }
  }

  private static LoggingEventBuilder told(LoggingEventBuilder line, Deviation deviation) {
    return line.addKeyValue(LogKey.WHY.key(), deviation.finding() + "; " + deviation.why())
        .addKeyValue(LogKey.REMEDY.key(), deviation.remedy());
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.scheduler.topics.TopicCheck.Commands;
import io.delaygate.schemas.settings.SettingsException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    result.of(Severity.WARN).forEach(warning -> LOG.warn("{}", warning.text()));
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
    created.forEach(line -> LOG.info("{}", line));
  }

  /** One line: without the right it is mostly missing for all of them. */
  private static void logUnreadable(List<Deviation> notes) {
    if (!notes.isEmpty()) {
      LOG.info(
          "{}: {}. {}",
          notes.stream().map(Deviation::topic).collect(Collectors.joining(", ")),
          notes.get(0).finding() + "; " + notes.get(0).why(),
          notes.get(0).remedy());
    }
  }
}

package io.delaygate.scheduler.app;

import io.delaygate.scheduler.changelog.ChangelogCheck;
import io.delaygate.scheduler.changelog.ChangelogVerdict;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Adopt;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Create;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Refused;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Same;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.scheduler.topics.TopicCheck.Commands;
import io.delaygate.scheduler.topics.TopicCheck.Result;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.settings.SettingsException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Start-up check of the installation's own topics, which creates missing ones if the settings say
 * so.
 */
final class OwnTopicsCheck {
  private static final Logger LOG = LoggerFactory.getLogger(OwnTopicsCheck.class);

  private final TopicCheck topics;
  private final ChangelogCheck changelog;
  private final boolean create;

  OwnTopicsCheck(Admin admin, SchedulerSettings settings) {
    this.topics = new TopicCheck(admin, settings);
    this.changelog = new ChangelogCheck(admin, settings);
    this.create = settings.createTopics();
  }

  /**
   * Creates missing topics, if the settings say so, and compares all topics with the plan. The
   * changelog is created in any case, as Kafka Streams would do, unless another topic is refused;
   * but never where there was a changelog before.
   *
   * @return the topics as they were found
   * @throws SettingsException if the topics do not fit, with every refusal
   */
  Checked check() {
    if (create) {
      log(topics.createMissingButChangelogs());
    }
    var result = topics.compare();
    if (result.isRefusedButForChangelogs()) {
      throw refused(result);
    }
    var verdict = verdict(result);
    if (verdict instanceof Refused refusal) {
      return new Checked(result.commands(), "", refusal.why());
    }
    if (verdict instanceof Create) {
      log(topics.createMissingChangelogs());
      result = topics.compare();
      verdict = changelog.look();
    }
    tell(result);
    return new Checked(result.commands(), settle(verdict), null);
  }

  /** Throws the refusals of the other topics if the changelog may not be described. */
  private ChangelogVerdict verdict(Result result) {
    try {
      return changelog.lookAndTell();
    } catch (KafkaException unanswered) {
      if (unanswered.getCause() instanceof AuthorizationException && result.isRefused()) {
        throw refused(result);
      }
      throw unanswered;
    }
  }

  private String settle(ChangelogVerdict verdict) {
    if (verdict instanceof Adopt adopted) {
      changelog.writeDown(adopted.id());
      changelog.settle(adopted.id());
      return adopted.id();
    }
    if (verdict instanceof Same same) {
      changelog.settle(same.id());
      return same.id();
    }
    throw new SettingsException(
        "The changelog changed while the scheduler was starting; start it again: " + verdict);
  }

  private static void tell(Result result) {
    result
        .of(Severity.WARN)
        .forEach(
            warning ->
                told(LOG.atWarn(), warning)
                    .addKeyValue(LogKey.TOPIC.key(), warning.topic())
                    .log("A topic differs from the plan; the scheduler starts anyway"));
    logUnreadable(result.of(Severity.NOTE));
    if (result.isRefused()) {
      throw refused(result);
    }
  }

  private static SettingsException refused(Result result) {
    return new SettingsException(
        result.of(Severity.REFUSE).stream()
            .map(Deviation::text)
            .collect(
                Collectors.joining(
                    "\n  ", "The scheduler cannot start with these topics:\n  ", "")));
  }

  private static void log(List<String> created) {
    created.forEach(
        line -> LOG.atInfo().addKeyValue(LogKey.DONE.key(), line).log("Created a missing topic"));
  }

  /** One line for all topics: a missing right is mostly missing for all of them. */
  private static void logUnreadable(List<Deviation> notes) {
    if (!notes.isEmpty()) {
      told(LOG.atInfo(), notes.get(0))
          .addKeyValue(
              LogKey.TOPIC.key(),
              notes.stream().map(Deviation::topic).collect(Collectors.joining(", ")))
          .log("The topics could not be checked completely; the scheduler starts anyway");
    }
  }

  private static LoggingEventBuilder told(LoggingEventBuilder line, Deviation deviation) {
    return line.addKeyValue(LogKey.WHY.key(), deviation.finding() + "; " + deviation.why())
        .addKeyValue(LogKey.REMEDY.key(), deviation.remedy());
  }

  /**
   * The topics as they were found.
   *
   * @param changelog id of the changelog that holds the jobs; empty if it is refused
   * @param refusal reason why the scheduler may not join its group; null when it may
   */
  record Checked(Commands commands, String changelog, @Nullable String refusal) {}
}

package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.scheduler.topics.FoundTopic.Present;
import io.delaygate.schemas.topics.PlannedTopic;
import io.delaygate.schemas.topics.TopicRole;
import io.delaygate.service.topics.TopicCreation;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * Check of the installation's topics on a cluster: creates missing ones, compares all with the
 * plan.
 *
 * <p>All methods throw {@link org.apache.kafka.common.KafkaException} if the brokers do not answer.
 */
public final class TopicCheck {
  private final Admin admin;
  private final SchedulerSettings settings;
  private final TopicDescriber describer;

  /** With a client that the caller closes. */
  public TopicCheck(Admin admin, SchedulerSettings settings) {
    this.admin = admin;
    this.settings = settings;
    this.describer = new TopicDescriber(admin);
  }

  /**
   * Creates all that is missing.
   *
   * @return what was done, one line each
   * @throws io.delaygate.service.settings.SettingsException if the brokers refuse
   */
  public List<String> createMissing() {
    return create(topic -> true);
  }

  /**
   * Creates the changelogs that are missing, as Kafka Streams would do later: but if it may not,
   * its threads die with a message that does not say what to do.
   *
   * @return what was done, one line each
   * @throws io.delaygate.service.settings.SettingsException if the brokers refuse
   */
  public List<String> createMissingChangelogs() {
    return create(topic -> topic.role().isChangelog());
  }

  /**
   * Creates all other topics that are missing.
   *
   * @return what was done, one line each
   * @throws io.delaygate.service.settings.SettingsException if the brokers refuse
   */
  public List<String> createMissingButChangelogs() {
    return create(topic -> !topic.role().isChangelog());
  }

  private List<String> create(Predicate<PlannedTopic> which) {
    var plan = TopicPlan.of(settings, partitions());
    return TopicCreation.createMissing(
        admin, plan.stream().filter(which).map(PlannedTopic::newTopic).toList());
  }

  /** Compares the cluster with the plan. */
  public Result compare() {
    var seen = look();
    var retention = retention(seen.found().of(settings.names().requests()));
    var changelogs =
        seen.plan().stream()
            .filter(topic -> topic.role().isChangelog())
            .map(PlannedTopic::name)
            .collect(Collectors.toSet());
    return new Result(
        new Commands(seen.partitions(), retention),
        seen.plan().size(),
        seen.deviations(),
        changelogs);
  }

  /** The plan, and what the cluster has of it. */
  SeenTopics look() {
    var partitions = partitions();
    var plan = TopicPlan.of(settings, partitions).stream().filter(this::isUsed).toList();
    return new SeenTopics(
        partitions, plan, describer.read(plan.stream().map(PlannedTopic::name).toList()));
  }

  private boolean isUsed(PlannedTopic topic) {
    return topic.role() != TopicRole.EVENTS || !settings.events().isEmpty();
  }

  /** The topic of commands decides; while it is missing, the settings do. */
  private int partitions() {
    var requests = settings.names().requests();
    return describer.read(List.of(requests)).of(requests) instanceof Present present
        ? present.partitions()
        : settings.partitions();
  }

  private static @Nullable Long retention(FoundTopic requests) {
    var ms = requests instanceof Present present ? present.config("retention.ms") : null;
    return ms == null ? null : Long.valueOf(ms);
  }

  /**
   * The topic of commands.
   *
   * @param retentionMs of records, -1 for ever; null when it may not be read
   */
  public record Commands(int partitions, @Nullable Long retentionMs) {}

  /**
   * Result of a comparison.
   *
   * @param commands as their topic is
   * @param topics how many were looked at
   * @param deviations refusals first
   * @param changelogs names of those topics that are changelogs
   */
  public record Result(
      Commands commands, int topics, List<Deviation> deviations, Set<String> changelogs) {
    /** The deviations of one severity. */
    public List<Deviation> of(Severity severity) {
      return deviations.stream().filter(it -> it.severity() == severity).toList();
    }

    /** Whether the scheduler would not start, whatever its changelogs are like. */
    public boolean isRefusedButForChangelogs() {
      return of(Severity.REFUSE).stream().anyMatch(it -> !changelogs.contains(it.topic()));
    }

    /** Whether the scheduler does not start with these topics. */
    public boolean isRefused() {
      return !of(Severity.REFUSE).isEmpty();
    }
  }
}

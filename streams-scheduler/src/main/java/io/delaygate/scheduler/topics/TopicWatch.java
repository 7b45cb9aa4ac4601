package io.delaygate.scheduler.topics;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.topics.Deviation.Severity;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Background watch of the installation's topics while the scheduler runs: a topic that is not as
 * planned, or not as it was, is logged once, with the remedy. Brokers that do not answer block no
 * caller; the last state counts until they do. Thread-safe.
 */
public final class TopicWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicWatch.class);

  /**
   * A change is to be reported within ten seconds, and a look may take a few. It costs the brokers
   * two questions, and one for each topic.
   */
  static final Duration EVERY = Duration.ofSeconds(3);

  private final Admin admin;
  private final TopicCheck topics;
  private final GuardedScheduler background;
  private int known;
  private @Nullable SeenTopics first;
  private Set<Deviation> told = Set.of();
  private volatile @Nullable TopicChanges seen;

  /** Does nothing before {@link #start}. */
  public TopicWatch(SchedulerSettings settings, BackgroundFailures failures) {
    background = new GuardedScheduler("topic-watch", failures);
    admin = Admin.create(settings.adminProperties());
    topics = new TopicCheck(admin, settings);
  }

  /**
   * Begins to look.
   *
   * @param partitions of the topic of commands that the scheduler began with
   */
  public void start(int partitions) {
    beginAnew(partitions);
    background.repeat(Duration.ZERO, EVERY, this::look);
  }

  /**
   * From now on the topics are compared with what they are at the next look.
   *
   * @param partitions of the topic of commands that the scheduler began with
   */
  public synchronized void beginAnew(int partitions) {
    known = partitions;
    first = null;
    seen = null;
  }

  /** Why the scheduler is not ready, a line for each thing; empty when it is, or may be. */
  public List<String> obstacles() {
    return refused().stream().map(Deviation::text).toList();
  }

  /** How many refusals there are of each topic that has some. */
  public Map<String, Double> refusedTopics() {
    return refused().stream()
        .collect(Collectors.groupingBy(Deviation::topic, Collectors.summingDouble(it -> 1)));
  }

  /** Whether there are more partitions of commands than at first, and all other topics fit. */
  public boolean isResized() {
    var last = seen;
    return last != null && last.isResized() && last.isStartable();
  }

  @Override
  public void close() {
    background.close();
    admin.close(Duration.ofSeconds(1));
  }

  private List<Deviation> refused() {
    var last = seen;
    return last == null
        ? List.of()
        : last.deviations().stream().filter(it -> it.severity() == Severity.REFUSE).toList();
  }

  private void look() {
    try {
      take(topics.look());
    } catch (KafkaException unanswered) { // the next look asks again
      LOG.atDebug()
          .setCause(unanswered)
          .log(
              "The brokers did not describe the scheduler's own topics; the next check asks again");
    }
  }

  private synchronized void take(SeenTopics now) {
    var before = first;
    if (before == null) {
      before = new SeenTopics(known, now.plan(), now.found());
    }
    var changes = TopicChanges.between(before, now);
    first = changes.madeAnew().isEmpty() ? before : before.with(now, changes.madeAnew().keySet());
    seen = changes;
    tell(changes);
  }

  private void tell(TopicChanges changes) {
    changes
        .madeAnew()
        .forEach(
            (topic, id) ->
                LOG.atWarn()
                    .addKeyValue(LogKey.TOPIC.key(), topic)
                    .log(
                        "A topic was deleted and recreated while the scheduler was running; its"
                            + " records are lost, and the scheduler continues with the new"
                            + " topic"));
    var relevant =
        changes.deviations().stream()
            .filter(it -> it.severity() != Severity.NOTE)
            .collect(Collectors.toSet());
    relevant.stream().filter(it -> !told.contains(it)).forEach(TopicWatch::tell);
    var gone = new HashSet<>(told);
    gone.removeAll(relevant);
    gone.forEach(
        it ->
            LOG.atInfo()
                .addKeyValue(LogKey.TOPIC.key(), it.topic())
                .addKeyValue(LogKey.WHY.key(), it.finding())
                .log("A problem of a topic is solved"));
    told = relevant;
  }

  private static void tell(Deviation found) {
    if (found.severity() == Severity.REFUSE) {
      about(LOG.atError(), found)
          .log(
              "A topic of the scheduler is not usable; the scheduler is not ready until the"
                  + " topic is corrected");
    } else {
      about(LOG.atWarn(), found).log("A topic of the scheduler differs from the plan");
    }
  }

  private static LoggingEventBuilder about(LoggingEventBuilder line, Deviation found) {
    return line.addKeyValue(LogKey.TOPIC.key(), found.topic())
        .addKeyValue(LogKey.WHY.key(), found.finding() + "; " + found.why())
        .addKeyValue(LogKey.REMEDY.key(), found.remedy());
  }
}

package io.delaygate.scheduler.changelog;

import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.ChangelogIds;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.StoreChangelog;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic check of the changelog while the scheduler runs, and check for each store that is opened
 * or closed. A finding stands until {@link #expect} names the topic that holds the jobs.
 * Thread-safe.
 */
public final class ChangelogGuard implements StoreChangelog, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangelogGuard.class);

  /** Two checks have to agree, and a finding is promised within ten seconds. */
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** Short, since a stream thread waits for the answer, and all its tasks with it. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** Time for which an answer counts for stores that are opened or closed. */
  private static final long FRESH_NANOS = Duration.ofMillis(500).toNanos();

  /**
   * Time until brokers that did not answer are asked again: many stores are closed one after the
   * other.
   */
  private static final long SILENT_NANOS = Duration.ofSeconds(10).toNanos();

  private final Admin admin;
  private final ChangelogClient client;
  private final ChangelogRule rule;
  private final ChangelogNoteStore notes;
  private final LongSupplier ticker;
  private final GuardedScheduler background;
  private final Map<Integer, Long> firstStarts = new HashMap<>();
  private final Map<Integer, Long> highestEnds = new HashMap<>();
  private @Nullable String suspected;
  private volatile @Nullable String expected;
  private volatile @Nullable String refused;
  private volatile @Nullable Answer last;

  /**
   * Creates a guard that finds nothing before {@link #expect}.
   *
   * @param ticker monotonic nanoseconds
   */
  public ChangelogGuard(
      SchedulerSettings settings, LongSupplier ticker, BackgroundFailures failures) {
    this.background = new GuardedScheduler("changelog-guard", failures);
    var topic = JobStoreFactory.changelog(settings.names().applicationId());
    this.admin = Admin.create(settings.adminProperties());
    this.client = new ChangelogClient(admin, topic, TIMEOUT);
    this.rule = new ChangelogRule(topic);
    this.notes = new ChangelogNoteStore(settings, topic);
    this.ticker = ticker;
  }

  /** Starts to check. */
  public void start() {
    background.repeat(EVERY, EVERY, this::look);
  }

  /** Sets the topic that holds the jobs from now on. */
  public synchronized void expect(String id) {
    firstStarts.clear();
    highestEnds.clear();
    suspected = null;
    last = null;
    refused = null;
    expected = id;
    background.execute(this::look); // later checks are compared with the start offsets seen here
  }

  /** Reason why the scheduler may not go on; empty while it may. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(refused);
  }

  @Override
  public @Nullable String id() {
    return expected;
  }

  @Override
  public @Nullable String obstacle(int partition, @Nullable Long offset) {
    var found = refused;
    if (found != null || expected == null) {
      return found;
    }
    var why = ask(partition, offset);
    if (why != null) {
      refused = why;
    }
    return why;
  }

  @Override
  public void close() {
    background.close();
    admin.close(TIMEOUT);
  }

  private @Nullable String ask(int partition, @Nullable Long offset) {
    var answer = last;
    var age = answer == null ? Long.MAX_VALUE : ticker.getAsLong() - answer.atNanos();
    if (answer == null || age >= (answer.isSilence() ? SILENT_NANOS : FRESH_NANOS)) {
      answer = askForId();
    }
    if (answer.isSilence() || answer.why() != null || offset == null || offset < 0) {
      return answer.why();
    }
    try {
      var range = client.ranges(List.of(partition)).get(partition);
      return range != null && range.lacksFrom(offset) ? rule.shorter(Set.of(partition)) : null;
    } catch (KafkaException unanswered) {
      silent(unanswered);
      return null;
    }
  }

  private Answer askForId() {
    try {
      var answer = new Answer(ticker.getAsLong(), false, wrongId(client.find()));
      last = answer;
      return answer;
    } catch (KafkaException unanswered) {
      return silent(unanswered);
    }
  }

  private Answer silent(KafkaException unanswered) {
    LOG.atDebug()
        .setCause(unanswered)
        .log("The brokers did not describe the changelog; the next check asks again");
    var answer = new Answer(ticker.getAsLong(), true, null);
    last = answer;
    return answer;
  }

  private @Nullable String wrongId(ChangelogClient.@Nullable Found found) {
    var known = expected;
    if (found == null) {
      return rule.gone();
    }
    var topicId = known == null ? found.id() : ChangelogIds.topicId(known);
    return found.id().equals(topicId) ? null : rule.another(topicId, found.id());
  }

  private void look() {
    var id = expected;
    if (id == null || refused != null) {
      return;
    }
    try {
      var found = client.find();
      var why = wrongId(found);
      if (why != null || found == null) {
        take(why);
        return;
      }
      var shorter = shrunk(client.ranges(found.partitions()));
      if (take(shorter.isEmpty() ? null : rule.shorter(shorter)) && !shorter.isEmpty()) {
        notes.writeShorter(id, shorter);
      }
    } catch (KafkaException unanswered) { // the next check asks again
      LOG.atDebug()
          .setCause(unanswered)
          .log("The brokers did not describe the changelog; the next check asks again");
    }
  }

  /**
   * Takes a finding. The first one does not count yet: a broker that has just come back may know
   * less for a moment.
   *
   * @return whether the check before had a finding too
   */
  private synchronized boolean take(@Nullable String why) {
    var isConfirmed = suspected != null;
    if (why != null && isConfirmed) {
      refused = why;
    }
    suspected = why;
    return isConfirmed;
  }

  /**
   * Partitions that lost records. A start offset never falls again, so deleted records are always
   * noticed, however soon others follow. A lost end may rise again between two checks.
   */
  private synchronized Set<Integer> shrunk(Map<Integer, LogRange> ranges) {
    var shorter = new TreeSet<Integer>();
    ranges.forEach(
        (partition, range) -> {
          var first = firstStarts.putIfAbsent(partition, range.start());
          var isCut = first != null && first < range.start();
          if (highestEnds.merge(partition, range.end(), Math::max) > range.end() || isCut) {
            shorter.add(partition);
          }
        });
    return shorter;
  }

  /**
   * Answer of the brokers about the topic's id.
   *
   * @param why finding; null without one
   */
  private record Answer(long atNanos, boolean isSilence, @Nullable String why) {}
}

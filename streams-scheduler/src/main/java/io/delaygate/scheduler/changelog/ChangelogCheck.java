package io.delaygate.scheduler.changelog;

import io.delaygate.scheduler.changelog.ChangelogRule.Facts;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Refused;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.LocalCopies;
import io.delaygate.scheduler.store.LocalCopy;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.logging.LogKey;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start-up check of the changelog, before a scheduler joins its group. All methods throw a {@link
 * KafkaException} if the brokers do not answer.
 */
public final class ChangelogCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ChangelogCheck.class);

  /** Long, since no request is served yet. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final TopicNames names;
  private final String topic;
  private final ChangelogClient client;
  private final ChangelogNoteStore notes;
  private final LocalCopies copies;

  /** Creates a check with a client that the caller closes. */
  public ChangelogCheck(Admin admin, SchedulerSettings settings) {
    this.names = settings.names();
    var application = names.applicationId();
    this.topic = JobStoreFactory.changelog(application);
    this.client = new ChangelogClient(admin, topic, TIMEOUT);
    this.notes = new ChangelogNoteStore(settings, topic);
    this.copies = new LocalCopies(settings.stateDirectory(), application);
  }

  /** Judges the changelog, and changes nothing. */
  public ChangelogVerdict look() {
    return new ChangelogRule(topic).judge(facts());
  }

  /** The same, and writes down findings that other schedulers may not have. */
  public ChangelogVerdict lookAndTell() {
    var facts = facts();
    var verdict = new ChangelogRule(topic).judge(facts);
    if (verdict instanceof Refused refused && !refused.shorter().isEmpty()) {
      var note = facts.note();
      var id = note == null ? facts.found() : note.id();
      if (id != null) {
        tell(() -> notes.writeShorter(id, refused.shorter()));
      }
    }
    return verdict;
  }

  Facts facts() {
    // asked before the note, which is written before any command is read
    var isUsed = client.hasRead(names.applicationId(), names.requests());
    var found = client.find();
    var ranges = found == null ? Map.<Integer, LogRange>of() : client.ranges(found.partitions());
    var id = found == null ? null : found.id();
    return new Facts(notes.read(), id, copies.find(), ranges, isUsed);
  }

  /**
   * Writes down which topic holds the jobs from now on; without the right, it logs that and goes
   * on.
   */
  public void writeDown(String id) {
    tell(() -> notes.write(ChangelogNote.whole(id)));
  }

  private void tell(Runnable write) {
    try {
      write.run();
    } catch (KafkaException refused) {
      LOG.atWarn()
          .setCause(refused)
          .addKeyValue(LogKey.TOPIC.key(), topic)
          .addKeyValue(LogKey.REMEDY.key(), "Grant the scheduler's user WRITE on delay-control")
          .log(
              "The note about the changelog could not be written; if the changelog is deleted,"
                  + " only schedulers with local state notice it");
    }
  }

  /**
   * Puts stores back that were kept while the changelog was not the right one; retires those of
   * other changelogs.
   */
  public void settle(String id) {
    for (var copy : copies.find()) {
      if (copy.isKept()) {
        settle(copy, id);
      }
    }
  }

  private void settle(LocalCopy copy, String id) {
    if (copy.isOf(id)) {
      copies.putBack(copy);
    } else {
      copies.retire(copy);
    }
  }
}

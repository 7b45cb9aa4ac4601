package io.delaygate.scheduler.changelog;

import io.delaygate.scheduler.changelog.ChangelogRule.Facts;
import io.delaygate.scheduler.changelog.ChangelogVerdict.Refused;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.scheduler.store.JobStoreFactory;
import io.delaygate.scheduler.store.LocalCopies;
import io.delaygate.scheduler.store.LocalCopy;
import io.delaygate.scheduler.topics.TopicCheck;
import io.delaygate.schemas.topics.TopicDefinitions;
import io.delaygate.service.settings.SettingsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Repair of a refused changelog: a rebuild from local state, or acceptance of the loss. Local state
 * is read and not changed. All methods throw a {@link KafkaException} if the brokers do not answer
 * or refuse.
 */
public final class ChangelogRepair {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /** 30 s: brokers delete a topic within a second unless they have a problem. */
  private static final int LOOKS = 300;

  private final Admin admin;
  private final SchedulerSettings settings;
  private final TopicCheck topics;
  private final String topic;
  private final ChangelogCheck check;
  private final ChangelogClient client;
  private final ChangelogNoteStore notes;
  private final LocalCopies local;

  /** Creates a repair with a client that the caller closes. */
  public ChangelogRepair(Admin admin, SchedulerSettings settings) {
    var application = settings.names().applicationId();
    this.admin = admin;
    this.settings = settings;
    this.topics = new TopicCheck(admin, settings);
    this.topic = JobStoreFactory.changelog(application);
    this.check = new ChangelogCheck(admin, settings);
    this.client = new ChangelogClient(admin, topic, TIMEOUT);
    this.notes = new ChangelogNoteStore(settings, topic);
    this.local = new LocalCopies(settings.stateDirectory(), application);
  }

  /** Name of the changelog. */
  public String topic() {
    return topic;
  }

  /** Reason why the changelog is refused; empty if no repair is needed. */
  public Optional<String> refusal() {
    return check.look() instanceof Refused refused ? Optional.of(refused.why()) : Optional.empty();
  }

  /**
   * Lines that tell an operator what {@link #rebuild} would do.
   *
   * @param incomplete whether to use stores that may lack jobs
   */
  public List<String> preview(boolean incomplete) {
    var plan = plan(check.facts(), incomplete);
    var lines = new ArrayList<String>();
    plan.copies().forEach(copy -> lines.add(line(copy)));
    if (!plan.missing().isEmpty()) {
      lines.add(
          "Partitions "
              + new TreeSet<>(plan.missing())
              + ": no store in this state directory"
              + (incomplete ? "" : ", or one that may lack jobs; add --incomplete to use it"));
    }
    return lines;
  }

  private static String line(LocalCopy copy) {
    return "Partition %d: from %s%s%s%s"
        .formatted(
            copy.partition(),
            copy.directory(),
            copy.isActive() ? "" : "; from a standby or a former owner: jobs may be missing",
            copy.isClosed()
                ? ""
                : "; from a killed process: jobs may be missing, and delivered ones may be"
                    + " delivered again",
            copy.isKept()
                ? ""
                : "; closed before the loss of the changelog was noticed: if another scheduler"
                    + " ran longer, jobs may be missing, and delivered ones may be delivered"
                    + " again");
  }

  private RebuildPlan plan(Facts facts, boolean incomplete) {
    return RebuildPlan.of(facts, topics.compare().commands().partitions(), incomplete);
  }

  /**
   * Writes each partition that has a local store into the changelog. Creates the topic anew, unless
   * an earlier rebuild did. Can be repeated.
   *
   * @param told gets a line for each step
   * @return partitions that are still missing
   * @throws SettingsException if nothing can be written from here
   */
  public Set<Integer> rebuild(boolean incomplete, Consumer<String> told) {
    refuseOpenStores();
    var facts = check.facts();
    var plan = plan(facts, incomplete);
    if (plan.copies().isEmpty()) {
      throw new SettingsException(
          "The state directory has no store of the missing partitions: "
              + settings.stateDirectory());
    }
    var before = facts.note();
    var note = plan.isContinued() && before != null ? before : begin(plan, facts.found(), told);
    try (var producer = producer()) {
      for (var copy : plan.copies()) {
        var records = write(copy, producer);
        note = note.without(copy.partition());
        notes.write(note);
        told.accept("Partition %d: %d records written".formatted(copy.partition(), records));
      }
    }
    // a store that names its changelog is put away when its task opens it
    facts.copies().stream().filter(copy -> copy.changelog() == null).forEach(local::retire);
    return new TreeSet<>(note.open());
  }

  /** Refuses while a scheduler runs here, which has not written all of its stores to the disk. */
  private void refuseOpenStores() {
    if (local.isInUse()) {
      throw new SettingsException(
          "A scheduler has stores in %s open; wait a minute until it closes them, or stop it"
              .formatted(settings.stateDirectory()));
    }
  }

  private ChangelogNote begin(RebuildPlan plan, @Nullable String found, Consumer<String> told) {
    if (found != null) {
      delete();
      told.accept("Deleted " + topic);
    }
    topics.createMissingChangelogs().forEach(told);
    var made = client.find();
    if (made == null) {
      throw new KafkaException("Topic " + topic + " is not shown by the brokers");
    }
    var note = ChangelogNote.begun(made.id(), plan.partitions(), plan.former());
    notes.write(note);
    return note;
  }

  private void delete() {
    try {
      admin.deleteTopics(List.of(topic)).all().get();
    } catch (ExecutionException refused) {
      throw new KafkaException("Topic " + topic + " cannot be deleted", refused.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
    for (var looks = 0; client.find() != null; looks++) {
      if (looks == LOOKS) {
        throw new KafkaException("Topic " + topic + " still exists after its deletion");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private long write(LocalCopy copy, Producer<byte[], byte[]> producer) {
    var failures = new ConcurrentLinkedQueue<Exception>();
    var records =
        LocalCopies.eachRecord(
            copy,
            (key, value) -> {
              if (failures.isEmpty()) {
                send(new ProducerRecord<>(topic, copy.partition(), key, value), producer, failures);
              }
            });
    producer.flush();
    var failed = failures.peek();
    if (failed != null) {
      throw new KafkaException("Partition " + copy.partition() + " cannot be written", failed);
    }
    return records;
  }

  private static void send(
      ProducerRecord<byte[], byte[]> record,
      Producer<byte[], byte[]> producer,
      Queue<Exception> failures) {
    var unused =
        producer.send(
            record,
            (metadata, failed) -> {
              if (failed != null) {
                failures.add(failed);
              }
            });
  }

  private Producer<byte[], byte[]> producer() {
    var properties = new HashMap<>(settings.probeProperties());
    // only the operator waits, so the time-outs are Kafka's defaults
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 30_000);
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 120_000);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 60_000);
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 5);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 32L << 20);
    properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 2 * TopicDefinitions.OWN_BATCH_BYTES);
    properties.put(ProducerConfig.CLIENT_ID_CONFIG, settings.names().applicationId() + "-rebuild");
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Declares that the topic as it is holds the jobs from now on; creates it if it does not exist.
   * Local stores that have more records are renamed.
   *
   * @return number of jobs in these stores
   */
  public long acceptLoss(Consumer<String> told) {
    refuseOpenStores();
    topics.createMissingChangelogs().forEach(told);
    var facts = check.facts();
    var found = facts.found();
    if (found == null) {
      throw new KafkaException("Topic " + topic + " is not shown by the brokers");
    }
    var note = facts.note();
    notes.write(ChangelogNote.accepted(found, note));
    var counted = note != null && note.topicId().equals(found) ? note.id() : found;
    var jobs = 0L;
    for (var copy : facts.copies()) {
      if (!copy.isOf(counted)
          || copy.changelog() == null
          || facts.lacks(copy)
          || (note != null && note.isShorter() && note.open().contains(copy.partition()))) {
        jobs += LocalCopies.countJobs(copy);
        local.retire(copy);
        told.accept("Partition %d: the local store is set aside".formatted(copy.partition()));
      }
    }
    return jobs;
  }
}

package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.store.StoreChecks.holds;
import static io.delaygate.scheduler.store.StoreChecks.same;

import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * Task whose store is driven as by Kafka Streams 4.4, with the expected content: present jobs for
 * the writer, committed jobs for readers, and the last committed offset.
 */
final class DrivenTask {
  /** Offset that Kafka Streams stores for "not known" and expects back. */
  private static final long UNKNOWN_OFFSET = -4;

  private static final RocksMemory MEMORY = new RocksMemory(16L << 20, 64L << 20);

  private final int partition;
  private final TopicPartition topic;
  private final ChangelogModel changelog = new ChangelogModel();
  private JobModel present = new JobModel();
  private JobModel committed = new JobModel();
  private @Nullable Long storedOffset;
  private long lastOffset;
  private boolean isTouched;
  private Path directory;
  private DrivenThread thread;
  private StoreContext context;
  private RocksJobStore store;
  private @Nullable JobTable table;

  /** A new task on an empty directory. */
  DrivenTask(int partition, Path directory, DrivenThread thread) {
    this.partition = partition;
    this.topic = new TopicPartition(OpenStore.CHANGELOG.topic(), partition);
    this.directory = directory;
    this.thread = thread;
    this.context = context();
    this.store = new RocksJobStore("jobs", MEMORY, thread.registry());
  }

  private StoreContext context() {
    return new StoreContext(directory.toFile(), StreamsConfig.EXACTLY_ONCE_V2, partition);
  }

  ChangelogModel changelog() {
    return changelog;
  }

  Path directory() {
    return directory;
  }

  /** Moves the task to another process with this directory. */
  void moveTo(DrivenThread other, Path newDirectory) {
    thread = other;
    directory = newDirectory;
    context = context();
    store = new RocksJobStore("jobs", MEMORY, other.registry());
  }

  /** Opens the store, and checks that it holds exactly what was committed last. */
  void open() {
    store.init(context, store);
    thread.add(this);
    isTouched = false;
    table = null;
    same("offset of the opened store", store.committedOffset(topic), storedOffset);
    checkReader();
  }

  /** Opens, commits and closes the store without a task, as Kafka Streams does at start-up. */
  void openAtStartUp() {
    open();
    storedOffset = storedOffset == null ? Long.valueOf(UNKNOWN_OFFSET) : storedOffset;
    store.commit(offsets(storedOffset));
    close();
  }

  /**
   * Restores some records that are missing, in batches.
   *
   * @param isComplete whether all of them
   */
  void restore(Random random, boolean isComplete) {
    var offset = storedOffset;
    var missing = changelog.committedFrom(offset == null || offset < 0 ? 0 : offset + 1);
    var end = isComplete ? missing.size() : random.nextInt(missing.size() + 1);
    for (var from = 0; from < end; ) {
      var to = from + 1 + random.nextInt(end - from);
      restore(missing.subList(from, to));
      if (random.nextInt(3) == 0) {
        commitAt(missing.get(to - 1).offset());
      }
      from = to;
    }
    if (isComplete) {
      commitAt(changelog.end() - 1);
      same("restored jobs", committed.texts(), changelog.jobs().texts());
      checkReader();
    }
    lastOffset = changelog.end() - 1;
    present = committed.copy();
  }

  private void restore(List<ChangelogModel.Entry> entries) {
    var batch = new ArrayList<KeyValue<byte[], byte[]>>();
    for (var entry : entries) {
      batch.add(new KeyValue<>(entry.key(), entry.value()));
      entry.applyTo(committed);
    }
    context.restore().restoreAll(batch);
  }

  /** Commits an offset, which Streams does not know for a changelog without records. */
  private void commitAt(long offset) {
    long known = offset < 0 ? UNKNOWN_OFFSET : offset;
    store.commit(offsets(known));
    storedOffset = known;
  }

  private Map<TopicPartition, Long> offsets(long offset) {
    return Map.of(topic, offset);
  }

  /** Makes the task active after a complete restore. */
  void activate() {
    table = new JobTable(new LoggedStore(store, this::log), thread.registry(), partition);
  }

  private void log(byte[] key, byte @Nullable [] value) {
    thread.sends();
    lastOffset = changelog.append(key, value);
  }

  JobTable table() {
    var active = table;
    if (active == null) {
      throw new IllegalStateException("the task is not active");
    }
    return active;
  }

  JobModel present() {
    return present;
  }

  /** Whether the store has staged changes. */
  boolean isTouched() {
    return isTouched;
  }

  /** Changes a job; null removes it if it exists. */
  void set(String id, @Nullable KnownJob job) {
    var known = table().get(new JobId(id));
    same("job before its change", JobModel.text(known), JobModel.text(present.get(id)));
    if (known != null || job != null) {
      put(id, job);
    }
  }

  /** Changes a job that the caller has already read. */
  void put(String id, @Nullable KnownJob job) {
    isTouched = true;
    if (job instanceof Job pending) {
      table().put(pending);
    } else if (job instanceof EndedJob ended) {
      table().put(ended);
    } else {
      table().remove(new JobId(id));
    }
    present.set(id, job);
  }

  /** Removes ended jobs. */
  void removeEnded(long beforeMs, int atMost) {
    var gone =
        present.ended().stream().filter(job -> job.endedMs() < beforeMs).limit(atMost).toList();
    isTouched |= !gone.isEmpty();
    table().removeEnded(beforeMs, atMost);
    gone.forEach(job -> present.set(job.id().text(), null));
  }

  /** Removes the jobs that ended first, until so many bytes are gone. */
  void removeEndedBytes(long bytes, int atMost) {
    var size = present.history().bytes();
    for (var job : present.ended().stream().limit(atMost).toList()) {
      if (size - present.history().bytes() < bytes) {
        isTouched = true;
        present.set(job.id().text(), null);
      }
    }
    table().removeEndedBytes(bytes, atMost);
  }

  /** A change that another owner of the task committed. */
  void changedElsewhere(String id, @Nullable KnownJob job) {
    changelog.append(
        KeySpaces.job(new JobId(id).bytes()).get(), job == null ? null : JobModel.encoded(job));
    changelog.end(true);
  }

  /** Commits the store, as Streams does after a committed transaction. */
  void postCommit() {
    commitAt(lastOffset);
    isTouched = false;
    committed = present.copy();
    same("bytes that are staged", store.approximateNumUncommittedBytes(), 0L);
  }

  /** Commits the store after a failed transaction, which the store must refuse. */
  void postCommitOfFailed() {
    if (!isTouched) {
      commitAt(lastOffset);
      return;
    }
    var isRefused = isRefused(() -> store.commit(offsets(lastOffset)));
    checkReader();
    holds("a commit after a failed transaction is accepted", isRefused);
  }

  /** Marks the task as corrupted, as Streams does. */
  void corrupted() {
    store.commit(Map.of());
    storedOffset = null;
  }

  /** Checks that the store refuses a put upon changes of an ended transaction. */
  void mustRefusePut() {
    var key = KeySpaces.job(new JobId("refused").bytes());
    holds(
        "a put upon changes of an aborted transaction is accepted",
        isRefused(() -> store.put(key, null)));
  }

  private static boolean isRefused(Runnable step) {
    try {
      step.run();
      return false;
    } catch (ProcessorStateException refused) {
      return true;
    }
  }

  /** Closes the store, with or without staged changes. */
  void close() {
    store.close();
    holds("open after close", !store.isOpen());
  }

  /** Deletes the directory of the closed store, as Streams does. */
  void wiped(Path emptyDirectory) {
    directory = emptyDirectory;
    context = context();
    committed = new JobModel();
    storedOffset = null;
  }

  /** Copies the directory as a crash at this moment would leave it. */
  void crashTo(Path to) throws RocksDBException, IOException {
    OpenStore.crash(store.database(), directory, to);
  }

  /** Checks that readers see exactly the committed jobs. */
  void checkReader() {
    var reader = thread.registry().find(partition);
    holds("no reader", reader != null);
    if (reader != null) {
      StoreChecks.reader(reader, committed);
      StoreChecks.ready(reader, committed, store.isStaged() ? present : committed);
    }
    if (table != null) {
      same("committed pending", table().pending(), committed.pending());
    }
  }

  /** Checks that the writer sees its own changes. */
  void checkWriter() {
    StoreChecks.writer(table(), present);
  }
}

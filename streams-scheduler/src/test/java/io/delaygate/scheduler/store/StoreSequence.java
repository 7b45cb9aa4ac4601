package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.store.StoreChecks.holds;

import io.delaygate.scheduler.rules.JobExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Utils;
import org.rocksdb.RocksDBException;

/**
 * Random sequence of events for the stores of a stream thread with one or two tasks: changes,
 * deliveries, queries, commits, and everything that can come between a transaction and the commit
 * of the store. The same seed is the same sequence.
 */
final class StoreSequence {
  private static final int STEPS_MIN = 10;
  private static final int STEPS_MORE = 15;

  private final long seed;
  private final Random random;
  private final Path folder;
  private final RandomWork work;
  private final List<DrivenTask> tasks = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private DrivenThread thread = new DrivenThread();
  private int directories;

  /** A sequence in a new folder. */
  StoreSequence(long seed, Path folder) {
    this.seed = seed;
    this.random = new Random(seed * 31);
    this.folder = folder;
    this.work = new RandomWork(random);
  }

  /**
   * Runs it.
   *
   * @throws AssertionError if a store differs from the model; names seed and steps
   */
  void run() throws IOException {
    try {
      for (var task = 0; task < (random.nextInt(3) == 0 ? 2 : 1); task++) {
        tasks.add(new DrivenTask(task, directory(task), thread));
      }
      start();
      for (var left = STEPS_MIN + random.nextInt(STEPS_MORE); left > 0; left--) {
        step();
      }
      finish();
    } catch (AssertionError | RuntimeException | RocksDBException failed) {
      throw new AssertionError(
          "seed %d, step %d of %s: %s".formatted(seed, steps.size(), steps, failed), failed);
    } finally {
      tasks.forEach(DrivenTask::close);
      Utils.delete(folder.toFile());
    }
  }

  private Path directory(int task) throws IOException {
    return Files.createDirectories(folder.resolve(++directories + "/0_" + task));
  }

  private void step() throws IOException, RocksDBException {
    work.pass(random.nextInt(8));
    var task = tasks.get(random.nextInt(tasks.size()));
    switch (random.nextInt(24)) {
      case 0, 1 -> deliver(task);
      case 2 -> release(task);
      case 3 -> clean(task);
      case 4 -> checkWriter(task);
      case 5, 6 -> checkReader();
      case 7, 8, 9 -> commit();
      case 10, 11 -> interrupt(task);
      default -> change(task);
    }
  }

  private void change(DrivenTask task) {
    steps.add("change");
    for (var left = 1 + random.nextInt(4); left > 0; left--) {
      work.change(task);
    }
  }

  private void deliver(DrivenTask task) {
    steps.add("deliver");
    work.pass(random.nextInt(40));
    work.deliver(task, 1 + random.nextInt(4));
  }

  private void release(DrivenTask task) {
    steps.add("release");
    work.release(task);
  }

  private void clean(DrivenTask task) {
    steps.add("clean");
    work.removeEnded(task);
    if (random.nextBoolean()) {
      work.cutEnded(task);
    }
    work.removeDead(task);
  }

  private void checkWriter(DrivenTask task) {
    steps.add("writer looks");
    task.checkWriter();
  }

  private void checkReader() {
    steps.add("readers look");
    tasks.forEach(DrivenTask::checkReader);
  }

  private void commit() {
    steps.add("commit");
    commitInKafka();
    for (var task : tasks) {
      if (task.isTouched() || random.nextBoolean()) {
        task.postCommit();
      }
    }
  }

  private void commitInKafka() {
    if (thread.isInTransaction()) {
      thread.commits();
      thread.committed();
    }
  }

  private void interrupt(DrivenTask task) throws IOException, RocksDBException {
    switch (random.nextInt(9)) {
      case 0 -> kill();
      case 1 -> stopBehindCommit();
      case 2, 3 -> refusedCommit(task);
      case 4 -> rollBack();
      case 5 -> corrupted(task);
      case 6 -> closeOneDirty(task);
      case 7 -> handOver();
      default -> standBy(task);
    }
  }

  /** Kills the process in a transaction, which Kafka may have committed. */
  private void kill() throws IOException, RocksDBException {
    steps.add("kill");
    thread.killed(random.nextBoolean());
    restart(true);
  }

  /** Stops after Kafka has committed, and only some of the stores have. */
  private void stopBehindCommit() throws IOException, RocksDBException {
    steps.add("stop behind commit");
    commitInKafka();
    for (var task : tasks) {
      if (random.nextInt(3) == 0) {
        task.postCommit();
      }
    }
    restart(random.nextBoolean());
  }

  /**
   * Refuses a commit, or leaves it without an answer, and commits the stores all the same, as
   * Streams does: in an orderly stop, and when a task that only delivered is handed over.
   */
  private void refusedCommit(DrivenTask task) throws IOException, RocksDBException {
    steps.add("refused commit");
    work.change(task);
    var isCommittedInKafka = random.nextInt(3) == 0;
    if (thread.isInTransaction()) {
      thread.commits();
    }
    if (random.nextBoolean()) {
      thread.aborted(isCommittedInKafka);
    }
    tasks.forEach(DrivenTask::postCommitOfFailed);
    thread.aborted(isCommittedInKafka);
    if (random.nextBoolean()) {
      restart(random.nextBoolean());
    } else {
      revive();
    }
  }

  private void rollBack() throws IOException, RocksDBException {
    steps.add("roll-back");
    thread.aborted(random.nextInt(4) == 0);
    revive();
  }

  private void corrupted(DrivenTask task) throws IOException, RocksDBException {
    steps.add("corrupted");
    task.corrupted();
    thread.aborted(false);
    if (random.nextBoolean()) {
      task.close();
      task.wiped(directory(tasks.indexOf(task)));
    }
    revive();
  }

  /** Closes one task dirty, which also aborts the work of the other task; that one continues. */
  private void closeOneDirty(DrivenTask task) throws IOException, RocksDBException {
    steps.add("close one dirty");
    thread.aborted(false);
    task.close();
    start(task);
    for (var other : tasks) {
      if (other.isTouched()) {
        buildOnAborted(other, task);
        revive();
        return;
      }
    }
  }

  private void buildOnAborted(DrivenTask touched, DrivenTask other) {
    switch (random.nextInt(3)) {
      case 0 -> touched.mustRefusePut();
      case 1 -> touched.postCommitOfFailed();
      default -> mustNotBegin(other);
    }
  }

  private static void mustNotBegin(DrivenTask task) {
    try {
      task.put("f", JobExamples.due("f", 5_000));
    } catch (KafkaException refused) {
      return;
    }
    throw new AssertionError("a transaction began upon changes of an aborted one");
  }

  /** Moves the tasks to another process for a while. */
  private void handOver() throws IOException, RocksDBException {
    steps.add("hand over");
    commit();
    for (var task : tasks) {
      changeElsewhere(task);
    }
    restart(false);
  }

  private void changeElsewhere(DrivenTask task) {
    for (var left = random.nextInt(6); left > 0; left--) {
      work.changeElsewhere(task);
    }
  }

  /** Makes a task a standby of another process for a while, then active again. */
  private void standBy(DrivenTask task) throws IOException, RocksDBException {
    steps.add("stand by");
    commit();
    task.close();
    task.open();
    for (var left = 1 + random.nextInt(3); left > 0; left--) {
      changeElsewhere(task);
      task.restore(random, false);
      task.checkReader();
    }
    task.restore(random, true);
    task.activate();
  }

  /** Closes all tasks of the running thread and opens the same stores again, as Streams does. */
  private void revive() throws IOException, RocksDBException {
    tasks.forEach(DrivenTask::close);
    start();
  }

  /** Starts another process on the directories of the closed or killed one. */
  private void restart(boolean isKilled) throws IOException, RocksDBException {
    thread.killed(false);
    thread = new DrivenThread();
    for (var task : tasks) {
      move(task, isKilled);
    }
    start();
  }

  private void move(DrivenTask task, boolean isKilled) throws IOException, RocksDBException {
    var before = task.directory();
    var left = isKilled ? directory(tasks.indexOf(task)) : before;
    if (isKilled) {
      task.crashTo(left);
    }
    task.close();
    task.moveTo(thread, left);
    if (isKilled) {
      Utils.delete(before.toFile());
    }
  }

  private void start() throws IOException, RocksDBException {
    for (var task : tasks) {
      start(task);
    }
  }

  private void start(DrivenTask task) throws IOException, RocksDBException {
    if (random.nextInt(8) == 0) {
      task.openAtStartUp();
    }
    task.open();
    if (random.nextInt(8) == 0) {
      task.restore(random, false);
      move(task, random.nextBoolean());
      task.open();
    }
    task.restore(random, true);
    task.activate();
  }

  /** Delivers everything that is left, and checks that it was complete. */
  private void finish() throws IOException, RocksDBException {
    if (random.nextInt(3) == 0) {
      kill();
    }
    for (var task : tasks) {
      task.checkWriter();
      work.deliverAll(task);
    }
    commit();
    checkReader();
    holds("a transaction is open", !thread.isInTransaction());
  }
}

package io.delaygate.scheduler.store;

import static io.delaygate.scheduler.store.StoreChecks.holds;
import static io.delaygate.scheduler.store.StoreChecks.same;

import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Policy;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** Random work of an active task on a virtual clock: changes by commands and by the due engine. */
final class RandomWork {
  private final Random random;
  private final RandomJobs jobs;
  private long nowMs = 1_000;

  RandomWork(Random random) {
    this.random = random;
    this.jobs = new RandomJobs(random);
  }

  /** Advances the clock. */
  void pass(int ms) {
    nowMs += ms;
  }

  /** Changes a random job, as a command does. */
  void change(DrivenTask task) {
    var id = jobs.id();
    task.set(id, jobs.changed(id, task.present().get(id), nowMs));
  }

  /** The same, while another process has the task. */
  void changeElsewhere(DrivenTask task) {
    var id = jobs.id();
    var now = task.changelog().jobs().get(id);
    var next = jobs.changed(id, now, nowMs);
    if (now != null || next != null) {
      task.changedElsewhere(id, next);
    }
  }

  /** Delivers due jobs, at most this many of a priority. */
  void deliver(DrivenTask task, int atMost) {
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      if (task.table().nextWakeMs(priority) <= nowMs) {
        deliver(task, priority, atMost);
      } else {
        holds("a due job is not looked for", task.present().firstWakeMs(priority) > nowMs);
      }
    }
  }

  private void deliver(DrivenTask task, int priority, int atMost) {
    var table = task.table();
    var expected = task.present().waking(priority);
    var taken = 0;
    var met = new HashSet<String>();
    try (var waking = table.waking(priority)) {
      while (waking.hasNext()) {
        var wakeMs = waking.peekMs();
        if (wakeMs > nowMs || taken == atMost) {
          table.nothingWakesBefore(wakeMs, priority);
          return;
        }
        var job = waking.next();
        // a job that is put back with a time that has passed may be met again behind the others
        if (met.add(job.id().text())) {
          same("delivered", JobModel.text(job), JobModel.text(expected.get(taken++)));
        }
        task.put(job.id().text(), jobs.delivered(job, nowMs));
      }
    }
    same("delivered jobs", taken, expected.size());
    table.nothingWakesBefore(Long.MAX_VALUE, priority);
  }

  /** Releases some parked jobs of a bucket. */
  void release(DrivenTask task) {
    for (var bucket : task.table().parked()) {
      var expected = task.present().parkedIn(bucket);
      var taken = 0;
      try (var parked = task.table().inBucket(bucket)) {
        while (parked.hasNext() && random.nextInt(3) > 0) {
          var job = parked.next();
          same("released", JobModel.text(job), JobModel.text(expected.get(taken++)));
          task.put(job.id().text(), job.dueAt(nowMs, nowMs));
        }
      }
      if (task.present().parkedIn(bucket).isEmpty()) {
        task.table().emptied(bucket);
      }
    }
  }

  /** Removes jobs that ended long ago. */
  void removeEnded(DrivenTask task) {
    task.removeEnded(nowMs - random.nextInt(20), 1 + random.nextInt(4));
  }

  /** Removes the first ends, as a history that is too large does. */
  void cutEnded(DrivenTask task) {
    task.removeEndedBytes(random.nextInt(300), 1 + random.nextInt(4));
  }

  /** Removes dead letters of long ago. */
  void removeDead(DrivenTask task) {
    var beforeMs = nowMs - random.nextInt(20);
    var atMost = 1 + random.nextInt(3);
    var old = task.present().dead().stream().filter(job -> job.times().wakeMs() < beforeMs);
    var expected = StoreChecks.texts(old.toList());
    var taken = task.table().takeDead(beforeMs, atMost);
    holds("others were dead", expected.containsAll(StoreChecks.texts(taken)));
    same("dead letters", taken.size(), Math.min(atMost, expected.size()));
    taken.forEach(job -> task.put(job.id().text(), EndedJob.of(job, EndState.DISCARDED, nowMs)));
  }

  /** Checks that every scheduled job is delivered in the end, once each. */
  void deliverAll(DrivenTask task) {
    pass(10_000);
    for (var rounds = 0; rounds < 100 && !isDone(task); rounds++) {
      pass(1_000);
      deliver(task, Integer.MAX_VALUE);
    }
    same("undelivered", StoreChecks.texts(task.present().timeline()), List.of());
  }

  private static boolean isDone(DrivenTask task) {
    return task.present().timeline().isEmpty();
  }
}

package io.delaygate.scheduler.app;

import static io.delaygate.scheduler.app.SchedulerDriver.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.directory.TopicStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands on jobs of few sequences: at each moment at most one job of a sequence is in
 * flight, no waiting job is overtaken by one that is due later, and in the end all jobs have left.
 * More seeds: {@code -Dsequences.seeds=1000}.
 */
class SequenceModelTest {
  private static final List<String> TARGETS = List.of("orders", "invoices", "mails");
  private static final List<String> TAGS = List.of("", "{t}", "{u}");
  private static final int STEPS = 150;

  private Random random = new Random(0);
  private final Map<String, String> leases = new HashMap<>();

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("sequences.seeds", 20));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aSequenceLeavesInOrderAndToItsEnd(long seed) {
    random = new Random(seed);
    try (var scheduler = new SchedulerDriver()) {
      scheduler.topics().add("invoices");
      scheduler.topics().set("mails", new TopicStatus.Queue());
      for (var step = 0; step < STEPS; step++) {
        step(scheduler);
      }
      leaveAll(scheduler);
      assertThat(jobs(scheduler)).as("jobs that never left").isEmpty();
    }
  }

  private void step(SchedulerDriver scheduler) {
    var before = jobs(scheduler);
    change(scheduler);
    scheduler.advance(random.nextInt(4));
    var delivered = new ArrayList<String>();
    for (var target : TARGETS) {
      scheduler.produced(target).forEach(record -> delivered.add(note(record)));
    }
    var after = jobs(scheduler);
    assertThat(leaders(after)).doesNotHaveDuplicates();
    for (var id : delivered) {
      var earlier = before.get(id);
      if (earlier != null && !earlier.leads()) {
        assertThat(passedBy(earlier, before, after)).as("passed by " + earlier).isEmpty();
      }
    }
  }

  /**
   * Jobs that waited for their turn before and after this one left, though they were due earlier.
   */
  private static List<Job> passedBy(Job left, Map<String, Job> before, Map<String, Job> after) {
    return before.values().stream()
        .filter(job -> job.isWaitingForTurn() && sequence(job).equals(sequence(left)))
        .filter(job -> isUnchanged(job, after.get(job.id().text())))
        .filter(job -> job.times().dueMs() < left.times().dueMs())
        .toList();
  }

  private static boolean isUnchanged(Job before, @Nullable Job after) {
    return after != null && after.version() == before.version();
  }

  private static List<String> leaders(Map<String, Job> jobs) {
    return jobs.values().stream().filter(Job::leads).map(SequenceModelTest::sequence).toList();
  }

  private static String sequence(Job job) {
    return job.id().tag() + " " + job.target().topic();
  }

  private void change(SchedulerDriver scheduler) {
    var id = anId();
    var soon = scheduler.nowMs() + random.nextInt(12) - 2;
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3, 4 -> scheduler.send(schedule(id, soon));
      case 5 -> scheduler.send(Request.cancel(id));
      case 6 -> scheduler.send(Request.reschedule(id, soon));
      case 7 -> scheduler.send(Request.fire(id));
      case 8 -> scheduler.control().pause(TARGETS.get(random.nextInt(2)));
      case 9 -> TARGETS.forEach(scheduler.control()::clear);
      default -> feedback(scheduler);
    }
  }

  private Request schedule(String id, long dueMs) {
    var target = TARGETS.get(Math.max(0, random.nextInt(6) - 3));
    var request = Request.schedule(id, target, dueMs);
    if (random.nextInt(4) == 0) {
      request.header("delay-expires-ms", "" + (Math.max(START + 1, dueMs) + random.nextInt(40)));
    }
    if (target.equals("mails") || random.nextBoolean()) {
      request
          .header("delay-ack", "true")
          .header("delay-max-attempts", "2")
          .header("delay-lease-ms", "6")
          .header("delay-backoff", "fixed")
          .header("delay-backoff-initial-ms", "3");
    }
    return request;
  }

  private void feedback(SchedulerDriver scheduler) {
    var ids = List.copyOf(leases.keySet());
    if (!ids.isEmpty()) {
      var id = ids.get(random.nextInt(ids.size()));
      var op = List.of("finish", "release", "bury").get(random.nextInt(3));
      var lease = leases.remove(id);
      scheduler.send(Request.of(id).header("delay-op", op).header("delay-lease", lease));
    }
  }

  private String note(Delivered record) {
    leases.put(record.jobId(), record.header("delay-job-lease"));
    return record.jobId();
  }

  private String anId() {
    return TAGS.get(random.nextInt(TAGS.size())) + (char) ('a' + random.nextInt(8));
  }

  /** Cancels the jobs of queues, because no worker takes them. */
  private void leaveAll(SchedulerDriver scheduler) {
    TARGETS.forEach(scheduler.control()::clear);
    for (var round = 0; round < 30 && !jobs(scheduler).isEmpty(); round++) {
      scheduler.advance(1_000);
      jobs(scheduler).values().stream()
          .filter(job -> job.state() == JobState.READY && job.target().topic().equals("mails"))
          .forEach(job -> scheduler.send(Request.cancel(job.id().text())));
    }
  }

  private static Map<String, Job> jobs(SchedulerDriver scheduler) {
    var jobs = new HashMap<String, Job>();
    for (var tag : TAGS) {
      for (var letter = 'a'; letter < 'i'; letter++) {
        var id = tag + letter;
        if (scheduler.find(id) instanceof Job job && job.state().isPending()) {
          jobs.put(id, job);
        }
      }
    }
    return jobs;
  }
}

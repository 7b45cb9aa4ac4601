package io.delaygate.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.store.TimelineProbe;
import io.delaygate.schemas.command.IfExists;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.directory.TopicStatus;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands against the {@link ReferenceScheduler}: answers, events, deliveries and their
 * order, counts and cursor must be equal. Every other block limits the pending jobs to a few. Plans
 * of one block share a task, whose jobs and history are removed before the next plan begins.
 */
class ModelTest {
  private static final int BLOCKS = 4;
  private static final int PLANS = 300;
  private static final int STEPS = 25;
  private static final int IDS = 6;
  private static final long NEVER = Long.MAX_VALUE;
  private static final List<IfExists> POLICIES = List.copyOf(EnumSet.allOf(IfExists.class));

  private static final List<String> FEEDBACK =
      List.of("reserve", "finish", "release", "hand back", "extend", "bury");

  private final List<String> told = new ArrayList<>();

  /** An earlier lease of each id, for feedback about an attempt that is over. */
  private final Map<String, String> stale = new HashMap<>();

  static LongStream blocks() {
    return LongStream.range(0, BLOCKS);
  }

  @ParameterizedTest(name = "seeds {0} * 300 and on")
  @MethodSource("blocks")
  void doesWhatTheReferenceDoes(long block) {
    var atMost = block % 2 == 0 ? 2 : 0;
    try (var scheduler = new SchedulerDriver(Setup.usual().atMost(atMost))) {
      scheduler.topics().add("mails");
      for (var plan = 0; plan < PLANS; plan++) {
        follow(block * PLANS + plan, scheduler, atMost == 0 ? IDS : atMost);
      }
    }
  }

  private void follow(long seed, SchedulerDriver scheduler, int mostPending) {
    var random = new Random(seed);
    var reference = new ReferenceScheduler(scheduler::nowMs, mostPending);
    for (var step = 0; step < STEPS; step++) {
      // When
      take(random, scheduler, reference);

      // Then
      compare("seed %d, step %d".formatted(seed, step), scheduler, reference);
    }
    forget(scheduler);
    reference.events();
  }

  private void take(Random random, SchedulerDriver scheduler, ReferenceScheduler reference) {
    var id = "job-" + random.nextInt(IDS);
    var dueMs = scheduler.nowMs() + random.nextInt(60) - 5;
    var ifVersion = random.nextInt(3) == 0 ? reference.version(id) - random.nextInt(2) : null;
    switch (random.nextInt(20)) {
      case 0, 1 -> {
        scheduler.send(conditional(Request.cancel(id), ifVersion));
        told.add(reference.cancel(id, ifVersion));
      }
      case 2 -> {
        scheduler.send(conditional(Request.reschedule(id, dueMs), ifVersion));
        told.add(reference.reschedule(id, dueMs, ifVersion));
      }
      case 3 -> {
        var repaid = Request.of(id).header("delay-op", "reschedule").value("new");
        scheduler.send(conditional(repaid, ifVersion));
        told.add(reference.reschedule(id, null, ifVersion));
      }
      case 4 -> {
        scheduler.send(conditional(Request.fire(id), ifVersion));
        told.add(reference.reschedule(id, scheduler.nowMs(), ifVersion));
      }
      case 5, 6, 7 -> advance(random.nextInt(50), scheduler, reference);
      case 8 -> toggle(random.nextInt(3), scheduler, reference);
      case 9 -> {
        scheduler.send(conditional(Request.of(id).header("delay-op", "kick"), ifVersion));
        told.add(reference.kick(id, ifVersion));
      }
      case 10 -> {
        scheduler.send(conditional(Request.of(id).header("delay-op", "discard"), ifVersion));
        told.add(reference.discard(id, ifVersion));
      }
      case 11, 12, 13, 14, 15 -> feedback(id, dueMs, random, scheduler, reference);
      default -> schedule(job(id, dueMs, random), random, scheduler, reference);
    }
  }

  private void feedback(
      String id,
      long dueMs,
      Random random,
      SchedulerDriver scheduler,
      ReferenceScheduler reference) {
    var lease = random.nextInt(4) == 0 ? stale.getOrDefault(id, "x") : reference.lease(id);
    stale.put(id, reference.lease(id));
    var op = FEEDBACK.get(random.nextInt(FEEDBACK.size()));
    var isUnused = op.equals("hand back");
    var request =
        Request.of(id)
            .header("delay-op", isUnused ? "release" : op)
            .header("delay-lease", lease)
            .answered("-");
    if (isUnused) {
      request.header("delay-attempt-unused", "true");
    }
    var isTimed = op.equals("release") && random.nextBoolean();
    if (isTimed) {
      request.header("delay-due-ms", Long.toString(dueMs));
    }
    scheduler.send(request);
    told.add(reference.feedback(op, id, lease, isTimed ? dueMs : null));
  }

  private void schedule(
      ReferenceJob job, Random random, SchedulerDriver scheduler, ReferenceScheduler reference) {
    var policy = POLICIES.get(random.nextInt(POLICIES.size()));
    scheduler.send(request(job, policy));
    told.add(reference.schedule(job, policy));
  }

  private static ReferenceJob job(String id, long dueMs, Random random) {
    var expiresMs = random.nextBoolean() ? NEVER : dueMs + random.nextInt(60);
    var job = new ReferenceJob(id, expiresMs == NEVER ? "orders" : "mails", dueMs, expiresMs);
    job.isLetterWhenExpired = random.nextBoolean();
    job.isAcknowledged = random.nextInt(3) > 0;
    job.isToBeReserved = job.isAcknowledged && random.nextBoolean();
    return job;
  }

  private static void advance(long ms, SchedulerDriver scheduler, ReferenceScheduler reference) {
    scheduler.advance(ms);
    reference.ring();
  }

  private static void toggle(int how, SchedulerDriver scheduler, ReferenceScheduler reference) {
    if (how == 0) {
      scheduler.topics().add("orders");
      scheduler.advance(Setup.RECHECK.toMillis());
      reference.reopen();
      return;
    }
    scheduler.topics().set("orders", new TopicStatus.Unwritable());
    reference.close();
    if (how == 2) {
      advance(Setup.PARK_MAX.plus(Setup.RECHECK).toMillis(), scheduler, reference);
    }
  }

  private void compare(String where, SchedulerDriver scheduler, ReferenceScheduler reference) {
    var answers =
        scheduler.answers().stream().map(answer -> answer.outcome() + " " + answer.job()).toList();
    assertThat(answers).as(where).isEqualTo(told);
    told.clear();
    var events = reference.events();
    assertThat(scheduler.events()).as(where).isEqualTo(events);
    var delivered = new ArrayList<>(scheduler.delivered());
    scheduler.produced("mails").forEach(record -> delivered.add(record.jobId()));
    assertThat(delivered).as(where).containsExactlyInAnyOrderElementsOf(delivered(events));
    assertThat(counts(scheduler)).as(where).isEqualTo(reference.counts());
    var first = TimelineProbe.firstWakes(scheduler.jobs());
    assertThat(first.firstMs()).as(where).isEqualTo(reference.nextWakeMs());
    var cursor = scheduler.statistics().cursor();
    for (var priority = Policy.FIRST; priority <= Policy.LAST; priority++) {
      assertThat(cursor.ms(priority)).as(where).isLessThanOrEqualTo(first.ms(priority));
    }
  }

  private static List<String> delivered(List<String> events) {
    return events.stream()
        .filter(event -> event.startsWith("DELIVERED "))
        .map(event -> event.split(" ", -1)[1])
        .toList();
  }

  private static Map<String, Long> counts(SchedulerDriver scheduler) {
    var counts = new TreeMap<String, Long>();
    scheduler
        .statistics()
        .counts()
        .forEach(count -> counts.put(count.state() + "/" + count.topic(), count.jobs()));
    return counts;
  }

  /** Ends all jobs, and advances the clock until they are removed from the history. */
  private static void forget(SchedulerDriver scheduler) {
    scheduler.topics().add("orders");
    for (var i = 0; i < IDS; i++) {
      scheduler.send(Request.cancel("job-" + i));
      scheduler.send(Request.of("job-" + i).header("delay-op", "discard"));
    }
    scheduler.advance(Setup.HISTORY.plusSeconds(1).toMillis());
    assertThat(counts(scheduler)).isEmpty();
    scheduler.events();
    scheduler.delivered();
    scheduler.deadLetters();
    scheduler.produced("mails");
  }

  private static Request conditional(Request request, @Nullable Long ifVersion) {
    var answered = request.answered("-");
    return ifVersion == null
        ? answered
        : answered.header("delay-if-version", Long.toString(ifVersion));
  }

  private static Request request(ReferenceJob job, IfExists policy) {
    var request =
        Request.schedule(job.id, job.topic, job.dueMs)
            .header("delay-if-exists", policy.text())
            .header("delay-priority", Integer.toString(ReferenceScheduler.priority(job.id)))
            .answered("-");
    if (job.expiresMs != NEVER) {
      request.header("delay-expires-ms", Long.toString(job.expiresMs));
    }
    if (job.isLetterWhenExpired) {
      request.header("delay-on-expiry", "dead-letter");
    }
    return job.isAcknowledged ? acknowledged(request, job.isToBeReserved) : request;
  }

  private static Request acknowledged(Request request, boolean isToBeReserved) {
    return request
        .header("delay-ack", "true")
        .header("delay-max-attempts", Integer.toString(ReferenceScheduler.ATTEMPTS))
        .header("delay-lease-ms", Long.toString(ReferenceScheduler.LEASE_MS))
        .header("delay-lease-start", isToBeReserved ? "reserve" : "delivery")
        .header("delay-backoff", "fixed")
        .header("delay-backoff-initial-ms", Long.toString(ReferenceScheduler.BACKOFF_MS))
        .header("delay-backoff-jitter", "0");
  }
}

package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.Operation.Delay;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.IfExists;
import io.delaygate.harness.chaos.Operation.Terms;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Planner of the load. It consists of stories, each about one id: the job is scheduled, and then
 * left alone, changed, cancelled, fired, scheduled again or sent twice, mostly around its due time.
 * One in four jobs is acknowledged.
 */
final class LoadPlan {
  private static final long HOUR_MS = 3_600_000;
  private static final int SHORTEST_MS = 50;

  /** Longest delay, except for jobs that are due after an hour. */
  static final int LONGEST_MS = 20_000;

  /** Longest time from the end of the load to a due time. */
  private static final int AFTER_LOAD_MS = 4_000;

  private static final int MOST_CHANGES = 4;
  private static final List<IfExists> POLICIES = List.of(IfExists.values());

  private final Random random;
  private final Shape shape;
  private final List<Operation> operations = new ArrayList<>();

  LoadPlan(Random random, Shape shape) {
    this.random = random;
    this.shape = shape;
  }

  List<Operation> operations() {
    var loadMs = Plan.loadMs(shape);
    var stories = (int) (loadMs * shape.jobsPerSecond() / 1_000);
    for (var i = 0; i < stories; i++) {
      story("job-" + i, random.nextLong(loadMs));
    }
    operations.sort(Comparator.comparingLong(Operation::atMs));
    return List.copyOf(operations);
  }

  /**
   * Common properties of the commands of one id.
   *
   * @param only the way of all commands; null for any
   * @param isAcknowledged whether the job is acknowledged
   */
  private record Story(String id, long atMs, @Nullable Door only, boolean isAcknowledged) {}

  private void story(String id, long atMs) {
    var dice = random.nextInt(100);
    // not for the fragile target, because workers must see each attempt
    var isAcknowledged = random.nextInt(4) == 0 && !Load.target(id).equals(Rig.FRAGILE);
    if (dice < 5) {
      var story = new Story(id, atMs, Door.HTTP_KEY, isAcknowledged);
      var copies = 1 + random.nextInt(3);
      var delay = near(atMs, isAcknowledged);
      add(atMs, Verb.SCHEDULE, id, schedule(story, IfExists.IGNORE, delay, copies));
    } else {
      scheduled(new Story(id, atMs, dice < 8 ? Door.MISROUTED : null, isAcknowledged));
    }
  }

  private void scheduled(Story story) {
    var atMs = story.atMs();
    var delay = random.nextInt(12) == 0 ? far() : near(atMs, story.isAcknowledged());
    var ignore = random.nextInt(10) == 0;
    var copies = ignore ? 1 + random.nextInt(3) : 1;
    var policy = ignore ? IfExists.IGNORE : IfExists.UNSAID;
    add(atMs, Verb.SCHEDULE, story.id(), schedule(story, policy, delay, copies));
    if (random.nextInt(100) < 55) {
      var dueMs = atMs + Math.min(delay.ms(), LONGEST_MS);
      for (var i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
        change(story, dueMs);
      }
    }
  }

  private Terms schedule(Story story, IfExists policy, Delay delay, int copies) {
    var ack = story.isAcknowledged() ? Ack.random(random) : null;
    return new Terms(door(story.only()), policy, delay, Terms.ANY_VERSION, copies, ack, null);
  }

  /** Plans a change; half of them are close to the due time, to race with the delivery. */
  private void change(Story story, long dueMs) {
    var atMs = story.atMs();
    var when =
        random.nextBoolean()
            ? dueMs - 150 + random.nextInt(300)
            : atMs + random.nextLong(Math.max(1, dueMs + 2_000 - atMs));
    if (when <= atMs || when >= Plan.loadMs(shape)) {
      return;
    }
    var version = random.nextInt(5) == 0 ? 1 + random.nextInt(3) : Terms.ANY_VERSION;
    var dice = random.nextInt(100);
    if (dice < 45) {
      add(when, Verb.CANCEL, story.id(), change(story, Delay.NONE, version));
    } else if (dice < 65) {
      var delay = random.nextInt(4) == 0 ? Delay.NONE : timeless(random.nextInt(8) == 0, when);
      add(when, Verb.RESCHEDULE, story.id(), change(story, delay, version));
    } else if (dice < 75) {
      add(when, Verb.FIRE, story.id(), change(story, Delay.NONE, version));
    } else {
      again(story, when);
    }
  }

  private Terms change(Story story, Delay delay, long version) {
    return Terms.change(door(story.only()), delay, version);
  }

  /** Schedules the id again; sometimes the second job is not acknowledged, unlike the first one. */
  private void again(Story story, long atMs) {
    var isAcknowledged = story.isAcknowledged() && random.nextInt(6) > 0;
    var next = new Story(story.id(), atMs, story.only(), isAcknowledged);
    var policy = POLICIES.get(random.nextInt(POLICIES.size()));
    var copies = policy == IfExists.IGNORE ? 1 + random.nextInt(2) : 1;
    var delay = near(atMs, isAcknowledged);
    add(atMs, Verb.SCHEDULE, story.id(), schedule(next, policy, delay, copies));
  }

  /** A delay without expiry, because a change keeps the expiry of its job. */
  private Delay timeless(boolean far, long atMs) {
    var delay = far ? far() : near(atMs, false);
    return new Delay(delay.ms(), delay.absolute(), 0);
  }

  private Delay far() {
    return new Delay(HOUR_MS + random.nextInt(60_000), random.nextBoolean(), 0);
  }

  /** A delay with an even distribution over orders of magnitude. */
  private Delay near(long atMs, boolean expiresOften) {
    var most = Math.min(LONGEST_MS, Plan.loadMs(shape) + AFTER_LOAD_MS - atMs);
    var ratio = Math.log((double) most / SHORTEST_MS);
    var ms = (long) (SHORTEST_MS * Math.exp(random.nextDouble() * ratio));
    var absolute = random.nextInt(3) == 0;
    // with an absolute time it could expire before it is due, and be refused
    var expires = random.nextInt(expiresOften ? 6 : 30) == 0 && !absolute;
    var ttlMs = expires ? ms + 500 + random.nextInt(10_000) : 0;
    return new Delay(random.nextInt(50) == 0 ? 0 : ms, absolute, ttlMs);
  }

  private Door door(@Nullable Door only) {
    if (only != null) {
      return only;
    }
    return random.nextInt(3) == 0 ? Door.HTTP : Door.KAFKA;
  }

  private void add(long atMs, Verb verb, String id, Terms terms) {
    operations.add(new Operation(operations.size(), atMs, verb, id, terms));
  }
}

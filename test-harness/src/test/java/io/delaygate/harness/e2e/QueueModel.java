package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Random workers on the jobs of two queues, against a model that knows which jobs are ready when.
 *
 * <p>A call must return each job that was surely ready before it began and that no other worker
 * took or changed meanwhile. A single worker also gets such jobs in order. A job whose lease was
 * too short, or whose publish is not answered yet, may come at any time.
 */
final class QueueModel {
  /**
   * Lateness after which a due job must be ready. Long by default, because a busy machine is late;
   * on an idle one, {@code -Dqueues.sure.ms=300} checks the promised limit.
   */
  private static final long SURE_MS = Long.getLong("queues.sure.ms", 5000);

  private static final int STEPS = 40;
  private static final long SHORT_LEASE_MS = 1000;

  private static final Comparator<Known> ORDER =
      Comparator.<Known>comparingInt(job -> job.priority)
          .thenComparingLong(job -> job.dueMs)
          .thenComparing(job -> job.id);

  private final String name;
  private final int workers;
  private final Random random;
  private final List<QueueCalls> queues;
  private final Map<String, Known> jobs = new HashMap<>();

  /** Reserve calls in flight. */
  private final Set<Object> calls = ConcurrentHashMap.newKeySet();

  /** A model without jobs. */
  QueueModel(Door door, String name, int workers, Random random) {
    this.name = name;
    this.workers = workers;
    this.random = random;
    this.queues = List.of(new QueueCalls(door, name + "-a"), new QueueCalls(door, name + "-b"));
  }

  private enum State {
    /** May be handed out at any time, or not. */
    UNSURE,
    WAITING,
    HELD,
    /** Handed out under a short lease that will end. */
    GIVEN_UP,
    DONE,
    DEAD
  }

  private static final class Known {
    private final String id;
    private final QueueCalls queue;
    private final int priority;
    private long dueMs;
    private State state = State.UNSURE;
    private int changes;
    private JsonNode held;
    private long heldUntilMs;

    private Known(String id, QueueCalls queue, int priority) {
      this.id = id;
      this.queue = queue;
      this.priority = priority;
    }

    private void become(State next) {
      state = next;
      changes++;
    }

    @Override
    public String toString() {
      return "%s p%d due %d %s".formatted(id, priority, dueMs, state);
    }
  }

  /** A job, as it was at one moment. */
  private record Seen(Known job, int changes) {
    boolean isUntouched() {
      return job.changes == changes;
    }
  }

  /** Runs a sequence, compares the counts at its end, and takes all remaining jobs. */
  void run() {
    var done =
        IntStream.range(0, workers)
            .mapToObj(i -> new Worker(i, new Random(random.nextLong())))
            .map(worker -> CompletableFuture.runAsync(worker::run))
            .toList();
    done.forEach(CompletableFuture::join);
    queues.forEach(this::compare);
    queues.forEach(this::drain);
  }

  private synchronized Seen add(Known job) {
    jobs.put(job.id, job);
    return new Seen(job, job.changes);
  }

  private synchronized Optional<Seen> anyHeld(Random chance) {
    var some = jobs.values().stream().filter(job -> job.state == State.HELD).sorted(ORDER).toList();
    if (some.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(unsure(some.get(chance.nextInt(some.size()))));
  }

  private static Seen unsure(Known job) {
    job.become(State.UNSURE);
    return new Seen(job, job.changes);
  }

  /** Sets the state, unless another worker changed the job meanwhile. */
  private synchronized void settle(Seen seen, State state) {
    if (seen.isUntouched()) {
      seen.job.become(state);
    }
  }

  private synchronized void settle(Seen seen, long dueMs) {
    if (seen.isUntouched()) {
      seen.job.dueMs = dueMs;
      seen.job.become(State.WAITING);
    }
  }

  private synchronized List<Seen> sure(QueueCalls queue, long dueMs) {
    return jobs.values().stream()
        .filter(job -> job.queue.equals(queue) && job.state == State.WAITING)
        .filter(job -> job.dueMs <= dueMs)
        .sorted(ORDER)
        .map(job -> new Seen(job, job.changes))
        .toList();
  }

  private synchronized Known take(JsonNode held, long leaseMs, String when) {
    var nowMs = System.currentTimeMillis();
    var job = jobs.get(held.get("id").asText());
    assertThat(job.state).as("%s, %s", when, job).isIn(State.WAITING, State.UNSURE, State.GIVEN_UP);
    if (job.state == State.GIVEN_UP) {
      assertThat(nowMs).as("%s, %s", when, job).isGreaterThanOrEqualTo(job.heldUntilMs);
    } else if (job.state == State.WAITING && workers == 1) { // else it may have been kicked
      assertThat(nowMs).as("%s, %s", when, job).isGreaterThanOrEqualTo(job.dueMs);
    }
    job.held = held;
    job.heldUntilMs = nowMs + leaseMs;
    job.become(leaseMs == SHORT_LEASE_MS ? State.GIVEN_UP : State.HELD);
    return job;
  }

  private void compare(QueueCalls queue) {
    Awaitility.await()
        .atMost(Installation.LIMIT)
        .untilAsserted(
            () -> {
              var states = queue.get("/stats").json().get("states");
              assertThat(states.get("ready").asLong())
                  .isEqualTo(count(queue, State.WAITING, State.GIVEN_UP));
              assertThat(states.get("reserved").asLong()).isEqualTo(count(queue, State.HELD));
              assertThat(states.get("dead").asLong()).isEqualTo(count(queue, State.DEAD));
            });
  }

  private void drain(QueueCalls queue) {
    var left = count(queue, State.WAITING, State.GIVEN_UP);
    while (left > 0) {
      var come = queue.reserve("{\"count\":100,\"lease\":\"5m\"}");
      assertThat(come).as("%s, of %d left", name, left).hasSize((int) Math.min(100, left));
      come.forEach(held -> take(held, 300_000, name + " at its end"));
      left -= come.size();
    }
    assertThat(queue.reserve("{\"count\":1}")).as(name).isEmpty();
  }

  private synchronized long count(QueueCalls queue, State... states) {
    return jobs.values().stream()
        .filter(job -> job.queue.equals(queue) && List.of(states).contains(job.state))
        .count();
  }

  /** Worker with its own random numbers. */
  private final class Worker {
    private final int number;
    private final Random chance;
    private int step;

    Worker(int number, Random chance) {
      this.number = number;
      this.chance = chance;
    }

    void run() {
      for (step = 0; step < STEPS; step++) {
        var queue = queues.get(chance.nextInt(queues.size()));
        switch (chance.nextInt(20)) {
          case 0, 1, 2, 3, 4, 5, 6, 7 -> publish(queue);
          case 8, 9, 10, 11, 12, 13 -> reserve(queue);
          case 14, 15 -> anyHeld(chance).ifPresent(this::finish);
          case 16, 17 -> anyHeld(chance).ifPresent(this::release);
          case 18 -> anyHeld(chance).ifPresent(this::bury);
          default -> kick(queue);
        }
      }
    }

    private void publish(QueueCalls queue) {
      for (var i = chance.nextInt(8); i >= 0; i--) {
        var id = "%s-%d-%d-%d".formatted(name, number, step, i);
        var priority = chance.nextInt(10);
        var job = add(new Known(id, queue, priority));
        var delayMs = chance.nextInt(3) == 0 ? chance.nextInt(400) : 0;
        var body =
            "{\"id\":\"%s\",\"priority\":%d,\"delayMs\":%d,\"ack\":{\"maxAttempts\":1000,"
                + "\"backoff\":{\"kind\":\"fixed\",\"initialMs\":100}}}";
        var told = queue.post("/jobs?wait=true", body.formatted(id, priority, delayMs));
        assertThat(told.status()).as(told.text()).isEqualTo(201);
        settle(job, dueMs(told));
      }
    }

    private void reserve(QueueCalls queue) {
      var asked = 1 + chance.nextInt(chance.nextBoolean() ? 3 : 100);
      var wait = chance.nextInt(4) == 0 ? ",\"waitMs\":" + chance.nextInt(500) : "";
      var leaseMs = chance.nextInt(6) == 0 ? SHORT_LEASE_MS : 300_000;
      var sure = surelyReady(queue);
      var body = "{\"count\":%d,\"leaseMs\":%d%s}".formatted(asked, leaseMs, wait);
      var given = new ArrayList<Known>();
      var call = new Object();
      calls.add(call);
      try {
        queue.reserve(body).forEach(held -> given.add(take(held, leaseMs, when())));
      } finally {
        calls.remove(call);
      }
      assertThat(given).as(when()).hasSizeLessThanOrEqualTo(asked);
      awaitOtherCalls(sure);
      checkLeftOut(given, asked, sure);
      if (workers == 1) {
        checkOrder(given, sure.stream().map(Seen::job).toList());
      }
    }

    /**
     * A single worker may wait until all waiting jobs are ready, so that lateness does not matter.
     */
    private List<Seen> surelyReady(QueueCalls queue) {
      if (workers == 1 && chance.nextBoolean() && count(queue, State.GIVEN_UP) == 0) {
        queue.awaitReady((int) count(queue, State.WAITING));
        return sure(queue, Long.MAX_VALUE);
      }
      return sure(queue, System.currentTimeMillis() - SURE_MS);
    }

    /** Waits for other calls, because their unread answers may have the missing jobs. */
    private void awaitOtherCalls(List<Seen> sure) {
      if (sure.stream().anyMatch(Seen::isUntouched)) {
        var others = Set.copyOf(calls);
        Awaitility.await()
            .atMost(Installation.LIMIT)
            .until(() -> Collections.disjoint(calls, others));
      }
    }

    private void checkLeftOut(List<Known> given, int asked, List<Seen> sure) {
      synchronized (QueueModel.this) {
        var left = sure.stream().filter(Seen::isUntouched).map(Seen::job).findFirst();
        if (given.size() < asked) {
          assertThat(left).as("%s: ready and left out", when()).isEmpty();
        } else if (workers == 1 && left.isPresent()) {
          // jobs that become ready during the call come later
          var last = given.get(given.size() - 1);
          assertThat(ORDER.compare(last, left.get()))
              .as("%s: %s came before %s", when(), last, left.get())
              .isNegative();
        }
      }
    }

    private void checkOrder(List<Known> given, List<Known> sure) {
      assertThat(given.stream().filter(sure::contains))
          .as("%s, order", when())
          .isSortedAccordingTo(ORDER);
    }

    private void finish(Seen job) {
      assertThat(say(job, "/finish?wait=true", "").text()).startsWith("200 DONE");
      settle(job, State.DONE);
    }

    private void release(Seen job) {
      var delayMs = chance.nextInt(2) * chance.nextInt(300);
      var told = say(job, "/release", ",\"delayMs\":" + delayMs);
      assertThat(told.text()).startsWith("200 RELEASED");
      settle(job, dueMs(told));
    }

    private void bury(Seen job) {
      assertThat(say(job, "/bury", "").text()).startsWith("200 BURIED");
      settle(job, State.DEAD);
    }

    /** Kicks dead jobs, or delayed jobs if there are no dead ones; both become unsure. */
    private void kick(QueueCalls queue) {
      var brought = new ArrayList<Seen>();
      synchronized (QueueModel.this) {
        jobs.values().stream()
            .filter(job -> job.queue.equals(queue))
            .filter(job -> job.state == State.DEAD || job.state == State.WAITING)
            .forEach(job -> brought.add(unsure(job)));
      }
      var told = queue.post("/kick", "{\"count\":1000}");
      assertThat(told.status()).as(told.text()).isEqualTo(200);
      brought.forEach(this::lookUp);
    }

    /** Looks up the state, because a job that was buried during the kick stays dead. */
    private void lookUp(Seen seen) {
      var told = seen.job.queue.door().call("GET", Door.job(seen.job.id), null).json();
      switch (told.path("state").asText()) {
        case "READY", "SCHEDULED" -> settle(seen, told.path("dueMs").asLong());
        case "DEAD" -> settle(seen, State.DEAD);
        default -> {} // another worker has reserved the job, and will note that
      }
    }

    private static long dueMs(Door.Called told) {
      return told.json().at("/job/dueMs").asLong();
    }

    private Door.Called say(Seen seen, String path, String more) {
      var job = seen.job;
      var claim = "{\"id\":%s,\"lease\":%s%s}";
      return job.queue.post(path, claim.formatted(job.held.get("id"), job.held.get("lease"), more));
    }

    private String when() {
      return "%s, worker %d, step %d".formatted(name, number, step);
    }
  }
}

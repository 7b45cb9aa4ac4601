package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.awaitility.Awaitility;

/**
 * One worker that does to the jobs of two queues whatever chance says, beside a model of them that
 * knows what was ready when.
 */
final class QueueModel {
  /** What was ready for so long before a call has to be handed out. */
  private static final long SURE_MS = 300;

  private static final int STEPS = 40;

  private static final Comparator<Known> ORDER =
      Comparator.<Known>comparingInt(job -> job.priority)
          .thenComparingLong(job -> job.dueMs)
          .thenComparing(job -> job.id);

  private final String name;
  private final Random random;
  private final List<QueueCalls> queues;
  private final Map<String, Known> jobs = new HashMap<>();

  /** Nothing is published yet. */
  QueueModel(Door door, String name, Random random) {
    this.name = name;
    this.random = random;
    this.queues = List.of(new QueueCalls(door, name + "-a"), new QueueCalls(door, name + "-b"));
  }

  private enum State {
    WAITING,
    HELD,
    DONE,
    DEAD
  }

  private static final class Known {
    private final String id;
    private final QueueCalls queue;
    private final int priority;
    private long dueMs;
    private State state = State.WAITING;
    private JsonNode held;

    private Known(String id, QueueCalls queue, int priority) {
      this.id = id;
      this.queue = queue;
      this.priority = priority;
    }

    @Override
    public String toString() {
      return "%s p%d due %d %s".formatted(id, priority, dueMs, state);
    }
  }

  /** Runs one sequence, and compares the counts at its end. */
  void run() {
    for (var step = 0; step < STEPS; step++) {
      switch (random.nextInt(10)) {
        case 0, 1, 2, 3 -> publish(step);
        case 4, 5, 6 -> reserve(step);
        case 7 -> anyOf(State.HELD).ifPresent(this::finish);
        case 8 -> anyOf(State.HELD).ifPresent(this::release);
        default -> anyOf(State.HELD).ifPresent(this::bury);
      }
    }
    queues.forEach(this::compare);
  }

  private void publish(int step) {
    var queue = queues.get(random.nextInt(queues.size()));
    for (var i = random.nextInt(8); i >= 0; i--) {
      var job = new Known("%s-%d-%d".formatted(name, step, i), queue, random.nextInt(10));
      var delayMs = random.nextInt(3) == 0 ? random.nextInt(400) : 0;
      var body =
          "{\"id\":\"%s\",\"priority\":%d,\"delayMs\":%d}".formatted(job.id, job.priority, delayMs);
      var told = queue.post("/jobs?wait=true", body);
      assertThat(told.status()).as(told.text()).isEqualTo(201);
      job.dueMs = told.json().at("/job/dueMs").asLong();
      jobs.put(job.id, job);
    }
  }

  private void reserve(int step) {
    var queue = queues.get(random.nextInt(queues.size()));
    var asked = 1 + random.nextInt(random.nextBoolean() ? 3 : 100);
    var wait = random.nextInt(4) == 0 ? ",\"waitMs\":" + random.nextInt(500) : "";
    var calledMs = System.currentTimeMillis();
    var sure =
        jobs.values().stream()
            .filter(job -> job.queue.equals(queue) && job.state == State.WAITING)
            .filter(job -> job.dueMs + SURE_MS <= calledMs)
            .sorted(ORDER)
            .toList();
    var given = new ArrayList<Known>();
    for (var held : queue.reserve("{\"count\":%d,\"lease\":\"5m\"%s}".formatted(asked, wait))) {
      var job = jobs.get(held.get("id").asText());
      assertThat(job.state).as("%s, step %d, %s", name, step, job.id).isEqualTo(State.WAITING);
      assertThat(job.dueMs).isLessThanOrEqualTo(System.currentTimeMillis());
      job.state = State.HELD;
      job.held = held;
      given.add(job);
    }
    assertThat(given).as("%s, step %d", name, step).hasSizeLessThanOrEqualTo(asked);
    // what becomes ready during the call comes behind
    assertThat(given.stream().filter(sure::contains))
        .as("%s, step %d, order", name, step)
        .isSortedAccordingTo(ORDER);
    var left = sure.stream().filter(job -> job.state == State.WAITING).toList();
    if (given.size() < asked) {
      assertThat(left).as("%s, step %d: ready and left out", name, step).isEmpty();
    } else if (!left.isEmpty()) {
      var last = given.get(given.size() - 1);
      assertThat(ORDER.compare(last, left.get(0)))
          .as("%s, step %d: %s came before %s", name, step, last.id, left.get(0).id)
          .isNegative();
    }
  }

  private void finish(Known job) {
    assertThat(say(job, "/finish?wait=true", "").text()).startsWith("200 DONE");
    job.state = State.DONE;
  }

  private void release(Known job) {
    var delayMs = random.nextInt(2) * random.nextInt(300);
    var told = say(job, "/release", ",\"delayMs\":" + delayMs);
    assertThat(told.text()).startsWith("200 RELEASED");
    job.dueMs = told.json().at("/job/dueMs").asLong();
    job.state = State.WAITING;
  }

  private void bury(Known job) {
    assertThat(say(job, "/bury", "").text()).startsWith("200 BURIED");
    job.state = State.DEAD;
  }

  private static Door.Called say(Known job, String path, String more) {
    var claim = "{\"id\":%s,\"lease\":%s%s}";
    return job.queue.post(path, claim.formatted(job.held.get("id"), job.held.get("lease"), more));
  }

  private Optional<Known> anyOf(State state) {
    var some = jobs.values().stream().filter(job -> job.state == state).sorted(ORDER).toList();
    return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
  }

  private void compare(QueueCalls queue) {
    var waiting = count(queue, State.WAITING);
    Awaitility.await()
        .untilAsserted(
            () -> {
              var states = queue.get("/stats").json().get("states");
              assertThat(states.get("ready").asLong()).isEqualTo(waiting);
              assertThat(states.get("reserved").asLong()).isEqualTo(count(queue, State.HELD));
              assertThat(states.get("dead").asLong()).isEqualTo(count(queue, State.DEAD));
            });
  }

  private long count(QueueCalls queue, State state) {
    return jobs.values().stream()
        .filter(job -> job.queue.equals(queue) && job.state == state)
        .count();
  }
}

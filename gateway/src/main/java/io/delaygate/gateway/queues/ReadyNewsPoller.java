package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.schedulers.SchedulerQueryClient;
import io.delaygate.gateway.schedulers.SchedulerReply;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.background.GuardedScheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Long poll at each scheduler for queues that get jobs, with one request at a time for all watched
 * queues. When it cannot know, as with a new scheduler or one that does not answer, it reports all
 * queues. Thread-safe.
 */
public final class ReadyNewsPoller implements AutoCloseable {
  /**
   * Delay until schedulers that come and go are noticed, and until one without an answer is asked
   * again.
   */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** Pause between two requests to a scheduler: each of its commits may bring news. */
  private static final Duration GAP = Duration.ofMillis(5);

  /**
   * Queues at which calls begin to wait are collected for this time: a request names all watched
   * queues, so requests are less frequent when there are more queues.
   */
  private static final Duration TOGETHER = Duration.ofMillis(20);

  private static final int QUEUES_PER_MS = 100;

  /** Time that a queue stays watched after its last call, as most workers come again at once. */
  private static final Duration LINGER = Duration.ofSeconds(10);

  private final SchedulerQueryClient questions;
  private final Supplier<Set<String>> topics;
  private final Consumer<String> news;
  private final GuardedScheduler thread;
  private final Runnable look;

  private final String name = UUID.randomUUID().toString();

  /** The last requests in flight, and the last answers. Used by the thread only. */
  private final Map<String, Poll> polls = new HashMap<>();

  private final Map<String, Told> told = new HashMap<>();
  private final Map<String, Long> mattered = new HashMap<>();

  private final LongSupplier ticker;
  private final AtomicBoolean isChanged = new AtomicBoolean();
  private volatile int watched;

  ReadyNewsPoller(
      SchedulerQueryClient questions,
      LongSupplier ticker,
      Supplier<Set<String>> topics,
      Consumer<String> news,
      BackgroundFailures failures) {
    this.questions = questions;
    this.ticker = ticker;
    this.topics = topics;
    this.news = news;
    this.thread = new GuardedScheduler("queue-news", failures);
    this.look = thread.onDemand(AGAIN, this::look);
    thread.repeat(AGAIN, AGAIN, this::look);
  }

  /** Notes that new queues are to be watched. Never blocks. */
  public void changed() {
    if (isChanged.compareAndSet(false, true)) {
      var pause = TOGETHER.plusMillis(watched / QUEUES_PER_MS);
      thread.executeLater(
          pause,
          () -> {
            isChanged.set(false);
            look.run();
          });
    }
  }

  @Override
  public void close() {
    thread.close();
  }

  /** Request in flight; not a record, as two with the same topics are not equal. */
  private static final class Poll {
    private final Set<String> topics;

    private Poll(Set<String> topics) {
      this.topics = topics;
    }
  }

  /**
   * The last answer of a scheduler.
   *
   * @param process of the scheduler, at its moment {@code number}
   * @param topics that it is about: others may have had news before, after the last look
   */
  private record Told(long process, long number, Set<String> topics) {
    private static final Told NOTHING = new Told(0, 0, Set.of());
  }

  private void look() {
    var wanted = wanted();
    if (wanted.isEmpty()) {
      return;
    }
    var unused =
        questions
            .owners()
            .thenAccept(owners -> thread.execute(() -> askAll(Set.copyOf(owners), wanted)));
  }

  private Set<String> wanted() {
    var now = ticker.getAsLong();
    topics.get().forEach(topic -> mattered.put(topic, now));
    mattered.values().removeIf(at -> now - at > LINGER.toNanos());
    watched = mattered.size();
    return Set.copyOf(mattered.keySet());
  }

  private void askAll(Set<String> owners, Set<String> wanted) {
    polls.keySet().retainAll(owners);
    told.keySet().retainAll(owners);
    for (var url : owners) {
      var poll = polls.get(url);
      if (poll == null || !poll.topics.containsAll(wanted)) {
        ask(url, wanted); // the scheduler ends the earlier request
      }
    }
  }

  private void ask(String url, Set<String> wanted) {
    var since = told.getOrDefault(url, Told.NOTHING);
    var body = JsonNodeFactory.instance.objectNode();
    body.put("asker", name).put("process", since.process()).put("number", since.number());
    wanted.forEach(body.putArray("topics")::add);
    var unseen = body.putArray("unseen");
    wanted.stream().filter(topic -> !since.topics().contains(topic)).forEach(unseen::add);
    var poll = new Poll(wanted);
    var unused =
        questions
            .watch(url, body)
            .whenComplete((reply, failure) -> thread.execute(() -> answered(url, poll, reply)));
    polls.put(url, poll); // only now: one that was not sent would count as in flight for ever
  }

  private void answered(String url, Poll poll, SchedulerReply reply) {
    var isLast = polls.remove(url, poll);
    if (reply instanceof SchedulerReply.Found found) {
      var json = found.json();
      var process = json.path("process").asLong();
      told.put(url, new Told(process, json.path("number").asLong(), poll.topics));
      json.path("topics").forEach(topic -> news.accept(topic.asText()));
      thread.executeLater(GAP, look);
    } else if (isLast) {
      told.remove(url);
    }
  }
}

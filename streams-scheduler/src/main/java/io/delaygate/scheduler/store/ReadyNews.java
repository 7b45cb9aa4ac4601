package io.delaygate.scheduler.store;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Registry of the long polls of gateways that wait until queues get ready jobs. Thread-safe;
 * reporting news never blocks.
 */
public final class ReadyNews {
  /** Queues of which it is known when they got jobs last; some 200 bytes for each. */
  static final int QUEUES = 50_000;

  /** Of this process: numbers of another one say nothing here. */
  private final long process = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);

  private final Map<String, Long> last = new LinkedHashMap<>();
  private final ConcurrentMap<String, Waiting> waiting = new ConcurrentHashMap<>();
  private long number;

  /** Nothing is known of queues that got jobs up to this one and not since. */
  private long forgotten;

  /** These queues have jobs that can be read. */
  public void came(Collection<String> topics) {
    if (topics.isEmpty()) {
      return;
    }
    synchronized (this) {
      number++;
      for (var topic : topics) {
        last.remove(topic);
        last.put(topic, number);
      }
      forget();
    }
    for (var one : waiting.values()) {
      if (topics.stream().anyMatch(one.topics()::contains)) {
        answer(one);
      }
    }
  }

  private void forget() {
    for (Iterator<Long> oldest = last.values().iterator(); last.size() > QUEUES; ) {
      forgotten = oldest.next();
      oldest.remove();
    }
  }

  /**
   * Those of some queues that got jobs after a moment; waits until there are any, or the same asker
   * has asked anew.
   *
   * @param asker id of the caller
   * @param since the moment of the last answer
   * @param unseen those of the queues that were not asked about then: these are reported at once
   * @return never fails; completes on any thread, also one that reports news, which must not be
   *     held up
   */
  public CompletableFuture<News> after(
      String asker, Moment since, Set<String> topics, Set<String> unseen) {
    var one = new Waiting(since, topics, new CompletableFuture<>());
    var before = waiting.put(asker, one);
    if (before != null) {
      before.told().complete(news(before.since(), before.topics()));
    }
    var unused = one.told().whenComplete((news, failure) -> waiting.remove(asker, one));
    if (unseen.isEmpty()) {
      answer(one); // after it was added: either this or came() sees it
    } else {
      one.told().complete(news(since, topics).with(unseen));
    }
    return one.told();
  }

  /** Number of askers that wait. */
  public int waiting() {
    return waiting.size();
  }

  private void answer(Waiting one) {
    var news = news(one.since(), one.topics());
    if (!news.topics().isEmpty()) {
      one.told().complete(news);
    }
  }

  /** Present news, possibly none. */
  public synchronized News news(Moment since, Set<String> topics) {
    var now = new Moment(process, number);
    if (since.process() != process || since.number() < forgotten) {
      return new News(now, List.copyOf(topics));
    }
    return new News(
        now, topics.stream().filter(it -> last.getOrDefault(it, 0L) > since.number()).toList());
  }

  /** A moment in the life of a process. */
  public record Moment(long process, long number) {}

  /** Answer to a long poll. */
  public record News(Moment at, List<String> topics) {
    private News with(Set<String> more) {
      return new News(at, Stream.concat(topics.stream(), more.stream()).distinct().toList());
    }
  }

  private record Waiting(Moment since, Set<String> topics, CompletableFuture<News> told) {}
}

package io.delaygate.gateway.publish;

import io.delaygate.schemas.contract.DelayHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * What this gateway has published to queues in the last second: stored, and perhaps not carried out
 * by a scheduler yet. Who publishes here and asks here sees it. Thread-safe.
 */
public final class JustPublished {
  /** Whoever is further behind has more to catch up with than one call can wait for. */
  static final Duration YOUNG = Duration.ofSeconds(1);

  /** Queues of which that is known; the rest is seen some milliseconds later. */
  static final int QUEUES = 10_000;

  private final Predicate<String> isQueue;
  private final LongSupplier ticker;

  /** Those that got a job longest ago come first. */
  private final Map<String, Last> queues = new LinkedHashMap<>();

  /**
   * Nothing was published yet.
   *
   * @param isQueue whether a target stands for a queue
   * @param ticker monotonic nanoseconds
   */
  public JustPublished(Predicate<String> isQueue, LongSupplier ticker) {
    this.isQueue = isQueue;
    this.ticker = ticker;
  }

  /** Jobs of a queue. */
  private static final class Last {
    private final Map<Integer, Long> offsets = new HashMap<>();
    private long firstAt;
    private long lastAt;

    private Last(long firstAt) {
      this.firstAt = firstAt;
    }
  }

  /** A command with these headers is stored. */
  void add(List<Header> headers, Published.Stored stored) {
    target(headers).filter(isQueue).ifPresent(queue -> add(queue, stored));
  }

  private static Optional<String> target(List<Header> headers) {
    return headers.stream()
        .filter(header -> header.key().equals(DelayHeader.TARGET_TOPIC.headerName()))
        .map(header -> text(header.value()))
        .findFirst();
  }

  private static String text(byte @Nullable [] value) {
    return value == null ? "" : new String(value, StandardCharsets.UTF_8);
  }

  private synchronized void add(String queue, Published.Stored stored) {
    var now = ticker.getAsLong();
    var known = queues.remove(queue);
    var last = known == null || isOld(known, now) ? new Last(now) : known;
    last.offsets.merge(stored.partition(), stored.offset(), Math::max);
    last.lastAt = now;
    queues.put(queue, last);
    for (var oldest = queues.values().iterator(); oldest.hasNext(); ) {
      if (!isOld(oldest.next(), now) && queues.size() <= QUEUES) {
        break;
      }
      oldest.remove();
    }
  }

  private static boolean isOld(Last last, long now) {
    return now - last.lastAt >= YOUNG.toNanos();
  }

  /** Whether something of a queue was published before a moment that may not be carried out yet. */
  public synchronized boolean isAny(String queue, long beforeNanos) {
    var last = queues.get(queue);
    return last != null && !isOld(last, ticker.getAsLong()) && last.firstAt - beforeNanos <= 0;
  }

  /**
   * Commands that may not be carried out yet.
   *
   * @param last the offset of the last one in each partition
   * @param at when that was so, by the ticker
   */
  public record Commands(Map<Integer, Long> last, long at) {}

  /** What was published to a queue. */
  public synchronized Commands of(String queue) {
    var now = ticker.getAsLong();
    var last = queues.get(queue);
    return new Commands(
        last == null || isOld(last, now) ? Map.of() : Map.copyOf(last.offsets), now);
  }

  /** They are carried out, or nobody waits for them any longer. */
  public synchronized void forget(String queue, Commands commands) {
    var last = queues.get(queue);
    if (last == null) {
      return;
    }
    last.firstAt = commands.at();
    if (last.offsets.equals(commands.last())) {
      queues.remove(queue);
    }
  }
}

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
 * Offsets of the jobs that this gateway published to queues in the last second, which a scheduler
 * may not have read yet. With them, callers of one gateway read their own writes. Thread-safe.
 */
public final class RecentPublishes {
  /** Schedulers wait for a shorter time; if they are further behind, calls do not wait for them. */
  static final Duration YOUNG = Duration.ofSeconds(1);

  /**
   * Most queues, which bounds the memory; jobs of further queues are seen some milliseconds later.
   */
  static final int QUEUES = 10_000;

  private final Predicate<String> isQueue;
  private final LongSupplier ticker;

  /** In the order of the last publish. */
  private final Map<String, Last> queues = new LinkedHashMap<>();

  /**
   * Creates it without publishes.
   *
   * @param isQueue whether a target is a queue
   * @param ticker monotonic nanoseconds
   */
  public RecentPublishes(Predicate<String> isQueue, LongSupplier ticker) {
    this.isQueue = isQueue;
    this.ticker = ticker;
  }

  /** Recent publishes to one queue. */
  private static final class Last {
    private final Map<Integer, Long> offsets = new HashMap<>();
    private long firstAt;
    private long lastAt;

    private Last(long firstAt) {
      this.firstAt = firstAt;
    }
  }

  /** Records a stored command if it schedules a job of a queue. */
  void add(List<Header> headers, PublishResult.Stored stored) {
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

  private synchronized void add(String queue, PublishResult.Stored stored) {
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

  /** Whether a job that was published to a queue before that time may not be committed yet. */
  public synchronized boolean isAny(String queue, long beforeNanos) {
    var last = queues.get(queue);
    return last != null && !isOld(last, ticker.getAsLong()) && last.firstAt - beforeNanos <= 0;
  }

  /**
   * Commands that may not be committed yet.
   *
   * @param last the offset of the last one in each partition
   * @param at when that was so, monotonic nanoseconds
   */
  public record Commands(Map<Integer, Long> last, long at) {}

  /** Recent publishes to a queue. */
  public synchronized Commands of(String queue) {
    var now = ticker.getAsLong();
    var last = queues.get(queue);
    return new Commands(
        last == null || isOld(last, now) ? Map.of() : Map.copyOf(last.offsets), now);
  }

  /** Removes commands that are committed, or that no call waits for any longer. */
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

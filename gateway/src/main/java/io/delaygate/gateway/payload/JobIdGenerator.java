package io.delaygate.gateway.payload;

import io.delaygate.gateway.access.NamespaceIds;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.TimeOrderedUuid;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Generator of ids for jobs without one, which all go to one partition for a short time, and then
 * to another, chosen at random. Thread-safe.
 *
 * <p>A partition follows from the id. Calls that each bring one job are sent a few at a time.
 * Spread over all partitions they would be as many batches, and for the brokers, the scheduler and
 * its transactions a batch of one costs about as much as one of twenty. Kafka's producer does the
 * same for records without keys (KIP-480, the sticky partitioner).
 */
public final class JobIdGenerator {
  /**
   * Time at one partition: two commits of a scheduler, which then writes to one or two partitions.
   */
  static final Duration STAY = Duration.ofMillis(50);

  /** Most ids for one partition in a row, as each partition's throughput is bounded. */
  static final int MOST = 100;

  /**
   * Candidate ids: one of sixteen partitions, the default number, is missed once in 4,000 times.
   */
  static final int TRIES = 128;

  private final IntSupplier partitions;
  private final Clock clock;
  private final LongSupplier ticker;
  private final RandomGenerator random;
  private volatile Stay stay;

  private record Stay(int place, long sinceNanos, AtomicInteger made) {}

  /**
   * Creates a generator.
   *
   * @param partitions of the topic of commands; 0 while that is not known. Must not wait.
   * @param random chooses partitions; in turn, they would not be used evenly if few and many jobs
   *     alternate
   * @param clock gives the time in ids
   * @param ticker monotonic nanoseconds
   */
  public JobIdGenerator(
      IntSupplier partitions, RandomGenerator random, Clock clock, LongSupplier ticker) {
    this.partitions = partitions;
    this.random = random;
    this.clock = clock;
    this.ticker = ticker;
    this.stay = begun(ticker.getAsLong());
  }

  /** Returns a {@link TimeOrderedUuid}, without the namespace. */
  String next(NamespaceIds of) {
    var any = TimeOrderedUuid.at(clock.millis());
    var high = any.getMostSignificantBits();
    var low = any.getLeastSignificantBits();
    return next(of, tried -> new UUID(high, low ^ tried).toString());
  }

  /**
   * Returns an id of another form.
   *
   * @param candidates a new id for each of the numbers from 0 on, below {@value TRIES}
   */
  public String next(NamespaceIds of, IntFunction<String> candidates) {
    var count = partitions.getAsInt();
    var id = candidates.apply(0);
    if (count > TRIES || count == 0) {
      return id; // the search would cost more than it saves
    }
    var place = place() % count;
    for (var tried = 1; tried < TRIES && !isIn(place, of.toSchedule(id), count); tried++) {
      id = candidates.apply(tried);
    }
    return id;
  }

  private static boolean isIn(int place, String id, int count) {
    return new JobId(id).partition(count).orElseThrow() == place;
  }

  /** Two threads may choose a new partition at once: the last one wins. */
  private int place() {
    var now = ticker.getAsLong();
    var here = stay;
    if (now - here.sinceNanos() >= STAY.toNanos() || here.made().getAndIncrement() >= MOST) {
      here = begun(now);
      here.made().getAndIncrement();
      stay = here;
    }
    return here.place();
  }

  private Stay begun(long nowNanos) {
    return new Stay(random.nextInt(Integer.MAX_VALUE), nowNanos, new AtomicInteger());
  }
}

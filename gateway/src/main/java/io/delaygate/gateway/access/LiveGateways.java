package io.delaygate.gateway.access;

import io.delaygate.service.logging.LogKey;
import io.delaygate.service.reading.ConsumerLoop;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Number of live gateways, counted as members of one Kafka consumer group. The members read nothing
 * and commit nothing. While the group cannot be described, the last number holds. A gateway that
 * starts does not know the others: it counts as one of {@value #ASSUMED} until it has seen them, so
 * that it does not admit a whole limit beside theirs. Thread-safe.
 */
public final class LiveGateways implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveGateways.class);

  /** Keeps the member alive; a stop wakes it. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** One count every five seconds; the group drops a dead gateway only after ten. */
  private static final int POLLS_PER_COUNT = 5;

  /** More than most installations have, so that limits are rather too low for some seconds. */
  static final int ASSUMED = 10;

  /**
   * Time after the start for which others are assumed. A join takes some seconds. Without the right
   * to join the group, a single gateway would refuse most of what its limits allow for ever.
   */
  static final Duration ASSUMED_FOR = Duration.ofSeconds(30);

  private static final int UNKNOWN = 0;

  private final String topic;
  private final Supplier<OptionalInt> members;
  private final LongSupplier ticker;
  private final long startedAt;
  private final ConsumerLoop thread;
  private volatile int count = UNKNOWN;
  private boolean isTold;

  /**
   * Joins the group only at {@link #start}.
   *
   * @param topic that members subscribe to, as members must
   * @param connect opens consumers of the group
   * @param members how many members the group has; empty when that is not known; may block for
   *     seconds
   * @param ticker monotonic nanoseconds
   */
  public LiveGateways(
      String topic,
      Supplier<Consumer<byte[], byte[]>> connect,
      Supplier<OptionalInt> members,
      LongSupplier ticker) {
    this.topic = topic;
    this.members = members;
    this.ticker = ticker;
    this.startedAt = ticker.getAsLong();
    this.thread = new ConsumerLoop("gateways", connect, new Belonging());
  }

  /** Joins the group. */
  public void start() {
    thread.start();
  }

  /** The number of live gateways, this one included; a cautious one while it is not known. */
  public int count() {
    var known = count;
    if (known != UNKNOWN) {
      return known;
    }
    return ticker.getAsLong() - startedAt < ASSUMED_FOR.toNanos() ? ASSUMED : 1;
  }

  /** Leaves the group. */
  @Override
  public void close() {
    thread.close();
  }

  private final class Belonging implements ConsumerLoop.Reading {
    @Override
    public void read(Consumer<byte[], byte[]> consumer) {
      consumer.subscribe(List.of(topic));
      for (var polls = 1; !thread.isClosing(); polls++) {
        consumer.poll(POLL);
        consumer.pause(consumer.assignment());
        if (isMember(consumer) && (polls % POLLS_PER_COUNT == 0 || count == UNKNOWN)) {
          ask();
        }
      }
    }

    @Override
    public void failed(Throwable failure) {
      tell(failure.toString());
    }
  }

  /** Whether it has joined: before, the group would be counted without this gateway. */
  private static boolean isMember(Consumer<byte[], byte[]> consumer) {
    return consumer.groupMetadata().generationId() >= 0;
  }

  private void ask() {
    var now = members.get();
    if (now.isPresent()) {
      count = Math.max(1, now.getAsInt());
      isTold = false;
    } else {
      tell("the consumer group cannot be described");
    }
  }

  /** Logs the first failure of a series, not each one. */
  private void tell(String why) {
    if (!isTold) {
      isTold = true;
      LOG.atWarn()
          .addKeyValue(LogKey.WHY.key(), why)
          .log(
              "The number of gateways cannot be read; limits are divided by the last known number");
    }
  }
}

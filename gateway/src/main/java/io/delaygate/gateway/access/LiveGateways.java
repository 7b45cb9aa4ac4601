package io.delaygate.gateway.access;

import io.delaygate.service.logging.LogKey;
import io.delaygate.service.reading.ConsumerLoop;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Number of live gateways, counted as members of one Kafka consumer group. The members read nothing
 * and commit nothing. While the group cannot be described, the last number holds. Thread-safe.
 */
public final class LiveGateways implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LiveGateways.class);

  /** Keeps the member alive; a stop wakes it. */
  private static final Duration POLL = Duration.ofSeconds(1);

  /** One count every five seconds; the group drops a dead gateway only after ten. */
  private static final int POLLS_PER_COUNT = 5;

  private final String topic;
  private final Supplier<OptionalInt> members;
  private final ConsumerLoop thread;
  private volatile int count = 1;
  private boolean isUnknown;

  /**
   * Joins the group only at {@link #start}.
   *
   * @param topic that members subscribe to, as members must
   * @param connect opens consumers of the group
   * @param members how many members the group has; empty when that is not known; may block for
   *     seconds
   */
  public LiveGateways(
      String topic, Supplier<Consumer<byte[], byte[]>> connect, Supplier<OptionalInt> members) {
    this.topic = topic;
    this.members = members;
    this.thread = new ConsumerLoop("gateways", connect, new Belonging());
  }

  /** Joins the group. */
  public void start() {
    thread.start();
  }

  /** The number of live gateways, this one included. */
  public int count() {
    return count;
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
        if (polls % POLLS_PER_COUNT == 0 || polls == 1) {
          ask();
        }
      }
    }

    @Override
    public void failed(Throwable failure) {
      tell(failure.toString());
    }
  }

  private void ask() {
    var now = members.get();
    if (now.isPresent()) {
      count = Math.max(1, now.getAsInt());
      isUnknown = false;
    } else {
      tell("the group cannot be described");
    }
  }

  /** Logs the first failure of a series, not each one. */
  private void tell(String why) {
    if (!isUnknown) {
      isUnknown = true;
      LOG.atWarn()
          .addKeyValue(LogKey.WHY.key(), why)
          .log("How many gateways there are is not known; limits count with the last number");
    }
  }
}

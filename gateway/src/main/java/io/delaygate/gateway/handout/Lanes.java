package io.delaygate.gateway.handout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a queue. One is enough until more is wanted than it takes at a time; then a second
 * one reads while the first waits for its leases, which takes a commit of the scheduler. For one
 * thread.
 */
final class Lanes implements AutoCloseable {
  private final Supplier<Lane> open;
  private final LongSupplier ticker;
  private final Lane first;
  private @Nullable Lane second;
  private long neededAt;
  private boolean isSecondsTurn;

  /**
   * Opens the first.
   *
   * @param ticker monotonic nanoseconds
   */
  Lanes(Supplier<Lane> open, LongSupplier ticker) {
    this.open = open;
    this.ticker = ticker;
    this.first = open.get();
  }

  /** The one whose turn it is. */
  Lane next() {
    var lane = isSecondsTurn && second != null ? second : first;
    isSecondsTurn = lane == first;
    return lane;
  }

  boolean isFirst(Lane lane) {
    return lane == first;
  }

  int underWay() {
    return first.underWay() + (second == null ? 0 : second.underWay());
  }

  /** So much is wanted beside what is under way. */
  void demand(int wanted) {
    var now = ticker.getAsLong();
    if (wanted >= Readers.LARGEST) {
      neededAt = now;
      second = second == null ? open.get() : second;
    } else if (second != null
        && second.underWay() == 0
        && now - neededAt > Readers.UNNEEDED_NANOS) {
      second.close();
      second = null;
    }
  }

  /** Waits for all that is under way; what is ours now. */
  List<Held> settle() {
    var ours = new ArrayList<>(first.settle());
    if (second != null) {
      ours.addAll(second.settle());
    }
    return ours;
  }

  /** Whether something may still come that nobody has asked for. */
  boolean isFetching() {
    return first.readers().isFetching() || (second != null && second.readers().isFetching());
  }

  /** Lets go of what comes; nothing may be under way. */
  void letGo() {
    first.letGo(Readers.WAIT);
    if (second != null) {
      second.letGo(Duration.ZERO);
    }
  }

  @Override
  public void close() {
    try {
      first.close();
    } finally {
      if (second != null) {
        second.close();
      }
    }
  }
}

package io.delaygate.scheduler.due;

import io.delaygate.scheduler.clients.PollBound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;

/**
 * A task's wall-clock punctuation for its next wake. Not a periodic tick: a punctuation that ran,
 * even for nothing, marks its task for commit, so that a 1 ms tick would cost a transaction per
 * commit interval for ever.
 *
 * <p>When a nearer time is set, the farther ring stays: Streams keeps cancelled punctuations in its
 * queue until their time, so that with short delays before far ones each short one would leave a
 * dead entry behind.
 *
 * <p>For the task's thread only.
 */
public final class WakeupTimer {
  /** An interval must be given; the alarm is cancelled before a second ring. */
  private static final Duration INTERVAL = Duration.ofMillis(1);

  /**
   * Farthest ring: rings that lost their job still ring once, for nothing, and are few that way.
   */
  private static final long HORIZON_MS = Duration.ofHours(1).toMillis();

  private final ProcessorContext<?, ?> context;
  private final LongConsumer ring;
  private final PollBound poll;
  private final TaskId task;

  /** Each is nearer than the one below it. */
  private final Deque<Ring> rings = new ArrayDeque<>();

  /**
   * An alarm that is not set.
   *
   * @param ring what to do, given the time in epoch milliseconds; it must set the alarm anew
   */
  public WakeupTimer(ProcessorContext<?, ?> context, PollBound poll, LongConsumer ring) {
    this.context = context;
    this.task = context.taskId();
    this.poll = poll;
    this.ring = ring;
  }

  /**
   * Sets the alarm, unless it rings earlier anyway.
   *
   * @param atMs epoch milliseconds; {@link Long#MAX_VALUE} for never
   * @param nowMs epoch milliseconds; the alarm rings later than this, as a punctuation that is set
   *     for now from inside a punctuation would be run again at once, without end
   */
  public void set(long atMs, long nowMs) {
    if (atMs == Long.MAX_VALUE) {
      return;
    }
    var ringMs = Math.min(Math.max(atMs, nowMs + 1), nowMs + HORIZON_MS);
    if (!rings.isEmpty() && rings.element().atMs() <= ringMs) {
      return;
    }
    var start = Instant.ofEpochMilli(ringMs);
    rings.push(
        new Ring(
            ringMs,
            context.schedule(start, INTERVAL, PunctuationType.WALL_CLOCK_TIME, this::ring)));
    poll.noLongerThan(task, ringMs);
  }

  /**
   * Rings after a poll whenever other threads have requests to the task.
   *
   * @param arePending whether they have
   * @param clock epoch milliseconds
   */
  public void listen(BooleanSupplier arePending, LongSupplier clock) {
    Runnable ringNow = () -> set(clock.getAsLong(), clock.getAsLong());
    var inStreams =
        context instanceof InternalProcessorContext<?, ?> inside
            ? asItsProcessor(inside, ringNow)
            : ringNow;
    poll.listen(task, arePending, inStreams);
  }

  /** Between two polls no processor is current, and Streams takes no punctuation from none. */
  private static Runnable asItsProcessor(InternalProcessorContext<?, ?> context, Runnable step) {
    var processor = context.currentNode();
    return () -> {
      var before = context.currentNode();
      context.setCurrentNode(processor);
      step.run();
      context.setCurrentNode(before);
    };
  }

  /** Stops the alarm; it can be set again. */
  public void stop() {
    rings.forEach(set -> set.punctuation().cancel());
    rings.clear();
    poll.ended(task);
  }

  private void ring(long nowMs) {
    while (!rings.isEmpty() && rings.element().atMs() <= nowMs) {
      rings.pop().punctuation().cancel();
    }
    if (rings.isEmpty()) {
      poll.forget(task);
    } else {
      poll.noLongerThan(task, rings.element().atMs());
    }
    ring.accept(nowMs);
  }

  private record Ring(long atMs, Cancellable punctuation) {}
}

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
 * Wake-up timer of a task: a wall-clock punctuation at its next wake-up time. Not a periodic tick:
 * a punctuation that ran, even without work, marks its task for commit, so that a 1 ms tick would
 * cost a transaction in each commit interval.
 *
 * <p>When an earlier time is set, the later punctuation stays. Streams keeps cancelled punctuations
 * in its queue until their time, so that each short delay before a long one would leave a dead
 * entry.
 *
 * <p>For the task's thread only.
 */
public final class WakeupTimer {
  /** Streams demands an interval; the punctuation is cancelled before it runs a second time. */
  private static final Duration INTERVAL = Duration.ofMillis(1);

  /**
   * Farthest punctuation: one whose job is gone still runs once without work, and this bound keeps
   * these few.
   */
  private static final long HORIZON_MS = Duration.ofHours(1).toMillis();

  private final ProcessorContext<?, ?> context;
  private final LongConsumer ring;
  private final PollBound poll;
  private final TaskId task;

  /** Pending punctuations; each is earlier than the one below it. */
  private final Deque<Ring> rings = new ArrayDeque<>();

  /**
   * Creates a timer that is not set.
   *
   * @param ring runs at the set time, given the time in epoch milliseconds; it must set the timer
   *     anew
   */
  public WakeupTimer(ProcessorContext<?, ?> context, PollBound poll, LongConsumer ring) {
    this.context = context;
    this.task = context.taskId();
    this.poll = poll;
    this.ring = ring;
  }

  /**
   * Sets the timer, unless it is set to an earlier time.
   *
   * @param atMs epoch milliseconds; {@link Long#MAX_VALUE} for never
   * @param nowMs epoch milliseconds; the timer runs later than this, since a punctuation that is
   *     set for now inside a punctuation would run again at once, in an endless loop
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
   * Runs the timer after a poll whenever other threads have requests to the task.
   *
   * @param arePending whether requests are pending
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

  /**
   * Runs a step with the processor as the current one. Between two polls no processor is current,
   * and Streams then accepts no punctuation.
   */
  private static Runnable asItsProcessor(InternalProcessorContext<?, ?> context, Runnable step) {
    var processor = context.currentNode();
    return () -> {
      var before = context.currentNode();
      context.setCurrentNode(processor);
      step.run();
      context.setCurrentNode(before);
    };
  }

  /** Stops the timer; it can be set again. */
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

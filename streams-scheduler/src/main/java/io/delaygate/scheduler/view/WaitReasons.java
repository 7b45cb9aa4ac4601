package io.delaygate.scheduler.view;

import io.delaygate.scheduler.targets.Obstacles;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.directory.TopicStatus;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reasons why parked jobs wait, from what is known of their targets at this moment: a parked job is
 * not rewritten when the reason changes. The first of these that applies is the reason: what the
 * brokers refused, an operator's pause, what the directory says. Costs the same however many jobs
 * are parked. Thread-safe if its sources are.
 */
public final class WaitReasons {
  private final Supplier<ControlView> control;
  private final Function<String, TopicStatus> directory;
  private final Obstacles obstacles;
  private final long recheckMs;

  /**
   * Reasons from these sources.
   *
   * @param directory status of a topic; must answer from memory
   * @param recheckMs how often the scheduler looks at targets of parked jobs, milliseconds
   */
  public WaitReasons(
      Supplier<ControlView> control,
      Function<String, TopicStatus> directory,
      Obstacles obstacles,
      long recheckMs) {
    this.control = control;
    this.directory = directory;
    this.obstacles = obstacles;
    this.recheckMs = recheckMs;
  }

  /** The reason why a topic's parked jobs wait, taken together. */
  public WaitReason ofTopic(String topic, long nowMs) {
    return find(topic, null, nowMs).orElseGet(() -> undecided(topic, nowMs));
  }

  /**
   * The reason why a job waits now.
   *
   * @return empty where it does not wait for its target, or where nothing is known but what the job
   *     itself says
   */
  public Optional<WaitReason> ofJob(Job job, long nowMs) {
    if (job.state() != JobState.PARKED || job.isWaitingForTurn()) {
      return Optional.empty();
    }
    var waiting = job.waiting();
    var named = job.target().partition();
    var partition = named != null || waiting == null ? named : waiting.partition();
    return find(job.target().topic(), partition, nowMs);
  }

  private Optional<WaitReason> find(String topic, @Nullable Integer partition, long nowMs) {
    return obstacles
        .of(topic, partition)
        .map(WaitReason::of)
        .or(() -> paused(control.get().of(topic), nowMs))
        .or(() -> told(topic, partition, nowMs));
  }

  private static Optional<WaitReason> paused(TargetControl decided, long nowMs) {
    var pause = decided.pause();
    if (pause == null || !decided.isPaused(nowMs)) {
      return Optional.empty();
    }
    var text =
        pause.isTimed()
            ? "an operator paused the target for a time"
            : "an operator paused the target until it is resumed";
    var endMs = pause.isTimed() ? pause.untilMs() : null;
    return Optional.of(new WaitReason(ReasonCode.TARGET_PAUSED, text, pause.sinceMs(), endMs));
  }

  private Optional<WaitReason> told(String topic, @Nullable Integer partition, long nowMs) {
    var status = directory.apply(topic);
    if (status instanceof TopicStatus.Missing) {
      return known(ReasonCode.TARGET_UNKNOWN, "the topic does not exist", nowMs);
    }
    if (status instanceof TopicStatus.NoEndpoint) {
      return known(ReasonCode.ENDPOINT_UNKNOWN, "the endpoint does not exist", nowMs);
    }
    if (status instanceof TopicStatus.Unwritable) {
      return known(
          ReasonCode.TARGET_UNWRITABLE, "the scheduler has no right to write to the topic", nowMs);
    }
    if (status instanceof TopicStatus.Denied) {
      return known(
          ReasonCode.TARGET_FORBIDDEN, "the scheduler's settings forbid jobs for the topic", nowMs);
    }
    return status instanceof TopicStatus.Writable open
        ? closed(open, partition, nowMs)
        : Optional.empty();
  }

  private Optional<WaitReason> closed(
      TopicStatus.Writable topic, @Nullable Integer partition, long nowMs) {
    if (partition != null && partition >= topic.partitions()) {
      var text = "the topic has %d partitions; partition %d does not exist";
      return known(
          ReasonCode.TARGET_PARTITION_UNKNOWN,
          text.formatted(topic.partitions(), partition),
          nowMs);
    }
    return topic.closed().entrySet().stream()
        .filter(entry -> partition == null || partition.equals(entry.getKey()))
        .min(Comparator.comparing(Map.Entry::getKey))
        .flatMap(
            entry ->
                known(
                    entry.getValue(),
                    "partition %d takes no records".formatted(entry.getKey()),
                    nowMs));
  }

  /** No reason is known why the topic would not take records. */
  private WaitReason undecided(String topic, long nowMs) {
    var nextMs = nowMs + recheckMs;
    if (control.get().of(topic).perSecond() != null) {
      return new WaitReason(
          ReasonCode.TARGET_PAUSED, "the target's rate limit is reached", null, nextMs);
    }
    var text =
        directory.apply(topic) instanceof TopicStatus.Unreadable
            ? "the brokers have not yet reported whether the topic takes records"
            : "the jobs leave at the next check of the topic, unless they name a partition that"
                + " it does not have";
    return new WaitReason(ReasonCode.TARGET_UNCHECKED, text, null, nextMs);
  }

  private Optional<WaitReason> known(ReasonCode reason, String text, long nowMs) {
    return Optional.of(new WaitReason(reason, text, null, nowMs + recheckMs));
  }
}

package io.delaygate.scheduler.view;

import io.delaygate.scheduler.targets.Obstacle;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import io.delaygate.service.directory.TopicStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Targets of a test: each takes records unless the test says otherwise. */
public final class KnownTargets {
  /** Interval of rechecks of the targets of parked jobs. */
  public static final long RECHECK_MS = 1_000;

  private final Map<String, TargetControl> decided = new HashMap<>();
  private final Map<String, TopicStatus> told = new HashMap<>();
  private final Map<String, Obstacle> refused = new HashMap<>();

  /** The wait reasons that follow from these targets. */
  public WaitReasons reasons() {
    return new WaitReasons(
        () -> new ControlView(decided, Map.of(), Map.of()),
        topic -> told.getOrDefault(topic, new TopicStatus.Writable(4, 1_000_000)),
        (topic, partition) ->
            Optional.ofNullable(refused.get(topic))
                .or(() -> Optional.ofNullable(refused.get(topic + "/" + partition))),
        RECHECK_MS);
  }

  /** Pauses a target as an operator. */
  public KnownTargets pause(String topic, TargetPause pause) {
    return decide(topic, TargetControl.NONE.withPause(pause));
  }

  /** Sets the decisions of an operator about a target. */
  public KnownTargets decide(String topic, TargetControl control) {
    decided.put(topic, control);
    return this;
  }

  /** Sets the status of a topic in the directory. */
  public KnownTargets tell(String topic, TopicStatus status) {
    told.put(topic, status);
    return this;
  }

  /**
   * Lets brokers refuse records.
   *
   * @param target a topic, or one of its partitions as {@code topic/partition}
   */
  public KnownTargets refuse(String target, Obstacle why) {
    refused.put(target, why);
    return this;
  }
}

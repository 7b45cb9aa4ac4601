package io.delaygate.schemas.control;

import io.delaygate.schemas.job.Policy;
import java.util.Map;

/**
 * What is decided about all targets, at one moment.
 *
 * @param targets by topic; those that nobody decided about are not in it
 */
public record ControlView(Map<String, TargetControl> targets) {
  /** Where nobody decided anything. */
  public static final ControlView EMPTY = new ControlView(Map.of());

  /** A copy that nobody changes. */
  public ControlView {
    targets = Map.copyOf(targets);
  }

  /** What is decided about a target. */
  public TargetControl of(String topic) {
    return targets.getOrDefault(topic, TargetControl.NONE);
  }

  /** How jobs of a target are treated that do not say it. */
  public Policy defaults(String topic) {
    var defaults = of(topic).defaults();
    return defaults == null ? Policy.USUAL : defaults;
  }
}

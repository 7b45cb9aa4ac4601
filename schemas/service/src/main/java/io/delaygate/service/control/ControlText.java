package io.delaygate.service.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Decisions about targets as one line of text for logs. */
final class ControlText {
  /** Target names in one line; a longer line would hide the others around it. */
  static final int NAMED = 20;

  private ControlText() {}

  /** The targets by name, each with its decisions: the first ones, and how many more there are. */
  static String of(Map<String, TargetControl> targets) {
    var named =
        new TreeMap<>(targets)
            .entrySet().stream()
                .limit(NAMED)
                .map(target -> name(target.getKey()) + " " + of(target.getValue()))
                .collect(Collectors.joining("; "));
    var more = targets.size() - NAMED;
    return more > 0 ? named + "; and " + more + " more" : named;
  }

  private static String of(TargetControl control) {
    var texts = new ArrayList<String>();
    var pause = control.pause();
    if (pause != null) {
      texts.add(
          "paused until "
              + (pause.isTimed() ? Instant.ofEpochMilli(pause.untilMs()) : "it is resumed"));
    }
    if (control.perSecond() != null) {
      texts.add(control.perSecond() + " deliveries a second");
    }
    if (control.defaults() != null) {
      texts.add("with defaults");
    }
    if (control.alarm() != null) {
      texts.add("with an alarm");
    }
    return String.join(", ", texts);
  }

  /** Keys may be written by any client: a control character could begin a line of its own. */
  private static String name(String target) {
    return target.replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
  }
}

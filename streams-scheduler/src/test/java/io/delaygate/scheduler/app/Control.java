package io.delaygate.scheduler.app;

import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.FailureAlarm;
import io.delaygate.service.control.TargetControl;
import io.delaygate.service.control.TargetPause;
import java.util.HashMap;
import java.util.Map;

/** Decisions of operators about targets, as a test makes them. */
final class Control {
  private ControlView view = ControlView.EMPTY;

  ControlView view() {
    return view;
  }

  void pause(String topic) {
    put(topic, new TargetControl(new TargetPause(1, TargetPause.FOR_EVER), null, null, null));
  }

  void pause(String topic, long untilMs) {
    put(topic, new TargetControl(new TargetPause(1, untilMs), null, null, null));
  }

  void limit(String topic, int perSecond) {
    put(topic, new TargetControl(null, perSecond, null, null));
  }

  void defaults(String topic, Policy policy) {
    put(topic, new TargetControl(null, null, policy, null));
  }

  void alarm(String topic, FailureAlarm alarm) {
    put(topic, new TargetControl(null, null, null, alarm));
  }

  void clear(String topic) {
    put(topic, TargetControl.NONE);
  }

  private void put(String topic, TargetControl control) {
    var targets = new HashMap<>(view.targets());
    targets.put(topic, control);
    view = new ControlView(targets, Map.of(), Map.of());
  }
}

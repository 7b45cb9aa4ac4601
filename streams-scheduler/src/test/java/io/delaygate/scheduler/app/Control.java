package io.delaygate.scheduler.app;

import io.delaygate.schemas.control.ControlView;
import io.delaygate.schemas.control.FailureAlarm;
import io.delaygate.schemas.control.TargetControl;
import io.delaygate.schemas.job.Policy;
import java.util.HashMap;
import java.util.Map;

/** What a test decides about targets, as the schedulers would read it. */
final class Control {
  private ControlView view = ControlView.EMPTY;

  ControlView view() {
    return view;
  }

  void pause(String topic) {
    put(topic, new TargetControl(1L, null, null, null));
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

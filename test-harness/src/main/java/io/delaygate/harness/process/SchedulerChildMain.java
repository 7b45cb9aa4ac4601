package io.delaygate.harness.process;

import io.delaygate.harness.broker.ParentWatch;
import io.delaygate.scheduler.app.SchedulerMain;

/** The scheduler as a child that ends with its parent. */
public final class SchedulerChildMain {
  private SchedulerChildMain() {}

  /** As {@link SchedulerMain#main}. */
  public static void main(String[] arguments) throws InterruptedException {
    ParentWatch.haltWithParent();
    SchedulerMain.main(arguments);
  }
}

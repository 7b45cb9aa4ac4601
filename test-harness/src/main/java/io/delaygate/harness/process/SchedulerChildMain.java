package io.delaygate.harness.process;

import io.delaygate.harness.broker.ParentWatch;
import io.delaygate.scheduler.app.SchedulerMain;

/** Main class of a scheduler in a child process that ends with its parent. */
public final class SchedulerChildMain {
  private SchedulerChildMain() {}

  /** Runs {@link SchedulerMain#main}. */
  public static void main(String[] arguments) throws InterruptedException {
    ParentWatch.haltWithParent();
    SchedulerMain.main(arguments);
  }
}

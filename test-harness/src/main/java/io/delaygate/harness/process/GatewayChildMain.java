package io.delaygate.harness.process;

import io.delaygate.gateway.app.GatewayMain;
import io.delaygate.harness.broker.ParentWatch;

/** Main class of a gateway in a child process that ends with its parent. */
public final class GatewayChildMain {
  private GatewayChildMain() {}

  /** Runs {@link GatewayMain#main}. */
  public static void main(String[] arguments) throws InterruptedException {
    ParentWatch.haltWithParent();
    GatewayMain.main(arguments);
  }
}

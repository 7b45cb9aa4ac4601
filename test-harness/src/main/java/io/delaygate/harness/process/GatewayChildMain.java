package io.delaygate.harness.process;

import io.delaygate.gateway.app.GatewayMain;
import io.delaygate.harness.broker.ParentWatch;

/** The gateway as a child that ends with its parent. */
public final class GatewayChildMain {
  private GatewayChildMain() {}

  /** As {@link GatewayMain#main}. */
  public static void main(String[] arguments) throws InterruptedException {
    ParentWatch.haltWithParent();
    GatewayMain.main(arguments);
  }
}

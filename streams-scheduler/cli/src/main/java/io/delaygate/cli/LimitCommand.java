package io.delaygate.cli;

import picocli.CommandLine.Mixin;

/** Base of commands that replace the limits of a namespace or a token by {@code PUT …/limits}. */
abstract class LimitCommand extends GatewayCommand {
  static final String DOES = "all of them, what is not given has no bound";

  @Mixin private final LimitsOptions limits = new LimitsOptions();

  LimitCommand(Session session) {
    super(session);
  }

  /** The path of the namespace or token. */
  abstract String path();

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var now = gateway.call("PUT", path() + "/limits", limits.json()).orThrow();
    if (isJson()) {
      print(now);
    } else {
      new KeyValueView()
          .add("limits", now.isEmpty() ? "none" : LimitsOptions.text(now))
          .print(out());
    }
    return ExitStatus.DONE;
  }
}

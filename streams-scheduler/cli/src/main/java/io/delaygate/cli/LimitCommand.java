package io.delaygate.cli;

import picocli.CommandLine.Mixin;

/** {@code PUT …/limits}: those of a namespace or of a token, and nothing else of them. */
abstract class LimitCommand extends GatewayCommand {
  static final String DOES = "all of them, what is not given has no bound";

  @Mixin private final UsageOptions limits = new UsageOptions();

  LimitCommand(Session session) {
    super(session);
  }

  /** Whose limits they are. */
  abstract String path();

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var now = gateway.call("PUT", path() + "/limits", limits.json()).orThrow();
    if (isJson()) {
      print(now);
    } else {
      new KeyValueView()
          .add("limits", now.isEmpty() ? "none" : UsageOptions.text(now))
          .print(out());
    }
    return ExitStatus.DONE;
  }
}

package io.delaygate.cli;

import picocli.CommandLine.Parameters;

/** Base of commands about one queue. */
abstract class QueueCommand extends GatewayCommand {
  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue")
  private String queue = "";

  QueueCommand(Session session) {
    super(session);
  }

  final String queue() {
    return queue;
  }

  /** The path of the queue, or of a resource below it. */
  final String path(String... rest) {
    return QueuesCommand.path(queue) + String.join("", rest);
  }
}

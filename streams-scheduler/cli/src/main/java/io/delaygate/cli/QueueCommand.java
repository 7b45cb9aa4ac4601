package io.delaygate.cli;

import picocli.CommandLine.Parameters;

/** Something about one queue. */
abstract class QueueCommand extends GatewayCommand {
  @Parameters(index = "0", paramLabel = "QUEUE", description = "The queue")
  private String queue = "";

  QueueCommand(Session session) {
    super(session);
  }

  final String queue() {
    return queue;
  }

  /** The path of the queue, or of what it has under that name. */
  final String path(String... rest) {
    return QueuesCommand.path(queue) + String.join("", rest);
  }
}

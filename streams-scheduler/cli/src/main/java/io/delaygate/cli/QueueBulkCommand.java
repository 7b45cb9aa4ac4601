package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Base of commands that change many jobs of a queue; more than one job only after a confirmation.
 */
abstract class QueueBulkCommand extends QueueCommand {
  @Option(names = "--yes", description = "Do it without asking")
  private boolean yes;

  private QueueBulkCommand(Session session) {
    super(session);
  }

  final void confirm(String question) {
    session().confirm(yes, question + " of queue " + queue() + "?");
  }

  /** The checked number; asks for confirmation if it is above 1. */
  final long confirmed(String option, long many, String what) {
    if (many < 1) {
      throw new CliException(ExitStatus.USAGE, option + " is " + many + ": give 1 or more");
    }
    if (many > 1) {
      confirm(what + ", at most " + many + ",");
    }
    return many;
  }

  /** Command {@code queues purge}: {@code POST /v1/queues/{queue}/purge}. */
  @Command(
      name = "purge",
      description = "Drop a queue's pending jobs, or those in one state",
      footer = {
        "delaygate queues purge mails",
        "delaygate queues purge mails --state delayed --limit 1000 --yes"
      })
  static final class Purge extends QueueBulkCommand {
    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "delayed, ready, reserved or dead; all but dead if not given")
    private @Nullable String state;

    @Option(
        names = "--limit",
        paramLabel = "N",
        description = "How many at most, the first ones; all if not given")
    private long limit = Long.MAX_VALUE;

    Purge(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var body = JsonNodeFactory.instance.objectNode();
      if (state != null) {
        body.put("state", state);
      }
      if (limit < 1) {
        throw new CliException(ExitStatus.USAGE, "--limit is " + limit + ": give 1 or more");
      }
      confirm("Drop all " + (state == null ? "pending" : state) + " jobs");
      return told(bulk(gateway, path("/purge")).found(body, limit));
    }
  }

  /** Command {@code queues kick}: {@code POST /v1/queues/{queue}/kick}. */
  @Command(
      name = "kick",
      description = "Make dead jobs of a queue ready; or, if there are none, delayed ones",
      footer = {"delaygate queues kick mails", "delaygate queues kick mails --count 100 --yes"})
  static final class Kick extends QueueBulkCommand {
    @Option(
        names = "--count",
        paramLabel = "N",
        defaultValue = "1",
        description = "At most so many, up to 10000; ${DEFAULT-VALUE} if not given")
    private long count;

    Kick(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var many = confirmed("--count", count, "Make jobs ready");
      var body = JsonNodeFactory.instance.objectNode().put("count", many);
      return told(bulk(gateway, path("/kick")).once(body));
    }
  }

  /** Base of commands on the oldest dead letters. */
  abstract static class Letters extends QueueBulkCommand {
    private final String word;
    private final String done;

    @Option(
        names = "--limit",
        paramLabel = "N",
        defaultValue = "1",
        description = "How many at most; ${DEFAULT-VALUE} if not given")
    private long limit;

    private Letters(Session session, String word, String done) {
      super(session);
      this.word = word;
      this.done = done;
    }

    @Override
    final ExitStatus run(GatewayClient gateway) {
      var many = confirmed("--limit", limit, done + " dead letters");
      return told(bulk(gateway, path("/dead-letters/", word)).first(many));
    }
  }

  /** Command {@code queues respawn}: {@code POST /v1/queues/{queue}/dead-letters/respawn}. */
  @Command(
      name = "respawn",
      description = "Hand the oldest dead letters of a queue out again, with all their attempts",
      footer = {
        "delaygate queues respawn mails",
        "delaygate queues respawn mails --limit 1000 --yes"
      })
  static final class Respawn extends Letters {
    Respawn(Session session) {
      super(session, "respawn", "Hand out again");
    }
  }

  /** Command {@code queues discard}: {@code POST /v1/queues/{queue}/dead-letters/discard}. */
  @Command(
      name = "discard",
      description = "Drop the oldest dead letters of a queue for good",
      footer = {
        "delaygate queues discard mails",
        "delaygate queues discard mails --limit 1000 --yes"
      })
  static final class Discard extends Letters {
    Discard(Session session) {
      super(session, "discard", "Drop");
    }
  }

  /** Command {@code queues delete}: {@code DELETE /v1/queues/{queue}}. */
  @Command(
      name = "delete",
      description = "Delete a queue with all its jobs and dead letters",
      footer = {"delaygate queues delete mails", "delaygate queues delete mails --yes"})
  static final class Delete extends QueueBulkCommand {
    Delete(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      confirm("Delete all jobs and dead letters");
      return told(bulk(gateway, path()).deleted());
    }
  }
}

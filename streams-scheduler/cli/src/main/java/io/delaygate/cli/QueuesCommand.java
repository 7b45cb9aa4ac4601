package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command group {@code queues}, with the commands that read queues. The other commands have their
 * own classes.
 */
@Command(
    name = "queues",
    description = "Publish to queues, work for them, and look after them",
    footer = {
      "delaygate queues publish mails --in 30m --value 'close it'",
      "delaygate queues reserve mails --wait 30s --lease 5m",
      "delaygate queues stats mails"
    })
final class QueuesCommand {
  private static final String PATH = "/v1/queues";

  /** The path of one queue, or of several separated by commas. */
  static String path(String name) {
    return PATH + "/" + GatewayClient.encoded(name);
  }

  /** Command {@code queues list}: {@code GET /v1/queues}. */
  @Command(
      name = "list",
      description = "List queues that have jobs by name, with their number by state",
      footer = {"delaygate queues list", "delaygate queues list --json"})
  static final class All extends GatewayCommand {
    All(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var answer = gateway.call("GET", PATH).orThrow();
      var queues = answer.path("queues");
      if (isJson()) {
        queues.forEach(this::print);
        return ExitStatus.DONE;
      }
      var table = new StatesTable(out(), "QUEUE", queues.path(0));
      var parked = new ParkedTable(out(), "QUEUE", moments());
      queues.forEach(
          queue -> {
            table.row(queue.path("queue").asText(), queue);
            parked.add(queue.path("queue").asText(), queue);
          });
      table.print();
      parked.print();
      Pages.tellStale(session(), answer);
      return ExitStatus.DONE;
    }
  }

  /** Command {@code queues stats}: {@code GET /v1/queues/{queue}/stats}. */
  @Command(
      name = "stats",
      description = "Count a queue's jobs by state, and tell how old the oldest ready one is",
      footer = {
        "delaygate queues stats mails",
        "delaygate queues stats mails --json | jq .oldestReadyMs"
      })
  static final class Stats extends QueueCommand {
    Stats(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var stats = gateway.call("GET", path("/stats")).orThrow();
      if (isJson()) {
        print(stats);
        return ExitStatus.DONE;
      }
      facts(stats).print(out());
      out().println();
      var table = new StatesTable(out(), "QUEUE", stats);
      table.row(queue(), stats);
      table.print();
      var parked = new ParkedTable(out(), "QUEUE", moments());
      parked.add(queue(), stats);
      parked.print();
      Pages.tellStale(session(), stats);
      return ExitStatus.DONE;
    }

    private KeyValueView facts(JsonNode stats) {
      return new KeyValueView()
          .add("as of", TimeFormatter.iso(stats.path("asOfMs")))
          .add("jobs", stats.path("jobs").asText())
          .add("oldest ready", moments().both(stats.path("oldestReadyMs")))
          .add("waiting", stats.path("waiting").asText())
          .add("paused", stats.path("paused").asText())
          .add("paused until", moments().both(stats.path("pausedUntilMs")));
    }
  }

  /** Command {@code queues peek}: {@code GET /v1/queues/{queue}/peek}. */
  @Command(
      name = "peek",
      description = "Show the job that comes next in a state, with its payload; it stays there",
      footer = {"delaygate queues peek mails", "delaygate queues peek mails --state dead"})
  static final class Peek extends QueueCommand {
    @Option(
        names = "--state",
        paramLabel = "STATE",
        defaultValue = "ready",
        description = "ready, delayed or dead; ${DEFAULT-VALUE} if not given")
    private String state = "";

    Peek(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var job = gateway.call("GET", path("/peek?state=", GatewayClient.encoded(state))).orThrow();
      show(job);
      return ExitStatus.DONE;
    }

    private void show(ObjectNode job) {
      if (isJson()) {
        print(job);
        return;
      }
      JobText.tell(job, new KeyValueView(), moments()).print(out());
      Pages.tellStale(session(), job);
    }
  }

  /** Command {@code queues dead-letters}: {@code GET /v1/queues/{queue}/dead-letters}. */
  @Command(
      name = "dead-letters",
      description = "List a queue's dead letters, those first that died first",
      footer = {
        "delaygate queues dead-letters mails",
        "delaygate queues dead-letters mails --limit 1000 --json"
      })
  static final class Letters extends QueueCommand {
    @Mixin private final LimitOption limit = new LimitOption();

    Letters(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var pages = new Pages(session(), gateway, path("/dead-letters"), "deadLetters");
      if (isJson()) {
        pages.read(limit.above0(), this::print, () -> {});
        return ExitStatus.DONE;
      }
      var table = JobText.deadTable(out());
      pages.read(limit.above0(), letter -> JobText.deadRow(table, letter, moments()), table::print);
      table.print();
      return ExitStatus.DONE;
    }
  }
}

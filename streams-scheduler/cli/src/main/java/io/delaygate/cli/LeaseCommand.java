package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Base of commands that a worker runs on a reserved job, and that wait for the outcome. */
abstract class LeaseCommand extends QueueCommand {
  private final String word;

  @Parameters(index = "1", paramLabel = "ID", description = "The job")
  private String id = "";

  @Option(
      names = "--lease",
      paramLabel = "LEASE",
      required = true,
      description = "The lease, as reserve gave it")
  private String lease = "";

  private LeaseCommand(Session session, String word) {
    super(session);
    this.word = word;
  }

  /** Adds further fields to the body. */
  abstract void addTo(ObjectNode body);

  @Override
  final ExitStatus run(GatewayClient gateway) {
    var body = JsonNodeFactory.instance.objectNode().put("id", id).put("lease", lease);
    addTo(body);
    printOutcome(gateway.call("POST", path("/", word, "?wait=true"), body).orThrow());
    return ExitStatus.DONE;
  }

  /** Command {@code queues finish}: {@code POST /v1/queues/{queue}/finish}. */
  @Command(
      name = "finish",
      description = "Say that a reserved job is done",
      footer = {
        "delaygate queues finish mails mail-7 --lease AAABk2bP4sc",
        "delaygate queues finish prices 4711 --lease AAABk2bP4sc --result 1.0832"
      })
  static final class Finish extends LeaseCommand {
    @Option(
        names = "--result",
        paramLabel = "TEXT",
        description = "What came of it, up to 1 KiB: for who made the request")
    private @Nullable String result;

    Finish(Session session) {
      super(session, "finish");
    }

    @Override
    void addTo(ObjectNode body) {
      if (result != null) {
        body.put("result", result);
      }
    }
  }

  /** Command {@code queues release}: {@code POST /v1/queues/{queue}/release}. */
  @Command(
      name = "release",
      description = "Give a reserved job up; it is handed out again if it has attempts left",
      footer = {
        "delaygate queues release mails mail-7 --lease AAABk2bP4sc --in 10m",
        "delaygate queues release mails mail-7 --lease AAABk2bP4sc --unused"
      })
  static final class Release extends LeaseCommand {
    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private @Nullable TimeOptions time;

    @Option(
        names = "--unused",
        description = "It was not worked on: it is due at once, and the attempt does not count")
    private boolean unused;

    @Mixin private final FailureOption failure = new FailureOption();

    Release(Session session) {
      super(session, "release");
    }

    @Override
    void addTo(ObjectNode body) {
      if (time != null) {
        time.addTo(body);
      }
      if (unused) {
        body.put("unused", true);
      }
      failure.addTo(body);
    }
  }

  /** Command {@code queues extend}: {@code POST /v1/queues/{queue}/extend}. */
  @Command(
      name = "extend",
      description = "Keep a reserved job for longer, from now on",
      footer = {
        "delaygate queues extend mails mail-7 --lease AAABk2bP4sc",
        "delaygate queues extend mails mail-7 --lease AAABk2bP4sc --for 5m"
      })
  static final class Extend extends LeaseCommand {
    @Option(
        names = "--for",
        paramLabel = "TIME",
        description = "For so long; as long as the lease was if not given")
    private @Nullable String time;

    Extend(Session session) {
      super(session, "extend");
    }

    @Override
    void addTo(ObjectNode body) {
      if (time != null) {
        body.put("leaseMs", GatewayOptions.duration("--for", time).toMillis());
      }
    }
  }

  /** Command {@code queues bury}: {@code POST /v1/queues/{queue}/bury}. */
  @Command(
      name = "bury",
      description = "Give a reserved job up for good; it becomes a dead letter",
      footer = {
        "delaygate queues bury mails mail-7 --lease AAABk2bP4sc",
        "delaygate queues bury mails mail-7 --lease AAABk2bP4sc --failure 'no such address'"
      })
  static final class Bury extends LeaseCommand {
    @Mixin private final FailureOption failure = new FailureOption();

    Bury(Session session) {
      super(session, "bury");
    }

    @Override
    void addTo(ObjectNode body) {
      failure.addTo(body);
    }
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that a gateway carries out. */
abstract class GatewayCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private final GatewayOptions gateway = new GatewayOptions();

  @Option(
      names = "--json",
      description = "Print the gateway's JSON, one document a line; of listings one for each entry")
  private boolean json;

  GatewayCommand(Session session) {
    this.session = session;
  }

  @Override
  public final Integer call() {
    return run(gateway.connect(session)).code();
  }

  /** Does it. */
  abstract ExitStatus run(GatewayClient gateway);

  final Session session() {
    return session;
  }

  final PrintStream out() {
    return session.out();
  }

  final Moments moments() {
    return new Moments(session.clock());
  }

  /** Whether a script reads. */
  final boolean isJson() {
    return json;
  }

  /** For a script, in one line. */
  final void print(JsonNode document) {
    session.out().println(TerminalEscaper.json(document.toString()));
    session.out().flush();
  }

  /** Calls for many jobs; a script gets each answer. */
  final Bulk bulk(GatewayClient gateway, String path) {
    return new Bulk(
        session,
        gateway,
        path,
        answer -> {
          if (json) {
            print(answer);
          }
        });
  }

  /** What became of many jobs, for a person. */
  final ExitStatus told(Bulk bulk) {
    if (!json) {
      session.out().println(bulk.summary());
    }
    return bulk.status();
  }

  /** What became of a command about one job: for a script, or for a person. */
  final void printOutcome(JsonNode outcome) {
    if (json) {
      print(outcome);
      return;
    }
    var job = outcome.has("job") ? outcome.path("job") : outcome;
    var facts = new KeyValueView().add("outcome", outcome.path("outcome").asText());
    JobText.tell(job, facts, moments()).print(session.out());
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base of commands that call a gateway. */
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

  /** Runs the command. */
  abstract ExitStatus run(GatewayClient gateway);

  final Session session() {
    return session;
  }

  final PrintStream out() {
    return session.out();
  }

  final TimeFormatter moments() {
    return new TimeFormatter(session.clock());
  }

  /** Whether the output is JSON, for scripts. */
  final boolean isJson() {
    return json;
  }

  /** Prints JSON for a script, in one line. */
  final void print(JsonNode document) {
    session.out().println(TerminalEscaper.json(document.toString()));
    session.out().flush();
  }

  /** A bulk operation; with {@code --json} it prints each answer. */
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

  /** Prints the summary of a bulk operation for people; returns its exit status. */
  final ExitStatus told(Bulk bulk) {
    if (!json) {
      session.out().println(bulk.summary());
    }
    return bulk.status();
  }

  /** Prints the outcome of a command about one job, as JSON or for people. */
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

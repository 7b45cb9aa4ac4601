package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code dead-letters list}: lists dead letters or rejected commands by {@code GET
 * /v1/dead-letters}.
 */
@Command(
    name = "list",
    description = "List dead letters, those first that died first; or rejected commands",
    footer = {
      "delaygate dead-letters list --topic orders --died-from 2030-01-31T08:00:00Z",
      "delaygate dead-letters list --rejected --limit 20"
    })
final class ListLettersCommand extends GatewayCommand {
  private static final String PATH = "/v1/dead-letters";

  @Option(names = "--topic", paramLabel = "TOPIC", description = "Of this target")
  private @Nullable String topic;

  @Option(
      names = "--died-from",
      paramLabel = "TIME",
      description = "Died then or later: epoch milliseconds, or like 2030-01-31T08:00:00Z")
  private @Nullable String diedFrom;

  @Option(names = "--died-to", paramLabel = "TIME", description = "Died before then")
  private @Nullable String diedTo;

  @Option(names = "--id-prefix", paramLabel = "TEXT", description = "What ids begin with")
  private @Nullable String idPrefix;

  @Option(
      names = "--rejected",
      description = "Rejected commands instead, newest first; they have no filter")
  private boolean rejected;

  @Mixin private final LimitOption limit = new LimitOption();

  ListLettersCommand(Session session) {
    super(session);
  }

  @Override
  ExitStatus run(GatewayClient gateway) {
    var pages =
        new Pages(session(), gateway, PATH, rejected ? "rejected" : "deadLetters")
            .with("kind", rejected ? "rejected" : null)
            .with("topic", topic)
            .with("diedFrom", diedFrom)
            .with("diedTo", diedTo)
            .with("idPrefix", idPrefix);
    if (isJson()) {
      pages.read(limit.above0(), this::print, () -> {});
      return ExitStatus.DONE;
    }
    var table =
        new Table(out(), "ID", rejected ? "LETTER" : "TARGET", "WHEN", "", "REASON", "TEXT");
    pages.read(
        limit.above0(),
        letter -> {
          if (rejected) {
            rejectedRow(table, letter);
          } else {
            JobText.deadRow(table, letter, moments());
          }
        },
        table::print);
    table.print();
    return ExitStatus.DONE;
  }

  private void rejectedRow(Table table, JsonNode letter) {
    var at = letter.path("letter");
    var id = letter.path("idBase64").asText();
    table.row(
        id.isEmpty() ? letter.path("id").asText("") : id + " (base64)",
        at.path("partition").asText() + ":" + at.path("offset").asText(),
        TimeFormatter.iso(letter.path("rejectedMs")),
        moments().away(letter.path("rejectedMs")),
        letter.path("reason").asText(),
        letter.path("reasonText").asText());
  }
}

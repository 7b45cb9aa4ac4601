package io.delaygate.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command group {@code dead-letters}: lists, kicks and discards dead letters. */
@Command(
    name = "dead-letters",
    description = "List dead letters, deliver them again, or drop them",
    footer = {
      "delaygate dead-letters list --topic orders",
      "delaygate dead-letters kick --topic orders --limit 100 --yes",
      "delaygate dead-letters discard order-4711"
    })
final class LettersCommand {

  /** Base of changes of many dead letters by filter. */
  private abstract static class Change extends BulkChangeCommand {
    @Option(
        names = "--died-from",
        paramLabel = "TIME",
        description = "All that died then or later: epoch milliseconds, or ISO-8601")
    private @Nullable String diedFrom;

    @Option(names = "--died-to", paramLabel = "TIME", description = "All that died before then")
    private @Nullable String diedTo;

    Change(Session session) {
      super(session);
    }

    @Override
    final void addTimes(ObjectNode filter) {
      if (diedFrom != null) {
        filter.put("diedFrom", diedFrom);
      }
      if (diedTo != null) {
        filter.put("diedTo", diedTo);
      }
    }
  }

  /**
   * Command {@code dead-letters kick}: {@code POST /v1/jobs/{id}/kick} or {@code POST
   * /v1/dead-letters/kick}.
   */
  @Command(
      name = "kick",
      description = "Deliver dead letters again, with all their attempts, by id or by filter",
      footer = {
        "delaygate dead-letters kick order-4711",
        "delaygate dead-letters kick --topic orders --limit 100 --yes"
      })
  static final class Kick extends Change {
    Kick(Session session) {
      super(session);
    }

    @Override
    GatewayReply one(GatewayClient gateway, String id, String... condition) {
      return gateway.call("POST", GatewayClient.job(id) + "/kick", condition);
    }

    @Override
    String path() {
      return "/v1/dead-letters/kick";
    }

    @Override
    String question() {
      return "Deliver again all dead letters";
    }
  }

  /**
   * Command {@code dead-letters discard}: {@code DELETE /v1/dead-letters/{id}} or {@code POST
   * /v1/dead-letters/discard}.
   */
  @Command(
      name = "discard",
      description = "Drop dead letters for good, by id or by filter",
      footer = {
        "delaygate dead-letters discard order-4711",
        "delaygate dead-letters discard --topic orders --died-to 2030-01-31T08:00:00Z --yes"
      })
  static final class Discard extends Change {
    Discard(Session session) {
      super(session);
    }

    @Override
    GatewayReply one(GatewayClient gateway, String id, String... condition) {
      return gateway.call("DELETE", "/v1/dead-letters/" + GatewayClient.encoded(id), condition);
    }

    @Override
    String path() {
      return "/v1/dead-letters/discard";
    }

    @Override
    String question() {
      return "Drop all dead letters";
    }
  }
}

package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command group {@code tokens}: lists, makes, limits and revokes tokens of a namespace. */
@Command(
    name = "tokens",
    description = "List, make, limit and revoke tokens of a namespace",
    footer = {
      "delaygate tokens list shop",
      "delaygate tokens make shop checkout --role write",
      "delaygate tokens limit shop 0123456789abcdef --jobs-per-second 50",
      "delaygate tokens revoke shop 0123456789abcdef"
    })
final class TokensCommand {
  private static String path(String namespace) {
    return NamespacesCommand.path(namespace) + "/tokens";
  }

  /** Base of commands about the tokens of one namespace. */
  private abstract static class OfNamespace extends GatewayCommand {
    @Parameters(index = "0", paramLabel = "NAMESPACE", description = "Whose tokens")
    private String namespace = "";

    OfNamespace(Session session) {
      super(session);
    }

    final String path() {
      return TokensCommand.path(namespace);
    }

    final ExitStatus told(JsonNode token) {
      if (isJson()) {
        print(token);
        return ExitStatus.DONE;
      }
      new KeyValueView()
          .add("token", token.path("token").asText())
          .add("id", token.path("id").asText())
          .add("name", token.path("name").asText())
          .add("namespace", token.path("namespace").asText())
          .add("role", token.path("role").asText())
          .add("limits", LimitsOptions.text(token.path("limits")))
          .print(out());
      return ExitStatus.DONE;
    }
  }

  /** Command {@code tokens list}: {@code GET /v1/admin/namespaces/{namespace}/tokens}. */
  @Command(
      name = "list",
      description = "List tokens by name; the tokens themselves nobody knows",
      footer = {"delaygate tokens list shop", "delaygate tokens list default --json"})
  static final class All extends OfNamespace {
    All(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var tokens = gateway.call("GET", path()).orThrow().path("tokens");
      if (isJson()) {
        tokens.forEach(this::print);
        return ExitStatus.DONE;
      }
      var table = new Table(out(), "ID", "NAME", "ROLE", "LIMITS");
      tokens.forEach(
          one ->
              table.row(
                  one.path("id").asText(),
                  one.path("name").asText(),
                  one.path("role").asText(),
                  LimitsOptions.text(one.path("limits"))));
      table.print();
      return ExitStatus.DONE;
    }
  }

  /** Command {@code tokens make}: {@code POST /v1/admin/namespaces/{namespace}/tokens}. */
  @Command(
      name = "make",
      description = "Make a token, which is shown this once",
      footer = {
        "delaygate tokens make shop checkout --role write",
        "delaygate tokens make shop reports --role read --requests-per-second 10"
      })
  static final class Make extends OfNamespace {
    @Parameters(index = "1", paramLabel = "NAME", description = "Whose token it is")
    private String name = "";

    @Option(
        names = "--role",
        required = true,
        paramLabel = "ROLE",
        description = "What it allows: read, write or admin")
    private String role = "";

    @Mixin private final LimitsOptions limits = new LimitsOptions();

    Make(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var body = limits.json().objectNode().put("name", name).put("role", role);
      body.set("limits", limits.json());
      return told(gateway.call("POST", path(), body).orThrow());
    }
  }

  /**
   * Command {@code tokens limit}: {@code PUT
   * /v1/admin/namespaces/{namespace}/tokens/{token}/limits}.
   */
  @Command(
      name = "limit",
      description = "Change a token's limits: " + LimitCommand.DOES,
      footer = {
        "delaygate tokens limit shop 0123456789abcdef --jobs-per-second 50",
        "delaygate tokens limit shop 0123456789abcdef --requests-per-second 10 --json"
      })
  static final class Limit extends LimitCommand {
    @Parameters(index = "0", paramLabel = "NAMESPACE", description = "Whose token")
    private String namespace = "";

    @Parameters(index = "1", paramLabel = "ID", description = "Its id, as it is listed")
    private String id = "";

    Limit(Session session) {
      super(session);
    }

    @Override
    String path() {
      return TokensCommand.path(namespace) + "/" + GatewayClient.encoded(id);
    }
  }

  /**
   * Command {@code tokens revoke}: {@code DELETE /v1/admin/namespaces/{namespace}/tokens/{token}}.
   */
  @Command(
      name = "revoke",
      description = "Revoke a token, within a second and for good",
      footer = {
        "delaygate tokens revoke shop 0123456789abcdef",
        "delaygate tokens revoke shop 0123456789abcdef --json"
      })
  static final class Revoke extends OfNamespace {
    @Parameters(index = "1", paramLabel = "ID", description = "Its id, as it is listed")
    private String id = "";

    Revoke(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      return told(gateway.call("DELETE", path() + "/" + GatewayClient.encoded(id)).orThrow());
    }
  }
}

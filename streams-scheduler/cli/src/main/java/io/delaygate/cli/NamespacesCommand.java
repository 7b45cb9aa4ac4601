package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command group {@code namespaces}: lists, sets, limits and deletes namespaces. */
@Command(
    name = "namespaces",
    description = "List, make, change and delete namespaces",
    footer = {
      "delaygate namespaces list",
      "delaygate namespaces set shop --allow 'shop-*' --jobs-per-second 500",
      "delaygate namespaces limit shop --jobs-per-second 800",
      "delaygate namespaces delete shop"
    })
final class NamespacesCommand {
  private static final String PATH = "/v1/admin/namespaces";

  /** The path of a namespace. */
  static String path(String name) {
    return PATH + "/" + GatewayClient.encoded(name);
  }

  private static String patterns(JsonNode list) {
    var texts = new ArrayList<String>();
    list.forEach(pattern -> texts.add(pattern.asText()));
    return String.join(" ", texts);
  }

  private static KeyValueView facts(JsonNode namespace) {
    return new KeyValueView()
        .add("namespace", namespace.path("namespace").asText())
        .add("limits", LimitsOptions.text(namespace.path("limits")))
        .add("allow", patterns(namespace.path("allow")))
        .add("deny", patterns(namespace.path("deny")));
  }

  /** Command {@code namespaces list}: {@code GET /v1/admin/namespaces}. */
  @Command(
      name = "list",
      description = "List namespaces by name",
      footer = {"delaygate namespaces list", "delaygate namespaces list --json"})
  static final class All extends GatewayCommand {
    All(Session session) {
      super(session);
    }

    @Override
    ExitStatus run(GatewayClient gateway) {
      var namespaces = gateway.call("GET", PATH).orThrow().path("namespaces");
      if (isJson()) {
        namespaces.forEach(this::print);
        return ExitStatus.DONE;
      }
      var table = new Table(out(), "NAMESPACE", "ALLOW", "DENY", "LIMITS");
      namespaces.forEach(
          one ->
              table.row(
                  one.path("namespace").asText(),
                  patterns(one.path("allow")),
                  patterns(one.path("deny")),
                  LimitsOptions.text(one.path("limits"))));
      table.print();
      return ExitStatus.DONE;
    }
  }

  /** Base of commands about one namespace. */
  private abstract static class One extends GatewayCommand {
    @Parameters(paramLabel = "NAMESPACE", description = "Its name")
    private String name = "";

    One(Session session) {
      super(session);
    }

    abstract GatewayReply call(GatewayClient gateway, String path);

    @Override
    final ExitStatus run(GatewayClient gateway) {
      var namespace = call(gateway, path(name)).orThrow();
      if (isJson()) {
        print(namespace);
      } else {
        facts(namespace).print(out());
      }
      return ExitStatus.DONE;
    }
  }

  /** Command {@code namespaces set}: {@code PUT /v1/admin/namespaces/{namespace}}. */
  @Command(
      name = "set",
      description = "Make a namespace, or change it: all of it, what is not given has no bound",
      footer = {
        "delaygate namespaces set shop",
        "delaygate namespaces set shop --allow 'shop-*' --allow mails --pending-jobs 1000000"
      })
  static final class Put extends One {
    @Option(
        names = "--allow",
        paramLabel = "TOPIC",
        description = "A target that its jobs may name, or a pattern with '*'; all without")
    private List<String> allow = new ArrayList<>();

    @Option(
        names = "--deny",
        paramLabel = "TOPIC",
        description = "One that they may not, whatever is allowed")
    private List<String> deny = new ArrayList<>();

    @Mixin private final LimitsOptions limits = new LimitsOptions();

    Put(Session session) {
      super(session);
    }

    @Override
    GatewayReply call(GatewayClient gateway, String path) {
      var body = limits.json().objectNode();
      body.set("limits", limits.json());
      add(body, "allow", allow);
      add(body, "deny", deny);
      return gateway.call("PUT", path, body);
    }

    private static void add(ObjectNode body, String name, List<String> patterns) {
      if (!patterns.isEmpty()) {
        patterns.forEach(body.putArray(name)::add);
      }
    }
  }

  /** Command {@code namespaces limit}: {@code PUT /v1/admin/namespaces/{namespace}/limits}. */
  @Command(
      name = "limit",
      description = "Change a namespace's limits: " + LimitCommand.DOES,
      footer = {
        "delaygate namespaces limit shop --requests-per-second 500",
        "delaygate namespaces limit shop --pending-jobs 1000000 --json"
      })
  static final class Limit extends LimitCommand {
    @Parameters(paramLabel = "NAMESPACE", description = "Its name")
    private String name = "";

    Limit(Session session) {
      super(session);
    }

    @Override
    String path() {
      return NamespacesCommand.path(name);
    }
  }

  /** Command {@code namespaces delete}: {@code DELETE /v1/admin/namespaces/{namespace}}. */
  @Command(
      name = "delete",
      description = "Delete a namespace and revoke its tokens; its jobs stay",
      footer = {"delaygate namespaces delete shop", "delaygate namespaces delete shop --json"})
  static final class Delete extends One {
    Delete(Session session) {
      super(session);
    }

    @Override
    GatewayReply call(GatewayClient gateway, String path) {
      return gateway.call("DELETE", path);
    }
  }
}

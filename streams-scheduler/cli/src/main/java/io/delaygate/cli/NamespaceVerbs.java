package io.delaygate.cli;

import java.util.List;
import java.util.function.UnaryOperator;

/** Verbs of the groups {@code namespaces} and {@code tokens}. */
final class NamespaceVerbs {
  private static final String ALL_NAMESPACES = "/v1/admin/namespaces";
  private static final String NAMESPACE = ALL_NAMESPACES + "/{NAMESPACE}";
  private static final String ALL_TOKENS = NAMESPACE + "/tokens";
  private static final String TOKEN = ALL_TOKENS + "/{ID}";

  private static final String ALL = "all at once, a limit that is not given is removed";

  private static final Verb.Printer LIMITS =
      new Columns().with("limits", now -> now.isEmpty() ? "none" : Columns.pairs(now)).lines();

  private static final Verb.Printer ABOUT_NAMESPACE =
      new Columns()
          .text("namespace", "namespace")
          .pairs("limits", "limits")
          .texts("allow", "allow")
          .texts("deny", "deny")
          .lines();

  private static final Verb.Printer ABOUT_TOKEN =
      new Columns()
          .text("token", "token")
          .text("id", "id")
          .text("name", "name")
          .text("namespace", "namespace")
          .text("role", "role")
          .pairs("limits", "limits")
          .lines();

  private NamespaceVerbs() {}

  private static final List<Verb> NAMESPACES =
      List.of(
          Verb.of("list", "List namespaces by name")
              .examples("", "--json")
              .lists(
                  ALL_NAMESPACES,
                  "namespaces",
                  new Columns()
                      .text("NAMESPACE", "namespace")
                      .texts("ALLOW", "allow")
                      .texts("DENY", "deny")
                      .pairs("LIMITS", "limits")
                      .rows("namespaces")),
          Verb.of(
                  "set",
                  "Create a namespace or replace its settings: all at once, a limit that is not"
                      + " given is removed")
              .examples("shop", "shop --allow 'shop-*' --allow mails --pending-jobs 1000000")
              .parameter("NAMESPACE", "Name of the namespace")
              .sends(call -> call.fields().putObject("limits"))
              .with(limits("limits/"))
              .texts(
                  "--allow=TOPIC -> allow",
                  "Target topic that its jobs may name, or a pattern with '*'; all if not given")
              .texts(
                  "--deny=TOPIC -> deny",
                  "Target topic that its jobs may not name, even if it is allowed")
              .calls("PUT", NAMESPACE, ABOUT_NAMESPACE),
          Verb.of("limit", "Change a namespace's limits: " + ALL)
              .examples("shop --requests-per-second 500", "shop --pending-jobs 1000000 --json")
              .parameter("NAMESPACE", "Name of the namespace")
              .sends(GatewayInvocation::fields)
              .with(limits(""))
              .calls("PUT", NAMESPACE + "/limits", LIMITS),
          Verb.of("delete", "Delete a namespace and revoke its tokens; its jobs stay")
              .examples("shop", "shop --json")
              .parameter("NAMESPACE", "Name of the namespace")
              .calls("DELETE", NAMESPACE, ABOUT_NAMESPACE));

  private static final List<Verb> TOKENS =
      List.of(
          Verb.of("list", "List tokens by name; the tokens themselves are not stored")
              .examples("shop", "default --json")
              .parameter("NAMESPACE", "Namespace of the tokens")
              .lists(
                  ALL_TOKENS,
                  "tokens",
                  new Columns()
                      .text("ID", "id")
                      .text("NAME", "name")
                      .text("ROLE", "role")
                      .pairs("LIMITS", "limits")
                      .rows("tokens")),
          Verb.of("make", "Create a token, which is shown only once")
              .examples(
                  "shop checkout --role write", "shop reports --role read --requests-per-second 10")
              .parameter("NAMESPACE", "Namespace of the tokens")
              .parameter("NAME -> name", "Name of the token's owner")
              .text("--role=ROLE -> role", "Role of the token: read, write or admin")
              .required()
              .sends(call -> call.fields().putObject("limits"))
              .with(limits("limits/"))
              .calls("POST", ALL_TOKENS, ABOUT_TOKEN),
          Verb.of("limit", "Change a token's limits: " + ALL)
              .examples(
                  "shop 0123456789abcdef --jobs-per-second 50",
                  "shop 0123456789abcdef --requests-per-second 10 --json")
              .parameter("NAMESPACE", "Namespace of the token")
              .parameter("ID", "Id of the token, as listed")
              .sends(GatewayInvocation::fields)
              .with(limits(""))
              .calls("PUT", TOKEN + "/limits", LIMITS),
          Verb.of("revoke", "Revoke a token permanently, within a second")
              .examples("shop 0123456789abcdef", "shop 0123456789abcdef --json")
              .parameter("NAMESPACE", "Namespace of the tokens")
              .parameter("ID", "Id of the token, as listed")
              .calls("DELETE", TOKEN, ABOUT_TOKEN));

  static final List<Verb> ROWS =
      List.of(
          Verb.group("namespaces", "List, create, change and delete namespaces")
              .examples(
                  "list",
                  "set shop --allow 'shop-*' --jobs-per-second 500",
                  "limit shop --jobs-per-second 800",
                  "delete shop")
              .holds(NAMESPACES),
          Verb.group("tokens", "List, create, limit and revoke tokens of a namespace")
              .examples(
                  "list shop",
                  "make shop checkout --role write",
                  "limit shop 0123456789abcdef --jobs-per-second 50",
                  "revoke shop 0123456789abcdef")
              .holds(TOKENS));

  /**
   * The options for limits.
   *
   * @param object where the body has them, with a slash behind it; empty for the body itself
   */
  private static UnaryOperator<Verb> limits(String object) {
    return verb ->
        verb.integer(
                "--requests-per-second=N -> " + object + "requestsPerSecond",
                "Largest number of calls of all kinds per second")
            .integer(
                "--jobs-per-second=N -> " + object + "jobsPerSecond",
                "Largest number of scheduled jobs per second")
            .number(
                "--pending-jobs=N -> " + object + "pendingJobs",
                "Largest number of jobs that have not ended")
            .integer(
                "--payload-bytes=N -> " + object + "payloadBytes",
                "Largest payload of one job, in bytes");
  }
}

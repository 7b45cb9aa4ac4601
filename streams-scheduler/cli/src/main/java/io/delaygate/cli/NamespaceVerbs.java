package io.delaygate.cli;

import java.util.List;
import java.util.function.UnaryOperator;

/** Verbs of the groups {@code namespaces} and {@code tokens}. */
final class NamespaceVerbs {
  private static final String ALL_NAMESPACES = "/v1/admin/namespaces";
  private static final String NAMESPACE = ALL_NAMESPACES + "/{NAMESPACE}";
  private static final String ALL_TOKENS = NAMESPACE + "/tokens";
  private static final String TOKEN = ALL_TOKENS + "/{ID}";

  private static final String ALL = "all of them, what is not given has no bound";

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
                  "Make a namespace, or change it: all of it, what is not given has no bound")
              .examples("shop", "shop --allow 'shop-*' --allow mails --pending-jobs 1000000")
              .parameter("NAMESPACE", "Its name")
              .sends(call -> call.fields().putObject("limits"))
              .with(limits("limits/"))
              .texts(
                  "--allow=TOPIC -> allow",
                  "A target that its jobs may name, or a pattern with '*'; all without")
              .texts("--deny=TOPIC -> deny", "One that they may not, whatever is allowed")
              .calls("PUT", NAMESPACE, ABOUT_NAMESPACE),
          Verb.of("limit", "Change a namespace's limits: " + ALL)
              .examples("shop --requests-per-second 500", "shop --pending-jobs 1000000 --json")
              .parameter("NAMESPACE", "Its name")
              .sends(GatewayInvocation::fields)
              .with(limits(""))
              .calls("PUT", NAMESPACE + "/limits", LIMITS),
          Verb.of("delete", "Delete a namespace and revoke its tokens; its jobs stay")
              .examples("shop", "shop --json")
              .parameter("NAMESPACE", "Its name")
              .calls("DELETE", NAMESPACE, ABOUT_NAMESPACE));

  private static final List<Verb> TOKENS =
      List.of(
          Verb.of("list", "List tokens by name; the tokens themselves nobody knows")
              .examples("shop", "default --json")
              .parameter("NAMESPACE", "Whose tokens")
              .lists(
                  ALL_TOKENS,
                  "tokens",
                  new Columns()
                      .text("ID", "id")
                      .text("NAME", "name")
                      .text("ROLE", "role")
                      .pairs("LIMITS", "limits")
                      .rows("tokens")),
          Verb.of("make", "Make a token, which is shown this once")
              .examples(
                  "shop checkout --role write", "shop reports --role read --requests-per-second 10")
              .parameter("NAMESPACE", "Whose tokens")
              .parameter("NAME -> name", "Whose token it is")
              .text("--role=ROLE -> role", "What it allows: read, write or admin")
              .required()
              .sends(call -> call.fields().putObject("limits"))
              .with(limits("limits/"))
              .calls("POST", ALL_TOKENS, ABOUT_TOKEN),
          Verb.of("limit", "Change a token's limits: " + ALL)
              .examples(
                  "shop 0123456789abcdef --jobs-per-second 50",
                  "shop 0123456789abcdef --requests-per-second 10 --json")
              .parameter("NAMESPACE", "Whose token")
              .parameter("ID", "Its id, as it is listed")
              .sends(GatewayInvocation::fields)
              .with(limits(""))
              .calls("PUT", TOKEN + "/limits", LIMITS),
          Verb.of("revoke", "Revoke a token, within a second and for good")
              .examples("shop 0123456789abcdef", "shop 0123456789abcdef --json")
              .parameter("NAMESPACE", "Whose tokens")
              .parameter("ID", "Its id, as it is listed")
              .calls("DELETE", TOKEN, ABOUT_TOKEN));

  static final List<Verb> ROWS =
      List.of(
          Verb.group("namespaces", "List, make, change and delete namespaces")
              .examples(
                  "list",
                  "set shop --allow 'shop-*' --jobs-per-second 500",
                  "limit shop --jobs-per-second 800",
                  "delete shop")
              .holds(NAMESPACES),
          Verb.group("tokens", "List, make, limit and revoke tokens of a namespace")
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
                "--requests-per-second=N -> " + object + "requestsPerSecond", "Calls of all kinds")
            .integer("--jobs-per-second=N -> " + object + "jobsPerSecond", "Jobs scheduled")
            .number("--pending-jobs=N -> " + object + "pendingJobs", "Jobs that have not ended")
            .integer("--payload-bytes=N -> " + object + "payloadBytes", "Payload of one job");
  }
}

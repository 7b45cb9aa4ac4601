package io.delaygate.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Verbs of the group {@code endpoints}. */
final class EndpointVerbs {
  private static final String ALL = "/v1/endpoints";
  private static final String ENDPOINT = ALL + "/{ENDPOINT}";

  /** Largest page of the gateway's listing. */
  private static final int PAGE_MAX = 100;

  private static final Columns LISTED =
      new Columns()
          .text("ENDPOINT", "endpoint")
          .text("METHOD", "method")
          .text("URL", "url")
          .with("PAUSED", EndpointVerbs::paused)
          .text("OBSTACLE", "obstacle");

  private static final Verb.Printer ABOUT =
      new Columns()
          .text("signing secret", "signingSecret")
          .text("endpoint", "endpoint")
          .text("url", "url")
          .text("method", "method")
          .pairs("headers", "headers")
          .with("secret headers", it -> String.join(" ", names(it.path("secretHeaders"))))
          .text("timeout ms", "timeoutMs")
          .text("parallelism", "parallelism")
          .text("per second", "perSecond")
          .with("job urls", it -> it.path("jobUrls").booleanValue() ? "yes" : "")
          .text("max attempts", "ack/maxAttempts")
          .pairs("backoff", "ack/backoff")
          .time("secret set", "secretSetAtMs")
          .timeAndAway("former secret until", "formerSecretUntilMs")
          .with("paused", EndpointVerbs::paused)
          .timeAndAway("paused until", "pausedUntilMs")
          .text("obstacle", "obstacle")
          .lines();

  private static final Verb.Printer TESTED =
      new Columns()
          .text("status", "status")
          .text("failure", "failure")
          .with("took", it -> it.path("tookMs").asText() + " ms")
          .text("answer", "answer")
          .lines();

  private static final List<Verb> VERBS =
      List.of(
          Verb.of("list", "List endpoints by name")
              .examples("", "--limit 1000 --json")
              .with(CommonArguments::limit)
              .runsOnGateway(call -> call.pages(ALL, "endpoints", LISTED, PAGE_MAX)),
          about("get", "Show an endpoint, without its secrets")
              .examples("billing", "billing --json")
              .calls("GET", ENDPOINT, ABOUT),
          about("put", "Create an endpoint or replace it; a signing secret is shown only once")
              .examples(
                  "billing --url https://billing.example.com/hooks",
                  "billing --url https://billing.example.com/hooks"
                      + " --secret-header-file authorization=token.txt",
                  "billing --url https://billing.example.com/hooks --call-timeout 5s --max-attempts 9",
                  "hooks --url https://hooks.example.com --job-urls")
              .with(EndpointVerbs::call)
              .with(EndpointVerbs::secretHeaders)
              .with(EndpointVerbs::attempts)
              .calls("PUT", ENDPOINT, ABOUT),
          about("delete", "Delete an endpoint; its jobs wait for one of the same name")
              .examples("billing", "billing --json")
              .calls("DELETE", ENDPOINT, ABOUT),
          about("test", "Call an endpoint now, and show what it answers")
              .examples("billing", "billing --path /timeouts --value '{\"order\":4711}'")
              .text("--path=PATH -> path", "Path below the endpoint's URL, as that of a job")
              .text("--value=JSON", "Body of the call; {\"test\":true} if not given")
              .sentBy(call -> call.fields().set("value", json(call.text("--value"))))
              .text("--wait=TIME", "How long the endpoint may take; ${DEFAULT-VALUE} if not given")
              .orElse("30s")
              .runsOnGateway(EndpointVerbs::test),
          about("rotate-secret", "Make a new signing secret; the former one signs 24 hours more")
              .examples("billing", "billing --json | jq -r .signingSecret")
              .calls("POST", ENDPOINT + "/rotate-secret", ABOUT),
          about("pause", "Pause the calls of an endpoint; its due jobs wait")
              .examples("billing", "billing --for 30m")
              .with(CommonArguments::pauseTime)
              .calls("POST", ENDPOINT + "/pause", TargetVerbs.control("endpoint", "endpoint")),
          about("resume", "Resume the calls of an endpoint")
              .examples("billing", "billing --json")
              .calls("POST", ENDPOINT + "/resume", TargetVerbs.control("endpoint", "endpoint")));

  static final Verb ENDPOINTS =
      Verb.group("endpoints", "Manage and test the HTTP endpoints that jobs call when they are due")
          .examples(
              "put billing --url https://billing.example.com/hooks",
              "test billing --path /timeouts",
              "pause billing --for 30m")
          .holds(VERBS);

  private EndpointVerbs() {}

  private static Verb about(String name, String description) {
    return Verb.of(name, description).parameter("ENDPOINT", "Name of the endpoint");
  }

  private static Verb call(Verb verb) {
    return verb.text("--url=URL -> url", "URL of the calls; https, unless the gateway allows http")
        .required()
        .text("--method=METHOD -> method", "POST, PUT, PATCH, DELETE or GET; POST if not given")
        .texts("--header=NAME=VALUE", "Header of each call; may be repeated")
        .sentBy(call -> call.texts("--header").forEach(it -> put(call, "headers", "--header", it)))
        .text(
            "--call-timeout=TIME -> timeout",
            "Longest time of a call, such as 5s; 30s if not given")
        .integer(
            "--parallelism=N -> parallelism", "Largest number of calls at once; 16 if not given")
        .integer("--per-second=N -> perSecond", "Largest number of calls per second")
        .flag(
            "--job-urls",
            "Let jobs give any URL of this scheme, host and port; --url then has no path")
        .sentBy(call -> call.fields().put("jobUrls", true));
  }

  /** Values on a command line are seen by all users of a machine, so a file may have them. */
  private static Verb secretHeaders(Verb verb) {
    return verb.texts(
            "--secret-header=NAME=VALUE",
            "Secret header of each call; with any of these options, others are removed")
        .sentBy(
            call ->
                call.texts("--secret-header")
                    .forEach(it -> put(call, "secretHeaders", "--secret-header", it)))
        .texts(
            "--secret-header-file=NAME=FILE",
            "Secret header whose value is in a file; '-' is standard input")
        .sentBy(EndpointVerbs::putFiles)
        .texts("--keep-secret-header=NAME", "Secret header that keeps its value")
        .sentBy(
            call ->
                call.texts("--keep-secret-header")
                    .forEach(it -> call.fields().withObject("/secretHeaders").put(it, true)))
        .flag("--no-secret-headers", "Remove all secret headers")
        .sentBy(call -> call.fields().withObject("/secretHeaders"));
  }

  private static Verb attempts(Verb verb) {
    return verb.integer(
            "--max-attempts=N -> ack/maxAttempts",
            "Attempts of a job before it is a dead letter; 5 if not given")
        .text("--backoff=KIND", "Waits after failures: fixed or exponential")
        .sentBy(call -> putBackoff(call, "kind", "--backoff"))
        .text("--backoff-initial=TIME", "First wait after a failure, such as 5s")
        .sentBy(call -> putBackoff(call, "initial", "--backoff-initial"))
        .text("--backoff-max=TIME", "Longest wait after a failure, such as 1h")
        .sentBy(call -> putBackoff(call, "max", "--backoff-max"));
  }

  private static void putBackoff(GatewayInvocation call, String field, String option) {
    call.fields().withObject("/ack/backoff").put(field, call.text(option));
  }

  private static void putFiles(GatewayInvocation call) {
    for (var text : call.texts("--secret-header-file")) {
      var equals = equalsIn("--secret-header-file", text, "NAME=FILE");
      var value = new String(call.bytesOf(text.substring(equals + 1)), StandardCharsets.UTF_8);
      call.fields()
          .withObject("/secretHeaders")
          .put(text.substring(0, equals), value.stripTrailing());
    }
  }

  private static void put(GatewayInvocation call, String field, String option, String text) {
    var equals = equalsIn(option, text, "NAME=VALUE");
    call.fields()
        .withObject("/" + field)
        .put(text.substring(0, equals), text.substring(equals + 1));
  }

  /** The text may be a secret, so the message does not show it. */
  private static int equalsIn(String option, String text, String form) {
    var equals = text.indexOf('=');
    if (equals < 1) {
      throw CliException.usage("A value of " + option + " is not of the form " + form);
    }
    return equals;
  }

  private static JsonNode json(String text) {
    try {
      return GatewayClient.JSON.readTree(text);
    } catch (JsonProcessingException malformed) {
      throw CliException.usage("The value of --value is not JSON");
    }
  }

  /** A call that fails is a negative answer, for scripts. */
  private static ExitStatus test(GatewayInvocation call) {
    var answer = call.send("POST", ENDPOINT + "/test");
    call.print(answer, TESTED);
    return answer.path("status").asInt() / 100 == 2 ? ExitStatus.DONE : ExitStatus.NO;
  }

  private static String paused(JsonNode endpoint) {
    return endpoint.path("paused").booleanValue() ? "yes" : "no";
  }

  private static List<String> names(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }
}

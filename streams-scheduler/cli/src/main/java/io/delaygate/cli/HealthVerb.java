package io.delaygate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * Verb {@code health}: what is wrong now. Its exit status is the verdict, so that scripts and
 * checks need not read the list.
 */
final class HealthVerb {
  static final Verb ROW =
      Verb.of(
              "health",
              "Show what is wrong now and what to do; exit status 1 if something is, 3 if that is"
                  + " not known")
          .examples("", "--json | jq -r '.faults[].sentence'")
          .runsOnGateway(HealthVerb::run);

  private HealthVerb() {}

  private static ExitStatus run(GatewayInvocation call) {
    var health = call.send("GET", "/v1/health");
    call.print(health, HealthVerb::print);
    return switch (health.path("status").asText()) {
      case "healthy" -> ExitStatus.DONE;
      case "faulty" -> ExitStatus.NO;
      default -> ExitStatus.UNAVAILABLE;
    };
  }

  private static void print(JsonNode health, GatewayInvocation call) {
    new Columns().text("status", "status").time("as of", "asOfMs").lines().print(health, call);
    for (var fault : health.path("faults")) {
      line(call, "");
      line(
          call,
          "%s %s: %s"
              .formatted(
                  fault.path("severity").asText().toUpperCase(Locale.ROOT),
                  fault.path("code").asText(),
                  fault.path("sentence").asText()));
      if (fault.path("sinceMs").isIntegralNumber()) {
        line(call, "  since:  " + call.times().both(fault.path("sinceMs")));
      }
      line(call, "  cost:   " + fault.path("cost").asText());
      line(call, "  to do:  " + fault.path("remedy").asText());
      line(call, "  see:    " + fault.path("runbook").asText());
    }
    var omitted = health.path("omitted").longValue();
    if (omitted > 0) {
      line(call, "");
      line(call, "Further faults: " + omitted);
    }
    for (var unjudged : health.path("unjudged")) {
      line(call, "");
      line(call, "NOT JUDGED: " + unjudged.path("sentence").asText());
    }
  }

  private static void line(GatewayInvocation call, String text) {
    call.out().println(TerminalEscaper.line(text));
  }
}

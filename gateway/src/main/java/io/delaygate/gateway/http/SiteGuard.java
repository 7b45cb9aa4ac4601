package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.http.SiteRule;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import java.util.Collection;

/**
 * Check of every call of a port that asks for no tokens: refuses what a page of another site made a
 * browser send. Where tokens are asked for, no such page has one: they are sent as a header, never
 * as a cookie.
 */
final class SiteGuard {
  private final SiteRule rule;

  /** A check by a rule with these host names. */
  SiteGuard(Collection<String> hosts) {
    this.rule = new SiteRule(hosts);
  }

  /** Runs before all that is registered later, on every path and for every method. */
  void register(JavalinConfig config) {
    config.routes.before(this::check);
  }

  private void check(Context ctx) {
    rule.refusal(SiteRule.Call.of(ctx))
        .ifPresent(
            refusal -> {
              var reason =
                  refusal.isOfHost() ? ReasonCode.HOST_FORBIDDEN : ReasonCode.ORIGIN_FORBIDDEN;
              throw ProblemException.at(refusal.header(), reason, refusal.text());
            });
  }
}

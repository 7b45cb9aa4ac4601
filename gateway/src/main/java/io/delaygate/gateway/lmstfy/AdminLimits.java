package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.tenancy.TenantTokens;
import io.delaygate.gateway.tenancy.TenantTokens.Tenant;
import io.delaygate.schemas.control.UsageLimits;
import io.javalin.http.Context;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /limits}, and {@code /token/:ns/:token/limit}. What lmstfy bounds in an interval is
 * kept as a rate: of publishes as that of jobs, of consumes as that of calls.
 */
final class AdminLimits {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LIMITER = "limiter";

  private final TenantTokens tokens;

  /** Of these tokens. */
  AdminLimits(TenantTokens tokens) {
    this.tokens = tokens;
  }

  /** All that there are. */
  void list(Context ctx) {
    var list = Answers.object().arrayNode();
    for (var token : tokens.all()) {
      if (isLimited(token)) {
        var one = Answers.object().put("namespace", token.control().namespace());
        one.put("token", token.id()).set(LIMITER, limiter(token.control().limits()));
        list.add(one);
      }
    }
    Answers.write(ctx, HttpStatus.OK_200, list);
  }

  /** Those of one token. */
  void get(Context ctx) {
    var found = AdminTokens.find(ctx, tokens).filter(AdminLimits::isLimited);
    if (found.isEmpty()) {
      Answers.write(ctx, HttpStatus.NOT_FOUND_404, Answers.object().nullNode());
    } else {
      Answers.write(ctx, HttpStatus.OK_200, limiter(found.get().control().limits()));
    }
  }

  /** Sets those of a token that has none. */
  void post(Context ctx) {
    set(ctx, HttpStatus.CREATED_201);
  }

  /** Sets those of a token. */
  void put(Context ctx) {
    set(ctx, HttpStatus.OK_200);
  }

  /** Takes them back. */
  void delete(Context ctx) {
    var found = AdminTokens.find(ctx, tokens).filter(AdminLimits::isLimited);
    Runnable write = () -> Answers.write(ctx, HttpStatus.OK_200, Answers.msg("success"));
    if (found.isEmpty()) {
      write.run();
    } else {
      tokens.limit(ctx, found.get(), limits(found.get(), null, null), write);
    }
  }

  private void set(Context ctx, int status) {
    JsonNode given;
    try {
      given = JSON.readTree(ctx.body());
    } catch (JsonProcessingException malformed) {
      var at = malformed.getLocation();
      var offset = Answers.object().put("Offset", at == null ? 0 : at.getCharOffset());
      var json = Answers.object();
      json.set("error", offset);
      Answers.text(ctx, HttpStatus.BAD_REQUEST_400, json.toString());
      return;
    }
    var interval = given.path("interval").longValue();
    var json = Answers.object();
    json.set(LIMITER, limiter(number(given, "read"), number(given, "write"), interval));
    if (number(given, "read") == 0 && number(given, "write") == 0) {
      Answers.write(ctx, HttpStatus.BAD_REQUEST_400, json);
      return;
    }
    if (interval <= 0) {
      throw Refusal.invalid("interval should be > 0");
    }
    var token = AdminTokens.find(ctx, tokens);
    if (token.isEmpty()) {
      throw Refusal.of(HttpStatus.NOT_FOUND_404, "token not found");
    }
    if (status == HttpStatus.CREATED_201 && isLimited(token.get())) {
      throw Refusal.of(
          HttpStatus.INTERNAL_SERVER_ERROR_500,
          "throttler token(%s) has already exists".formatted(ctx.pathParam("token")));
    }
    var limits = limits(token.get(), rate(given, "read"), rate(given, "write"));
    tokens.limit(ctx, token.get(), limits, () -> Answers.write(ctx, status, json));
  }

  private static boolean isLimited(Tenant token) {
    var limits = token.control().limits();
    return limits.requestsPerSecond() != null || limits.jobsPerSecond() != null;
  }

  private static UsageLimits limits(Tenant token, @Nullable Integer read, @Nullable Integer write) {
    var was = token.control().limits();
    return new UsageLimits(read, write, was.pendingJobs(), was.payloadBytes());
  }

  private static long number(JsonNode given, String name) {
    return Math.max(0, given.path(name).longValue());
  }

  /** In a second, rounded up; null for no bound. */
  private static @Nullable Integer rate(JsonNode given, String name) {
    var number = number(given, name);
    var interval = given.path("interval").longValue();
    var rate = number / interval + (number % interval == 0 ? 0 : 1);
    return number == 0 ? null : (int) Math.min(UsageLimits.MOST_PER_SECOND, rate);
  }

  private static ObjectNode limiter(UsageLimits limits) {
    return limiter(
        Optional.ofNullable(limits.requestsPerSecond()).orElse(0),
        Optional.ofNullable(limits.jobsPerSecond()).orElse(0),
        1);
  }

  private static ObjectNode limiter(long read, long write, long interval) {
    return Answers.object().put("read", read).put("write", write).put("interval", interval);
  }
}

package io.delaygate.gateway.lmstfy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.control.TenantTokens.Tenant;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.service.control.IntervalLimits;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Handlers of {@code GET /limits} and {@code /token/:ns/:token/limit}: rate limits of tokens.
 * Limits are stored as they are given. Rates of a token that were set by native calls or by earlier
 * versions are shown as limits of one second; a limit that is set here replaces them.
 *
 * @param bodies reads limits that are given
 * @param inflight counts them as they are read
 */
record AdminLimits(PoolTokens pools, BodyReader bodies, InflightBytes inflight) {
  /** Largest body, some hundred times what limits take. */
  private static final int BODY_BYTES = 8 << 10;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LIMITER = "limiter";

  /** Answers with all limits, or with those of the pool that the call names. */
  void list(Context ctx) {
    var list = LmstfyJsonWriter.object().arrayNode();
    for (var pool : pools.asked(ctx)) {
      for (var token : pool.tokens().all()) {
        limits(token)
            .ifPresent(
                limits -> {
                  var one = LmstfyJsonWriter.object().put("namespace", token.control().namespace());
                  one.put("token", pool.shown(token.id())).set(LIMITER, limiter(limits));
                  list.add(one);
                });
      }
    }
    LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, list);
  }

  /** Answers with the limits of one token. */
  void get(Context ctx) {
    pools
        .find(ctx)
        .flatMap(found -> limits(found.token()))
        .ifPresentOrElse(
            limits -> LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, limiter(limits)),
            () ->
                LmstfyJsonWriter.write(
                    ctx, HttpStatus.NOT_FOUND_404, LmstfyJsonWriter.object().nullNode()));
  }

  /** Sets the limits of a token that has none. */
  void post(Context ctx) {
    set(ctx, HttpStatus.CREATED_201);
  }

  /** Sets the limits of a token. */
  void put(Context ctx) {
    set(ctx, HttpStatus.OK_200);
  }

  /** Removes the limits of a token. */
  void delete(Context ctx) {
    var found = pools.find(ctx).filter(one -> limits(one.token()).isPresent());
    Runnable write =
        () -> LmstfyJsonWriter.write(ctx, HttpStatus.OK_200, LmstfyJsonWriter.msg("success"));
    if (found.isEmpty()) {
      write.run();
    } else {
      limit(ctx, found.get(), null, write);
    }
  }

  private void set(Context ctx, int status) {
    JsonNode given;
    try {
      given = JSON.readTree(body(ctx));
    } catch (JsonProcessingException malformed) {
      // offset of the end of the malformed part, counted from 1
      var at = malformed.getLocation();
      var offset = at == null ? 0 : at.getCharOffset() + 1;
      var json = LmstfyJsonWriter.object();
      json.putObject("error").put("Offset", offset);
      LmstfyJsonWriter.text(ctx, HttpStatus.BAD_REQUEST_400, json.toString());
      return;
    }
    var read = number(given, "read");
    var write = number(given, "write");
    var interval = given.path("interval").longValue();
    var json = LmstfyJsonWriter.object();
    json.set(LIMITER, limiter(read, write, interval));
    if (read == 0 && write == 0) {
      LmstfyJsonWriter.write(ctx, HttpStatus.BAD_REQUEST_400, json);
      return;
    }
    if (interval <= 0) {
      throw LmstfyError.invalid("interval should be > 0");
    }
    var found = limitable(ctx, status == HttpStatus.CREATED_201);
    var limits = new IntervalLimits(read, write, interval);
    limit(ctx, found, limits, () -> LmstfyJsonWriter.write(ctx, status, json));
  }

  private String body(Context ctx) {
    try (var claim = inflight.open(CallTrace.of(ctx).share())) {
      return new String(bodies.read(ctx, claim, BODY_BYTES), StandardCharsets.UTF_8);
    }
  }

  private static void limit(
      Context ctx, PoolTokens.Found of, @Nullable IntervalLimits limits, Runnable write) {
    of.tokens().limit(ctx, of.token(), limited(of.token(), limits), write);
  }

  private PoolTokens.Found limitable(Context ctx, boolean isNew) {
    var found =
        pools
            .find(ctx)
            .orElseThrow(() -> LmstfyError.of(HttpStatus.NOT_FOUND_404, "token not found"));
    if (isNew && limits(found.token()).isPresent()) {
      throw LmstfyError.of(
          HttpStatus.INTERNAL_SERVER_ERROR_500,
          "throttler token(%s) has already exists".formatted(ctx.pathParam("token")));
    }
    return found;
  }

  private static Optional<IntervalLimits> limits(Tenant token) {
    return Optional.ofNullable(token.control().interval())
        .or(() -> ofSecond(token.control().limits()));
  }

  private static Optional<IntervalLimits> ofSecond(UsageLimits rates) {
    var read = Optional.ofNullable(rates.requestsPerSecond()).orElse(0);
    var write = Optional.ofNullable(rates.jobsPerSecond()).orElse(0);
    return read == 0 && write == 0
        ? Optional.empty()
        : Optional.of(new IntervalLimits(read, write, 1));
  }

  private static TokenControl limited(Tenant token, @Nullable IntervalLimits interval) {
    var was = token.control().limits();
    var others = new UsageLimits(null, null, was.pendingJobs(), was.payloadBytes());
    return token.control().withLimits(others).withInterval(interval);
  }

  private static long number(JsonNode given, String name) {
    return Math.max(0, given.path(name).longValue());
  }

  private static ObjectNode limiter(IntervalLimits limits) {
    return limiter(limits.reads(), limits.writes(), limits.seconds());
  }

  private static ObjectNode limiter(long read, long write, long interval) {
    return LmstfyJsonWriter.object()
        .put("read", read)
        .put("write", write)
        .put("interval", interval);
  }
}

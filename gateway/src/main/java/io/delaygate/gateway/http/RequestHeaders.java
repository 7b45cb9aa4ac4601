package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Request headers and parameters of calls about jobs: {@code If-Match}, {@code Idempotency-Key} and
 * {@code wait}.
 */
public final class RequestHeaders {
  private static final String IF_MATCH = "If-Match";
  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final String WAIT = "wait";

  /** One strong entity tag as this server gives them. */
  private static final Pattern VERSION = Pattern.compile("\"(0|[1-9][0-9]{0,17})\"");

  private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");

  private RequestHeaders() {}

  /**
   * {@code If-Match} as a header of a command: empty without the header, and for {@code *}, as a
   * command for a job that does not exist fails anyway.
   */
  public static List<Header> condition(Context ctx) {
    var text = single(ctx, IF_MATCH);
    if (text == null || text.equals("*")) {
      return List.of();
    }
    var version = VERSION.matcher(text);
    if (!version.matches()) {
      throw QueryParameters.invalid(
          IF_MATCH, "must be one version as in `ETag`, such as \"3\", or *");
    }
    return List.of(TextHeader.of(DelayHeader.IF_VERSION, version.group(1)));
  }

  /** Refuses a condition, as it would be ignored although the caller relies on it. */
  public static void refuseCondition(Context ctx) {
    refuseIfMatch(ctx, "a schedule cannot have a condition; use `ifExists`, or PATCH");
  }

  /**
   * Refuses a condition on other calls.
   *
   * @param instead what the caller should do
   */
  public static void refuseIfMatch(Context ctx, String instead) {
    refuse(ctx, IF_MATCH, instead);
  }

  /** {@code Idempotency-Key} as it was sent; null without it. */
  public static @Nullable String idempotencyKey(Context ctx) {
    var key = single(ctx, IDEMPOTENCY_KEY);
    if (key != null && !KEY.matcher(key).matches()) {
      throw QueryParameters.invalid(IDEMPOTENCY_KEY, "must be 1 to 255 visible ASCII characters");
    }
    return key;
  }

  /** Refuses a key, as it would be ignored although the caller relies on it. */
  public static void refuseIdempotencyKey(Context ctx) {
    refuse(ctx, IDEMPOTENCY_KEY, "this call names its job and takes no key; use `ifExists`");
  }

  /** Whether {@code ?wait=true} asks for the outcome. */
  public static boolean waits(Context ctx) {
    return waits(ctx, false);
  }

  /**
   * Whether the outcome is asked for.
   *
   * @param otherwise the default for calls without the parameter
   */
  public static boolean waits(Context ctx, boolean otherwise) {
    var values = ctx.queryParams(WAIT);
    if (values.isEmpty()) {
      return otherwise;
    }
    if (values.size() > 1 || !values.get(0).matches("true|false")) {
      throw QueryParameters.invalid(WAIT, "must be true or false");
    }
    return values.get(0).equals("true");
  }

  private static void refuse(Context ctx, String name, String why) {
    if (ctx.header(name) != null) {
      throw QueryParameters.invalid(name, why);
    }
  }

  private static @Nullable String single(Context ctx, String name) {
    var values = Collections.list(ctx.req().getHeaders(name));
    if (values.size() > 1) {
      throw QueryParameters.invalid(name, "may be given only once");
    }
    return values.isEmpty() ? null : values.get(0);
  }
}

package io.delaygate.gateway.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.ProblemMapper;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.logging.LogKey;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Audit log: one line for each call that changes many jobs, and for each change by an
 * administrator, refused ones too. It has the caller, what was asked for, and what came of it;
 * never a payload, a token, or what the caller sent besides. Thread-safe.
 *
 * <p>Single changes of jobs are not here: {@code delay-events} and the timelines of jobs have them.
 */
public final class AuditLog {
  /** Name of the logger, by which lines are routed. */
  public static final String NAME = "delaygate.audit";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  /** Longest value of a field: a name in a path, or a filter with its names. */
  private static final int CHARS = 512;

  private static final String CHANGED = "Call changed many jobs";

  private static final String DECIDED = "Administrator decided";

  private AuditLog() {}

  /**
   * Change of many jobs that was begun.
   *
   * @param line with all but its result
   */
  public record Begun(CallTrace call, LoggingEventBuilder line) {
    /**
     * Logs what came of it.
     *
     * @param counts JSON with the number of jobs by their outcome, from which only numbers and
     *     truth values are taken; null after a failure
     */
    public void end(@Nullable JsonNode counts, @Nullable Throwable failure) {
      var counted =
          counts instanceof ObjectNode json
              ? line.addKeyValue(LogKey.COUNTS.key(), counts(json))
              : line;
      var all =
          failure == null ? counted : counted.addKeyValue(LogKey.REASON.key(), reason(failure));
      call.correlation().during(() -> all.log(CHANGED));
    }
  }

  /**
   * Begins the line of a call that changes many jobs.
   *
   * @param change in one word
   * @param which jobs: a filter, or how many ids
   */
  public static Begun begin(Context ctx, String change, String which) {
    var line =
        about(ctx).addKeyValue(LogKey.CHANGE.key(), change).addKeyValue(LogKey.FILTER.key(), which);
    return new Begun(CallTrace.of(ctx), line);
  }

  /**
   * Logs what a caller asked for about an operation on many jobs.
   *
   * @param change its kind, or the wish about it, in one word
   * @param which jobs, in the words of the call
   * @param operation its id
   */
  public static void asked(Context ctx, String change, String which, String operation) {
    var line =
        about(ctx)
            .addKeyValue(LogKey.CHANGE.key(), change)
            .addKeyValue(LogKey.FILTER.key(), bounded(which))
            .addKeyValue(LogKey.OPERATION.key(), operation);
    CallTrace.of(ctx).correlation().during(() -> line.log("Operation on many jobs was asked for"));
  }

  /**
   * Logs the end of an operation, which may be at another gateway than its begin.
   *
   * @param caller who asked for it
   * @param change its kind, in one word
   * @param counts JSON with the number of jobs by their outcome
   */
  public static void ended(Caller caller, String change, String operation, ObjectNode counts) {
    LOG.atInfo()
        .addKeyValue(LogKey.ACTOR.key(), caller.actor().name())
        .addKeyValue(LogKey.NAMESPACE.key(), caller.namespace())
        .addKeyValue(LogKey.CHANGE.key(), change)
        .addKeyValue(LogKey.OPERATION.key(), operation)
        .addKeyValue(LogKey.COUNTS.key(), counts(counts))
        .log("Operation on many jobs ended");
  }

  /**
   * Logs an answered call if it was a change by an administrator, or an attempt at one. A call that
   * is refused before its handler has no route, and its names are not known.
   */
  public static void answered(Context ctx) {
    var method = ctx.method().name();
    if (!ctx.routeRoles().contains(Role.ADMIN) || method.equals("GET") || method.equals("HEAD")) {
      return;
    }
    var endpoint = ctx.endpoints().lastHttpEndpoint();
    var line =
        about(ctx)
            .addKeyValue(LogKey.METHOD.key(), method)
            .addKeyValue(LogKey.ROUTE.key(), route(endpoint))
            .addKeyValue(LogKey.OBJECT.key(), endpoint == null ? "" : object(ctx.pathParamMap()))
            .addKeyValue(LogKey.STATUS.key(), ctx.statusCode());
    var all =
        ProblemMapper.of(ctx)
            .map(problem -> line.addKeyValue(LogKey.REASON.key(), problem.reason()))
            .orElse(line);
    CallTrace.of(ctx).correlation().during(() -> all.log(DECIDED));
  }

  private static LoggingEventBuilder about(Context ctx) {
    return LOG.atInfo()
        .addKeyValue(LogKey.ACTOR.key(), CallTrace.of(ctx).actor().name())
        .addKeyValue(LogKey.NAMESPACE.key(), AccessGuard.caller(ctx).namespace())
        .addKeyValue(LogKey.REMOTE.key(), ctx.ip());
  }

  /** The route with the names of its parameters, not with their values. */
  private static String route(@Nullable Endpoint endpoint) {
    return endpoint == null ? "refused" : endpoint.path;
  }

  private static String object(Map<String, String> names) {
    return bounded(
        names.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(name -> name.getKey() + "=" + name.getValue())
            .collect(Collectors.joining(" ")));
  }

  private static String counts(ObjectNode json) {
    return bounded(
        json.properties().stream()
            .filter(field -> field.getValue().isNumber() || field.getValue().isBoolean())
            .map(field -> field.getKey() + "=" + field.getValue().asText())
            .collect(Collectors.joining(" ")));
  }

  private static String reason(Throwable failure) {
    var cause = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
    return cause instanceof ProblemException refused
        ? refused.problem().reason().name()
        : ReasonCode.INTERNAL.name();
  }

  /** A text of at most that length. */
  static String bounded(String text) {
    return text.length() <= CHARS ? text : text.substring(0, CHARS) + "…";
  }
}

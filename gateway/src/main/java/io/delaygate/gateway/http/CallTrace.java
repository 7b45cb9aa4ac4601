package io.delaygate.gateway.http;

import io.delaygate.schemas.contract.TextHeader;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.logging.Correlation;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.header.Header;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Request id and W3C trace context of one call, the share that it uses of what all calls use up,
 * and its caller. Thread-safe.
 *
 * @param correlation the ids of its log lines; the request id is the caller's, or a new one
 * @param traceparent as it was sent; null without a valid one
 * @param headers those of these ids that the caller sent, for records
 * @param share name of its share, by its namespace; null for none. See {@link
 *     io.delaygate.service.http.FairShareLimiter}
 * @param actor author of what the call changes
 */
public record CallTrace(
    Correlation correlation,
    @Nullable String traceparent,
    List<Header> headers,
    @Nullable String share,
    Actor actor) {
  /** Trace of work for no call, or for many calls at once. */
  public static final CallTrace NONE =
      new CallTrace(Correlation.NONE, null, List.of(), null, Actor.GATEWAY);

  /** The record header; Kafka's header names are case-sensitive. */
  static final String REQUEST_ID = Correlation.REQUEST_ID.toLowerCase(Locale.ROOT);

  static final String TRACESTATE = "tracestate";

  /** Share of all calls that are not admitted for a namespace, such as for the console's files. */
  private static final String ANYBODY = "";

  private static final String ATTRIBUTE = CallTrace.class.getName();

  /** A list of data of vendors, who define its syntax. */
  private static final Pattern STATE = Pattern.compile("[ -~]+");

  /**
   * Trace of work for no call, which its commands and its log lines name.
   *
   * @param id as the request id of all that it does
   * @param share that it uses; null for none
   * @param actor for whom it works
   */
  public static CallTrace ofWork(String id, @Nullable String share, Actor actor) {
    var header = List.<Header>of(TextHeader.of(REQUEST_ID, id));
    return new CallTrace(new Correlation(id, null), null, header, share, actor);
  }

  /** Begins the trace of a call: the call and its answer have an id from here on. */
  public static void begin(Request call, HttpFields.Mutable answer) {
    var trace = of(call.getHeaders()).with(ANYBODY, Actor.ANONYMOUS);
    call.setAttribute(ATTRIBUTE, trace);
    answer.put(Correlation.REQUEST_ID, trace.requestId());
  }

  /** The trace of a call; a new one where the server failed before it began one. */
  public static CallTrace of(Request call) {
    return call.getAttribute(ATTRIBUTE) instanceof CallTrace begun ? begun : of(call.getHeaders());
  }

  /** The trace of a call. */
  public static CallTrace of(Context ctx) {
    return Optional.<CallTrace>ofNullable(ctx.attribute(ATTRIBUTE)).orElse(NONE);
  }

  /**
   * Sets the caller of a call that was admitted.
   *
   * @param share of the call; null for none
   */
  public static void admit(Context ctx, Actor caller, @Nullable String share) {
    ctx.attribute(ATTRIBUTE, of(ctx).with(share, caller));
  }

  private CallTrace with(@Nullable String other, Actor caller) {
    return new CallTrace(correlation, traceparent, headers, other, caller);
  }

  private static CallTrace of(HttpFields sent) {
    var parents = sent.getValuesList(Correlation.TRACEPARENT);
    var ids = Correlation.of(sent.getValuesList(Correlation.REQUEST_ID), parents);
    var headers = new ArrayList<Header>();
    if (ids.requestId() != null) {
      headers.add(TextHeader.of(REQUEST_ID, ids.requestId()));
    }
    if (ids.traceId() == null) {
      // without it the state has no meaning (W3C Trace Context, 3.3.1.1)
      return new CallTrace(identified(ids), null, List.copyOf(headers), null, Actor.ANONYMOUS);
    }
    headers.add(TextHeader.of(Correlation.TRACEPARENT, parents.get(0)));
    var state = String.join(",", sent.getValuesList(TRACESTATE));
    if (STATE.matcher(state).matches()) {
      headers.add(TextHeader.of(TRACESTATE, state));
    }
    return new CallTrace(
        identified(ids), parents.get(0), List.copyOf(headers), null, Actor.ANONYMOUS);
  }

  private static Correlation identified(Correlation ids) {
    return ids.requestId() == null
        ? new Correlation(UUID.randomUUID().toString(), ids.traceId())
        : ids;
  }

  /** The request id in the answer. */
  public String requestId() {
    return Objects.requireNonNullElse(correlation.requestId(), "");
  }

  /**
   * The headers of a command, followed by those that the call was sent with. A header that the
   * command has itself is not added again. A command with any trace header gets no other: half of
   * each trace would be wrong.
   */
  public List<Header> onto(List<Header> command) {
    var named =
        command.stream()
            .map(header -> header.key().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    var isTraced = named.contains(Correlation.TRACEPARENT) || named.contains(TRACESTATE);
    var all = new ArrayList<>(command);
    for (var header : headers) {
      var isId = header.key().equals(REQUEST_ID);
      if (isId ? !named.contains(REQUEST_ID) : !isTraced) {
        all.add(header);
      }
    }
    return all;
  }

  /** Passes the ids and the share to a scheduler that is asked for this call. */
  public void show(BiConsumer<String, String> header) {
    if (correlation.requestId() != null) {
      header.accept(Correlation.REQUEST_ID, correlation.requestId());
    }
    if (traceparent != null) {
      header.accept(Correlation.TRACEPARENT, traceparent);
    }
    if (share != null && !share.isEmpty()) {
      header.accept(QueryPath.SHARE_HEADER, share);
    }
  }

  /** An executor on the same threads, which log the ids while they work for this call. */
  public Executor within(Executor threads) {
    return task ->
        correlation.during(() -> threads.execute(() -> correlation.during(() -> task.run())));
  }
}

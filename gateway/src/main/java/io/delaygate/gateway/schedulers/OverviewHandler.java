package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.service.query.QueryPath;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code GET /v1/overview}: the present state of all schedulers, for pages that poll.
 * For any number of callers, it asks the schedulers once in two seconds for each namespace. It
 * reports an instance that does not answer as away, and its partitions as missing. Thread-safe.
 */
public final class OverviewHandler {
  /** Longest age of an answer; pages poll as often. */
  private static final long FRESH_MS = 2_000;

  /** Most namespaces in the cache, some KiB each. */
  private static final int KEPT = 256;

  private final SchedulerQueryClient questions;
  private final QueryResponder answer;
  private final Clock clock;
  private final Map<Key, CompletableFuture<ObjectNode>> kept = new LinkedHashMap<>();

  /** Creates the handler. */
  public OverviewHandler(SchedulerQueryClient questions, QueryResponder answer, Clock clock) {
    this.questions = questions;
    this.answer = answer;
    this.clock = clock;
  }

  private record Key(@Nullable String namespace, long fromMs) {}

  /** Handles the call. */
  public void get(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var caller = AccessGuard.caller(ctx);
    var namespace = caller.isOfInstallation() ? null : caller.namespace();
    var fromMs = clock.millis() / FRESH_MS * FRESH_MS;
    var call = CallTrace.of(ctx);
    answer.run(
        ctx, claim -> of(new Key(namespace, fromMs), call), json -> QueryResponder.json(ctx, json));
  }

  private synchronized CompletableFuture<ObjectNode> of(Key key, CallTrace call) {
    var known = kept.get(key);
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    kept.keySet().removeIf(old -> old.fromMs() != key.fromMs());
    var asked = ask(key, call);
    if (kept.size() < KEPT) {
      kept.put(key, asked);
    }
    return asked;
  }

  private CompletableFuture<ObjectNode> ask(Key key, CallTrace call) {
    var path =
        QueryPath.of(QueryPath.OVERVIEW)
            .with(QueryPath.FROM, key.fromMs())
            .with(QueryPath.NAMESPACE, key.namespace())
            .toString();
    return questions
        .askEach(call, path)
        .thenApply(round -> new Overview(round, key.fromMs()).json(key.namespace()));
  }
}

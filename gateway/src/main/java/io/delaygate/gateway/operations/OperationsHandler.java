package io.delaygate.gateway.operations;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.ControlKey.OfOperation;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Handler of {@code GET /v1/operations}, {@code GET /v1/operations/{operation}}, and {@code POST
 * .../pause}, {@code /resume} and {@code /abort}. All are about the caller's namespace.
 */
public record OperationsHandler(OperationParts parts, QueryResponder answer) {
  /** Prefix of paths of operations. */
  public static final String PREFIX = "/v1/operations/";

  /** Path parameter of the operation in routes, and field in problems. */
  public static final String FIELD = "operation";

  private static final int LIMIT_DEFAULT = 100;

  /** More than a namespace can have: 100 that ended, and 20 that have not. */
  private static final int LIMIT_MAX = 200;

  private static final String WAIT = "waitSeconds";

  /** Time in which an owner usually answers a wish. */
  private static final long ANSWERED_MS = 1_500;

  private static final long MS = 1_000;

  /** Lists the operations of the namespace, newest first. */
  public void list(Context ctx) {
    var given = QueryParameters.of(ctx, Set.of("limit"));
    var limit = given.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    parts.known().view();
    var json = OperationText.object();
    var list = json.putArray("operations");
    parts.notes().of(AccessGuard.caller(ctx).namespace()).stream()
        .limit(limit)
        .forEach(one -> list.add(OperationJson.of(one)));
    QueryResponder.json(ctx, json);
  }

  /** Shows one; with {@code waitSeconds} when it has ended, or after that time. */
  public void get(Context ctx) {
    var given = QueryParameters.of(ctx, Set.of(WAIT));
    var wait = given.number(WAIT, 0, 0, AsyncPreference.WAIT_SECONDS_MAX);
    var found = existing(ctx);
    answer.run(
        ctx,
        claim -> parts.notes().when(found.id(), Operation::isEnded, wait * MS),
        known -> show(ctx, known));
  }

  /** The handler of a wish. */
  public Handler wishes(OperationWish wish) {
    return ctx -> {
      QueryParameters.of(ctx, Set.of());
      var found = existing(ctx);
      if (found.isEnded() || (isAborting(found) && wish != OperationWish.ABORT)) {
        throw ProblemException.at(
            FIELD, ReasonCode.OPERATION_ENDED, "the operation has ended, or was aborted before");
      }
      var kind = found.asked().kind().text();
      AuditLog.asked(ctx, wish.name().toLowerCase(Locale.ROOT), kind, found.id().id());
      answer.run(ctx, claim -> wish(found.id(), wish), known -> show(ctx, known));
    };
  }

  private static boolean isAborting(Operation operation) {
    return operation.wish() == OperationWish.ABORT;
  }

  /** Answers when the owner has done as wished, or a little later. */
  private CompletableFuture<Optional<Operation>> wish(OperationId id, OperationWish wish) {
    return parts
        .writer()
        .wish(id, wish)
        .thenCompose(
            published ->
                published instanceof PublishResult.Stored stored
                    ? parts.known().awaitRead(stored.offset())
                    : CompletableFuture.failedFuture(new ProblemException(published.problem())))
        .thenCompose(read -> parts.notes().when(id, one -> isAnswered(one, wish), ANSWERED_MS));
  }

  private static boolean isAnswered(Operation operation, OperationWish wish) {
    var state = operation.state();
    return switch (wish) {
      case RUN -> true;
      case PAUSE -> state.isEnd() || state == OperationState.PAUSED;
      case ABORT -> state.isEnd();
    };
  }

  private static void show(Context ctx, Optional<Operation> known) {
    QueryResponder.json(ctx, OperationJson.of(known.orElseThrow(OperationsHandler::missing)));
  }

  /**
   * The operation that a path names.
   *
   * @throws ProblemException 404 when the namespace does not have it
   */
  private Operation existing(Context ctx) {
    parts.known().view();
    var id = ctx.pathParam(FIELD);
    return Optional.of(id)
        .filter(OfOperation::isId)
        .flatMap(
            any -> parts.notes().find(new OperationId(AccessGuard.caller(ctx).namespace(), any)))
        .orElseThrow(OperationsHandler::missing);
  }

  private static ProblemException missing() {
    return ProblemException.at(
        FIELD,
        ReasonCode.OPERATION_NOT_FOUND,
        "the operation does not exist, or ended too long ago");
  }
}

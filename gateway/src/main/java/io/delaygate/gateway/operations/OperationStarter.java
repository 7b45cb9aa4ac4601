package io.delaygate.gateway.operations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.AuditLog;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Starter of operations, for the calls that ask for one. */
public record OperationStarter(OperationParts parts, QueryResponder answer) {
  /**
   * Operations of a namespace that have not ended: four run, and a script that starts them in a
   * loop fills no gateway's memory.
   */
  static final int OPEN_OF_NAMESPACE = 20;

  /** Operations of all namespaces that have not ended; each may hold some hundred KiB. */
  static final int OPEN_OF_ALL = 100;

  /**
   * Request of a caller.
   *
   * @param asked in the words of the call
   * @param work for the work of its kind
   * @param limit how many at most; null for all
   */
  public record Wanted(
      OperationKind kind, ObjectNode asked, ObjectNode work, @Nullable Long limit) {}

  /**
   * Starts an operation and answers the call: 202 or, if it ended within the time that the caller
   * waits, 200.
   */
  public void start(
      Context ctx, AsyncPreference preference, Function<InflightBytes.Claim, Wanted> read) {
    var caller = AccessGuard.caller(ctx);
    answer.run(
        ctx,
        claim -> {
          var wanted = read.apply(claim);
          checkRoom(caller.namespace());
          var nowMs = parts.known().nowMs();
          var id = OperationId.make(caller.namespace(), nowMs, parts.surroundings().random());
          AuditLog.asked(ctx, wanted.kind().text(), wanted.asked().toString(), id.id());
          return start(caller, wanted, new Begin(id, nowMs), preference.waitMs());
        },
        operation -> write(ctx, operation));
  }

  /** Id and time of an operation that begins. */
  private record Begin(OperationId id, long atMs) {}

  private CompletableFuture<Operation> start(
      Caller caller, Wanted wanted, Begin begin, long waitMs) {
    var id = begin.id();
    var request =
        new OperationRequest(
            wanted.kind(),
            wanted.asked(),
            wanted.work(),
            wanted.limit(),
            caller.actor().name(),
            caller.token(),
            begin.atMs(),
            parts.surroundings().gateway());
    return parts
        .writer()
        .request(id, request)
        .thenCompose(this::inForce)
        .thenCompose(read -> parts.notes().when(id, Operation::isEnded, waitMs))
        .thenApply(known -> known.orElseGet(() -> unread(id, request)));
  }

  /** Waits until this gateway has read the request, so that the next call finds it. */
  private CompletableFuture<Void> inForce(PublishResult published) {
    if (!(published instanceof PublishResult.Stored stored)) {
      return CompletableFuture.failedFuture(new ProblemException(published.problem()));
    }
    return parts.known().awaitRead(stored.offset());
  }

  /** It is stored, and will be read when Kafka can be read again. */
  private static Operation unread(OperationId id, OperationRequest request) {
    return Operation.of(id, 0).with(request);
  }

  /**
   * Refuses an operation when too many have not ended.
   *
   * @throws ProblemException 409 or 503
   */
  private void checkRoom(String namespace) {
    parts.known().view(); // 503 before the topic was read
    var open = parts.notes().all().stream().filter(one -> !one.isEnded()).toList();
    var own = open.stream().filter(one -> one.id().namespace().equals(namespace)).count();
    if (own >= OPEN_OF_NAMESPACE) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace has %d operations that have not ended, the largest number; wait for one, or abort one"
              .formatted(OPEN_OF_NAMESPACE));
    }
    if (open.size() >= OPEN_OF_ALL) {
      throw new ProblemException(
          ReasonCode.OVERLOADED,
          "the installation has %d operations that have not ended, the largest number"
              .formatted(OPEN_OF_ALL));
    }
  }

  private static void write(Context ctx, Operation operation) {
    ctx.status(operation.isEnded() ? HttpStatus.OK : HttpStatus.ACCEPTED);
    ctx.header(Header.LOCATION, OperationsHandler.PREFIX + operation.id().id());
    ctx.header("Preference-Applied", "respond-async");
    QueryResponder.json(ctx, OperationJson.of(operation));
  }
}

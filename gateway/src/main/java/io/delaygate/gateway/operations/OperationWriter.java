package io.delaygate.gateway.operations;

import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.job.Actor;
import io.delaygate.service.control.ControlKey.OfOperation.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Writer of the records about operations. */
record OperationWriter(ControlWriter topic) {
  CompletableFuture<PublishResult> request(OperationId id, OperationRequest request) {
    return send(id, Part.REQUEST, request.encode());
  }

  CompletableFuture<PublishResult> wish(OperationId id, OperationWish wish) {
    return send(id, Part.WISH, wish.encode());
  }

  CompletableFuture<PublishResult> owner(OperationId id, OperationOwner owner) {
    return send(id, Part.OWNER, owner.encode());
  }

  CompletableFuture<PublishResult> progress(OperationId id, OperationProgress progress) {
    return send(id, Part.PROGRESS, ProgressRecord.encode(progress));
  }

  /**
   * Takes all records back. The request goes first: without its progress it would look like an
   * operation that was never run.
   */
  void forget(OperationId id) {
    for (var part : List.of(Part.REQUEST, Part.WISH, Part.OWNER, Part.PROGRESS)) {
      var unused = send(id, part, null);
    }
  }

  private CompletableFuture<PublishResult> send(
      OperationId id, Part part, byte @Nullable [] value) {
    return topic.send(Actor.GATEWAY, id.key(part), List.of(), value);
  }
}

package io.delaygate.gateway.operations;

import org.jspecify.annotations.Nullable;

/**
 * Operation as this gateway has read it; an immutable snapshot.
 *
 * @param request null when its record has not been read, or was taken back
 * @param owner last claim; null before the first
 * @param progress last one of the owner or, until it records any, of the owner before; null before
 *     the first
 * @param seenAt when the last claim or progress was read, monotonic nanoseconds
 */
public record Operation(
    OperationId id,
    @Nullable OperationRequest request,
    OperationWish wish,
    @Nullable OperationOwner owner,
    @Nullable OperationProgress progress,
    long seenAt) {

  /** The operation of which nothing was read yet. */
  static Operation of(OperationId id, long now) {
    return new Operation(id, null, OperationWish.RUN, null, null, now);
  }

  Operation with(@Nullable OperationRequest other) {
    return new Operation(id, other, wish, owner, progress, seenAt);
  }

  Operation with(OperationWish other) {
    return new Operation(id, request, other, owner, progress, seenAt);
  }

  Operation with(OperationOwner other, long now) {
    return new Operation(id, request, wish, other, progress, now);
  }

  Operation unowned() {
    return new Operation(id, request, wish, null, progress, seenAt);
  }

  /** The same with progress; a record of an earlier owner, or an older one, changes nothing. */
  Operation with(OperationProgress other, long now) {
    return isNews(other) ? new Operation(id, request, wish, owner, other, now) : this;
  }

  /**
   * A topic that was compacted may have lost the owner's first records, so the first one that is
   * read counts, whoever made it.
   */
  private boolean isNews(OperationProgress other) {
    if (progress == null) {
      return true;
    }
    var mark = other.mark();
    var last = progress.mark();
    var isOfOwner = owner == null || owner.token().equals(mark.token());
    return isOfOwner && (!mark.token().equals(last.token()) || mark.number() > last.number());
  }

  /** The request of an operation that callers see. */
  OperationRequest asked() {
    if (request == null) {
      throw new IllegalStateException("the request of the operation is not known: " + id);
    }
    return request;
  }

  /** Whether a gateway has it, as far as the records tell. */
  boolean isOwned() {
    return owner != null
        && !isEnded()
        && (progress == null
            || !progress.condition().isReleased()
            || !progress.mark().token().equals(owner.token()));
  }

  /** Whether the claim with that token is the last one. */
  boolean isOwnedBy(String token) {
    return owner != null && owner.token().equals(token);
  }

  /** Whether nothing changes any more. */
  public boolean isEnded() {
    return end() != null;
  }

  private @Nullable OperationState end() {
    return progress == null ? null : progress.condition().end();
  }

  /** The state. */
  public OperationState state() {
    var end = end();
    if (end != null) {
      return end;
    }
    return switch (wish) {
      case ABORT -> OperationState.ABORTING;
      case PAUSE -> isOwned() ? OperationState.PAUSING : OperationState.PAUSED;
      case RUN -> isOwned() ? OperationState.RUNNING : OperationState.QUEUED;
    };
  }
}

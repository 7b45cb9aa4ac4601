package io.delaygate.gateway.publish;

import io.delaygate.gateway.http.Problem;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Result of sending a command to Kafka. */
public sealed interface PublishResult {
  /** The outcome's name in metrics. */
  default String label() {
    return this instanceof Stored
        ? "stored"
        : this instanceof TooLarge
            ? "too_large"
            : this instanceof NotStored ? "not_stored" : "unknown";
  }

  /** The first of several results that is not stored; empty when all are. */
  static CompletableFuture<Optional<PublishResult>> firstUnstored(
      List<CompletableFuture<PublishResult>> all) {
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            nothing ->
                all.stream()
                    .map(CompletableFuture::join)
                    .filter(one -> !(one instanceof Stored))
                    .findFirst());
  }

  /** Problem of a call whose command is not stored, or perhaps not; not for {@link Stored}. */
  default Problem problem() {
    if (this instanceof TooLarge refused) {
      return Problem.of(
          ReasonCode.RECORD_TOO_LARGE,
          ("the record is larger than the topic '%s' accepts; send less, or raise its"
                  + " max.message.bytes")
              .formatted(refused.topic()));
    }
    var detail =
        this instanceof Unknown
            ? "Kafka did not acknowledge the command in time; it may be stored"
            : "Kafka does not accept commands now; nothing was stored";
    return Problem.of(ReasonCode.UNAVAILABLE, detail);
  }

  /**
   * All in-sync replicas have it.
   *
   * @param timestampMs the record's timestamp, which relative delays count from: the broker's, as
   *     the topic has LogAppendTime
   */
  record Stored(int partition, long offset, long timestampMs) implements PublishResult {}

  /**
   * It is larger than the topic takes, and is not stored.
   *
   * @param topic whose {@code max.message.bytes} it exceeds
   */
  record TooLarge(String topic) implements PublishResult {}

  /** It is certainly not stored. */
  record NotStored() implements PublishResult {}

  /** It may or may not be stored: Kafka did not answer in time. */
  record Unknown() implements PublishResult {}
}

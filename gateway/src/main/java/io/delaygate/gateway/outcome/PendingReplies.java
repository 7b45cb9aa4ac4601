package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.schemas.contract.JobId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Map of all callers that wait, by correlation id: the random id of this gateway instance, a dash,
 * a number, another dash, and random digits. Workers see the id of the caller that waits for their
 * job's result; the random digits keep them from working out the ids of others. An answered caller
 * is removed, so a late reply finds no caller. Thread-safe.
 */
final class PendingReplies {
  private static final int INSTANCE_BYTES = 16;

  private final RandomGenerator random;
  private final String prefix;
  private final byte[] prefixBytes;
  private final SharedLimit places;
  private final RequestReply.Shares shares;
  private final AtomicLong sequence = new AtomicLong();
  private final Map<String, PendingReply> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private volatile boolean withoutResults;

  /**
   * Creates an empty map.
   *
   * @param most how many callers may wait at a time
   */
  PendingReplies(RequestReply.Callers callers, int most) {
    this.random = callers.random();
    this.shares = callers.shares();
    var instance = new byte[INSTANCE_BYTES];
    random.nextBytes(instance);
    this.prefix = HexFormat.of().formatHex(instance) + "-";
    this.prefixBytes = prefix.getBytes(StandardCharsets.US_ASCII);
    this.places = new SharedLimit(most, "too many calls wait for an outcome; nothing was stored");
  }

  /**
   * Adds a caller that waits for the outcome of a command.
   *
   * @param job the job of its command
   * @throws ProblemException 503 when too many wait
   */
  PendingReply open(JobId job) {
    return open(job, false);
  }

  /**
   * Adds a caller that waits until a job is finished.
   *
   * @throws ProblemException 503 when too many wait
   */
  PendingReply openForResult(JobId job) {
    return open(job, true);
  }

  private PendingReply open(JobId job, boolean forResult) {
    var share = shares.of(job.namespace());
    places.enter(share);
    var number = Long.toHexString(sequence.getAndIncrement());
    var id = prefix + number + "-" + HexFormat.of().toHexDigits(random.nextLong());
    var waiter = new PendingReply(id, job, forResult, () -> leave(id, share));
    waiting.put(id, waiter);
    if (closed || (forResult && withoutResults)) { // after the put: either this or close() sees it
      waiter.drop();
    }
    return waiter;
  }

  int count() {
    return places.count();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Whether a reply is for this instance; compares only the first bytes. */
  boolean owns(byte @Nullable [] correlationId) {
    var length = prefixBytes.length;
    return correlationId != null
        && correlationId.length > length
        && Arrays.equals(correlationId, 0, length, prefixBytes, 0, length);
  }

  /** The caller that waits for this reply; null if it does not wait any more. */
  @Nullable PendingReply find(byte[] correlationId) {
    return waiting.get(new String(correlationId, StandardCharsets.US_ASCII));
  }

  /**
   * Answers callers that wait for results, which may take long; later ones are answered at once.
   */
  void endResults() {
    withoutResults = true;
    waiting.values().stream().filter(PendingReply::isForResult).forEach(PendingReply::giveUp);
  }

  /** Answers all callers; later ones are answered at once. */
  void close() {
    closed = true;
    waiting.values().forEach(PendingReply::giveUp);
  }

  private void leave(String id, @Nullable String share) {
    waiting.remove(id);
    places.leave(share);
  }
}

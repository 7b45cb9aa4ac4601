package io.delaygate.gateway.outcome;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All callers that wait, by correlation id: the random id of this gateway instance, a dash, a
 * number, another dash, and random digits. Workers see the id of who waits for their job's result;
 * the digits keep them from working out those of others. Who has an answer is forgotten, so a late
 * reply finds nobody. Thread-safe.
 */
final class PendingReplies {
  private static final int INSTANCE_BYTES = 16;

  private final RandomGenerator random;
  private final String prefix;
  private final byte[] prefixBytes;
  private final int most;
  private final Semaphore room;
  private final AtomicLong sequence = new AtomicLong();
  private final Map<String, PendingReply> waiting = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private volatile boolean withoutResults;

  /**
   * Nobody waits yet.
   *
   * @param random thread-safe; nobody may guess what it draws
   * @param most how many may wait at a time
   */
  PendingReplies(RandomGenerator random, int most) {
    this.random = random;
    var instance = new byte[INSTANCE_BYTES];
    random.nextBytes(instance);
    this.prefix = HexFormat.of().formatHex(instance) + "-";
    this.prefixBytes = prefix.getBytes(StandardCharsets.US_ASCII);
    this.most = most;
    this.room = new Semaphore(most);
  }

  /**
   * One more that waits, until it has an answer.
   *
   * @param job what its command is about
   * @throws ProblemException 503 when too many wait
   */
  PendingReply open(JobId job) {
    return open(job, false);
  }

  /**
   * One more that waits until a job is finished.
   *
   * @throws ProblemException 503 when too many wait
   */
  PendingReply openForResult(JobId job) {
    return open(job, true);
  }

  private PendingReply open(JobId job, boolean forResult) {
    if (!room.tryAcquire()) {
      throw new ProblemException(
          ReasonCode.OVERLOADED, "too many callers wait for an outcome; nothing was stored");
    }
    var number = Long.toHexString(sequence.getAndIncrement());
    var id = prefix + number + "-" + HexFormat.of().toHexDigits(random.nextLong());
    var waiter = new PendingReply(id, job, forResult, () -> leave(id));
    waiting.put(id, waiter);
    if (closed || (forResult && withoutResults)) { // after the put: either this or close() sees it
      waiter.drop();
    }
    return waiter;
  }

  int count() {
    return most - room.availablePermits();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Whether a reply is for this instance; looks at no more than the first bytes. */
  boolean owns(byte @Nullable [] correlationId) {
    var length = prefixBytes.length;
    return correlationId != null
        && correlationId.length > length
        && Arrays.equals(correlationId, 0, length, prefixBytes, 0, length);
  }

  /** Who waits for this reply; null when nobody does any more. */
  @Nullable PendingReply find(byte[] correlationId) {
    return waiting.get(new String(correlationId, StandardCharsets.US_ASCII));
  }

  /** Answers who waits for results, which may take long, and whoever comes to do so. */
  void endResults() {
    withoutResults = true;
    waiting.values().stream().filter(PendingReply::isForResult).forEach(PendingReply::giveUp);
  }

  /** Answers everybody; who comes later is answered at once. */
  void close() {
    closed = true;
    waiting.values().forEach(PendingReply::giveUp);
  }

  private void leave(String id) {
    waiting.remove(id);
    room.release();
  }
}

package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.targets.RefusedSend;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.directory.TargetCheck;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Access of a stream thread's producer to its consumer and to the shared parts that it reports
 * commits and roll-backs to. For the stream thread, except {@link #tooLarge}.
 */
final class ThreadClients {
  /** Enough to close a connection; records that are still in flight are not waited for. */
  private static final Duration CLOSING = Duration.ofSeconds(2);

  /** Size of the headers and framing of an ordinary record. */
  private static final int OVERHEAD_BYTES = 100;

  private final BoundedPollClients all;
  private final SharedClients shared;

  ThreadClients(BoundedPollClients all, SharedClients shared) {
    this.all = all;
    this.shared = shared;
  }

  Consumer<byte[], byte[]> consumer() {
    return all.mainConsumer();
  }

  /** Offsets that may be committed. */
  Map<TopicPartition, OffsetAndMetadata> committable(
      Map<TopicPartition, OffsetAndMetadata> offsets) {
    return all.committable(offsets);
  }

  boolean isPolling() {
    return all.isPolling();
  }

  LongSupplier ticker() {
    return shared.ticker();
  }

  boolean isVital(String topic) {
    return shared.vital().test(topic);
  }

  /** Sets the producers of the calling thread's transactions. */
  void use(ProducerPool pool) {
    shared.newTopics().use(pool);
  }

  /** Notes that the open transaction writes to a target. */
  void writes(ProducerPool pool, String topic) {
    shared.newTopics().writes(pool, topic);
  }

  /**
   * Makes a producer send its lingering records. The flush runs in another thread, since a silent
   * target blocks it until the delivery time-out, or until the producer is given up.
   */
  void flush(Producer<byte[], byte[]> producer) {
    shared
        .flushes()
        .execute(
            () -> {
              try {
                producer.flush();
              } catch (RuntimeException failed) {
                // the stream thread flushes, too, after the acknowledgements, and gets the failure
              }
            });
  }

  /** Fails if the stores of the calling thread may not be changed any more. */
  void begins() {
    all.stages().begins();
  }

  /** Notes that the transaction is about to be committed. */
  void commits() {
    all.stages().commits();
  }

  void begun(OpenTransaction transaction) {
    shared.volume().begun(transaction);
  }

  void sent(ProducerRecord<byte[], byte[]> record) {
    var value = record.value();
    var key = record.key();
    var bytes = (value == null ? 0 : value.length) + (key == null ? 0 : key.length);
    shared.volume().sent(bytes + OVERHEAD_BYTES);
  }

  void committed(OpenTransaction transaction, boolean isThrottled) {
    all.stages().committed();
    shared.volume().committed(isThrottled);
    shared.newTopics().ended();
    shared.breaker().committed(transaction.others(), shared.wall().getAsLong());
    all.ended();
  }

  void aborted(Optional<RefusedSend> learnt) {
    all.stages().aborted();
    shared.volume().aborted();
    shared.newTopics().ended();
    shared.breaker().aborted();
    learnt.ifPresent(refused -> shared.breaker().refused(refused, shared.wall().getAsLong()));
    all.rolledBack();
  }

  /**
   * Partitions that caused a failure without a record: those of the topic in its message, or the
   * only one that was written to. Empty if not known; then each one gets transactions without the
   * others, until the cause is found.
   */
  Optional<RefusedSend> withoutCulprit(Set<TopicPartition> sent, String words) {
    var named = sent.stream().filter(to -> words.contains(to.topic())).collect(Collectors.toSet());
    var alone = shared.breaker().riding().filter(sent::contains);
    if (!named.isEmpty() && named.size() < sent.size()) {
      return Optional.of(blame(named, words));
    } else if (sent.size() == 1 || alone.isPresent()) {
      return Optional.of(blame(alone.map(Set::of).orElse(sent), words));
    }
    shared.breaker().rideAlone(sent, words, shared.wall().getAsLong());
    return Optional.empty();
  }

  private static RefusedSend blame(Set<TopicPartition> partitions, String words) {
    return new RefusedSend(partitions, Set.of(), false, ReasonCode.TARGET_REFUSED, words, false);
  }

  /** Reports the size of a record that a topic refused as too large. Any thread. */
  void tooLarge(ProducerRecord<byte[], byte[]> record, Exception failure) {
    if (failure instanceof RecordTooLargeException) {
      shared.sizes().accept(record.topic(), TargetCheck.bytes(record));
    }
  }

  boolean isBlocked(String transactionalId) {
    return shared.transactions().isBlocked(transactionalId);
  }

  void fence(String transactionalId) {
    shared.transactions().fence(transactionalId);
  }

  /** Reason why the thread may not commit; null if it may. */
  @Nullable RuntimeException unsound() {
    return shared.unsound().why();
  }

  Duration closeTimeout() {
    return CLOSING;
  }

  void closed(ProducerPool pool) {
    all.closed(pool);
  }
}

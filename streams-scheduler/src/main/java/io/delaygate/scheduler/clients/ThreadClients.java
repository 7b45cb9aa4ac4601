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
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;

/**
 * Surroundings of a stream thread's producer: the thread's consumer and pace, and all that is told
 * what happened. For the stream thread, but for {@link #tooLarge}.
 */
final class ThreadClients {
  /** Enough to close a connection: nobody waits for what is in flight by then. */
  private static final Duration CLOSING = Duration.ofSeconds(2);

  /** Headers and framing of an ordinary record. */
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

  /** Those of the offsets that may be committed. */
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

  /** The calling thread's transactions are of these producers from now on. */
  void use(ProducerPool pool) {
    shared.newTopics().use(pool);
  }

  /** The open transaction writes to a target. */
  void writes(ProducerPool pool, String topic) {
    shared.newTopics().writes(pool, topic);
  }

  /** Fails if the stores of the calling thread may not be changed any more. */
  void begins() {
    all.stages().begins();
  }

  /** The transaction is about to be committed. */
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
   * Partitions to blame for a failure that names no record: those of the topic in its words, or the
   * only one that was written to. Empty where that is not known: then each gets transactions
   * without the others from now on, until the one is found.
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

  /** A topic takes less than is known of it: that is known from now on. Any thread. */
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

  /** Why nothing may be committed; null where nothing speaks against it. */
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

package io.delaygate.scheduler.ops;

import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * Facts that the scheduler's health is derived from.
 *
 * @param threads states of the stream threads that are not dead, read before {@code state}: if that
 *     is a running state, no thread had been stopped on purpose by then
 * @param threadsWanted required number of stream threads
 * @param look answers of the brokers; null without one since the last change, or for a while
 * @param blockedCommands lines about commands that wait for a transaction of a sender
 */
record HealthFacts(
    List<String> threads,
    int threadsWanted,
    KafkaStreams.State state,
    @Nullable Look look,
    List<String> blockedCommands) {
  /**
   * Answers of the brokers.
   *
   * @param topics that the scheduler writes, without targets
   * @param stores every local store, active or standby
   * @param waitingForDisk partitions whose stores wait for disk space; not among {@code stores}
   */
  record Look(
      SortedMap<String, TopicStatus> topics, List<StoreLag> stores, Set<Integer> waitingForDisk) {}

  /**
   * Lag of a store behind its changelog.
   *
   * @param records at least 0; transaction markers and aborted records are counted as well
   */
  record StoreLag(String store, int partition, long records) {}
}

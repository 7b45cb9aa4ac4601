package io.delaygate.scheduler.ops;

import io.delaygate.service.directory.TopicStatus;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/**
 * What health is judged by.
 *
 * @param threads the states of the stream threads that are not dead, seen before {@code state}: of
 *     an instance that still runs, no thread had been stopped on purpose then
 * @param threadsWanted how many there have to be
 * @param look what the brokers told; null when they have not since the last change, or for a while
 * @param blockedCommands lines about commands that wait for a transaction of a sender
 */
record HealthFacts(
    List<String> threads,
    int threadsWanted,
    KafkaStreams.State state,
    @Nullable Look look,
    List<String> blockedCommands) {
  /**
   * What the brokers told.
   *
   * @param topics those that the scheduler writes, but for targets
   * @param stores every local store, active or standby
   * @param waitingForDisk partitions whose stores wait for disk space; not among {@code stores}
   */
  record Look(
      SortedMap<String, TopicStatus> topics, List<StoreLag> stores, Set<Integer> waitingForDisk) {}

  /**
   * How far a store is behind its changelog.
   *
   * @param records at least 0; what transactions leave in the log is counted as well
   */
  record StoreLag(String store, int partition, long records) {}
}

package io.delaygate.scheduler.backlog;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of the brokers' last answers about the command logs of a scheduler's partitions. Pure
 * and immutable; moments are monotonic nanoseconds.
 */
final class BacklogSnapshot {
  /** Longer than the failure of one broker delays the answers of the others. */
  static final long KNOWN_NANOS = Duration.ofSeconds(10).toNanos();

  private final IntFunction<? extends Collection<TopicPartition>> logsOf;
  private final @Nullable Set<Integer> owned;
  private final Map<TopicPartition, Told> told;
  private final long at;

  private BacklogSnapshot(
      IntFunction<? extends Collection<TopicPartition>> logsOf,
      @Nullable Set<Integer> owned,
      Map<TopicPartition, Told> told,
      long at) {
    this.logsOf = logsOf;
    this.owned = owned;
    this.told = told;
    this.at = at;
  }

  /**
   * Snapshot of a scheduler that does not know its partitions.
   *
   * @param logsOf the logs whose records are commands of a partition
   */
  static BacklogSnapshot none(IntFunction<? extends Collection<TopicPartition>> logsOf) {
    return new BacklogSnapshot(logsOf, null, Map.of(), 0);
  }

  /**
   * The snapshot after new answers.
   *
   * @param partitions of the scheduler; null while they are not known
   * @param answers of the brokers; a log without an answer keeps its last one
   * @param askedAt time before the requests, since an answer is never fresher than that
   */
  BacklogSnapshot after(
      @Nullable Set<Integer> partitions, Map<TopicPartition, LogState> answers, long askedAt) {
    var all = new HashMap<TopicPartition, Told>();
    if (partitions != null) {
      for (int partition : partitions) {
        for (var log : logsOf.apply(partition)) {
          var answer = answers.get(log);
          var last = told.get(log);
          if (answer != null) {
            all.put(log, new Told(answer, askedAt, blockedSince(last, answer, askedAt)));
          } else if (last != null) {
            all.put(log, last);
          }
        }
      }
    }
    return new BacklogSnapshot(logsOf, partitions, all, askedAt);
  }

  /**
   * Start of the current blockade. While the last stable offset does not move, the same transaction
   * is open.
   */
  private static long blockedSince(@Nullable Told last, LogState answer, long askedAt) {
    return last != null && last.state().isBlocked() && last.state().stable() == answer.stable()
        ? last.blockedSince()
        : askedAt;
  }

  /** Number of unread commands by partition; a partition whose number is not known is missing. */
  Map<Integer, Long> unread(long now) {
    var unread = new HashMap<Integer, Long>();
    for (int partition : owned(now)) {
      unread(partition, now).ifPresent(commands -> unread.put(partition, commands));
    }
    return unread;
  }

  /**
   * Number of unread commands of all partitions; NaN while one is not known, since a part would
   * look like the whole.
   */
  double total(long now) {
    var known = unread(now);
    return isComplete(now) ? known.values().stream().mapToLong(Long::longValue).sum() : Double.NaN;
  }

  /** Whether the answers of all logs are known. */
  boolean isComplete(long now) {
    return isKnown(now) && unread(now).keySet().containsAll(owned(now));
  }

  /** Logs that had an open transaction in their last answer; only answers that still count. */
  List<BlockedLog> blocked(long now) {
    return told.entrySet().stream()
        .filter(log -> isYoung(log.getValue(), now) && log.getValue().state().isBlocked())
        .map(
            log ->
                new BlockedLog(
                    log.getKey(), log.getValue().state().stable(), log.getValue().blockedSince()))
        .toList();
  }

  /** Whether the log is one of this scheduler's partitions. */
  boolean isOwn(TopicPartition log) {
    return told.containsKey(log);
  }

  /** Whether an answer that still counts shows that the transaction has ended. */
  boolean isOver(BlockedLog blocked, long now) {
    var last = told.get(blocked.log());
    return last != null
        && isYoung(last, now)
        && (!last.state().isBlocked() || last.state().stable() != blocked.offset());
  }

  private OptionalLong unread(int partition, long now) {
    var sum = 0L;
    for (var log : logsOf.apply(partition)) {
      var last = told.get(log);
      if (last == null || !isYoung(last, now)) {
        return OptionalLong.empty();
      }
      sum += last.state().unread();
    }
    return OptionalLong.of(sum);
  }

  private Set<Integer> owned(long now) {
    return owned == null || !isKnown(now) ? Set.of() : owned;
  }

  private static boolean isYoung(Told last, long now) {
    return now - last.at() <= KNOWN_NANOS;
  }

  private boolean isKnown(long now) {
    return owned != null && now - at <= KNOWN_NANOS;
  }

  /** {@code blockedSince} has no meaning for a log without an open transaction. */
  private record Told(LogState state, long at, long blockedSince) {}
}

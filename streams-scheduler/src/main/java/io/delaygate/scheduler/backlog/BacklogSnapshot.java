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
 * Snapshot of what the brokers told of the partitions of a scheduler. Pure and immutable; moments
 * are monotonic nanoseconds.
 */
final class BacklogSnapshot {
  /** Longer than a broker's failure keeps the others from answering. */
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
   * BacklogSnapshot of a scheduler that does not know its partitions.
   *
   * @param logsOf the logs whose records are commands of a partition
   */
  static BacklogSnapshot none(IntFunction<? extends Collection<TopicPartition>> logsOf) {
    return new BacklogSnapshot(logsOf, null, Map.of(), 0);
  }

  /**
   * The figures after a look.
   *
   * @param partitions those of the scheduler; null while they are not known
   * @param answers what was told; a log that was not told of keeps its last answer
   * @param askedAt before the questions, as an answer is never fresher than that
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

  /** As long as the last stable offset stays where it is, the same transaction is open. */
  private static long blockedSince(@Nullable Told last, LogState answer, long askedAt) {
    return last != null && last.state().isBlocked() && last.state().stable() == answer.stable()
        ? last.blockedSince()
        : askedAt;
  }

  /** How many commands are not read yet, by partition; one that is not known is missing. */
  Map<Integer, Long> unread(long now) {
    var unread = new HashMap<Integer, Long>();
    for (int partition : owned(now)) {
      unread(partition, now).ifPresent(commands -> unread.put(partition, commands));
    }
    return unread;
  }

  /** All of them together; NaN while one is not known, as a part would look like the whole. */
  double total(long now) {
    var known = unread(now);
    return isComplete(now) ? known.values().stream().mapToLong(Long::longValue).sum() : Double.NaN;
  }

  /** Whether the answers of all logs are known. */
  boolean isComplete(long now) {
    return isKnown(now) && unread(now).keySet().containsAll(owned(now));
  }

  /** Logs that a transaction was open on when they were told of last; of known answers only. */
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

  /** Whether a known answer says that the transaction has ended. */
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

  /** {@code blockedSince} says nothing of a log that nothing holds up. */
  private record Told(LogState state, long at, long blockedSince) {}
}

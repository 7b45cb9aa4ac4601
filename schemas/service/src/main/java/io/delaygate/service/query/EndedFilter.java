package io.delaygate.service.query;

import io.delaygate.schemas.job.EndState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Filter of the ended jobs to list; all conditions must hold.
 *
 * @param jobs topic, due time and id; its state has no meaning here
 * @param states how they ended, at least one
 * @param endedFromMs ended at this time or later, epoch milliseconds; 0 for any
 * @param endedToMs ended before this, epoch milliseconds; {@link Long#MAX_VALUE} for any
 */
public record EndedFilter(JobFilter jobs, Set<EndState> states, long endedFromMs, long endedToMs) {
  /** States that callers can ask for: all but that of an earlier format, which nothing gets now. */
  public static final Set<EndState> STATES =
      Set.copyOf(EnumSet.complementOf(EnumSet.of(EndState.DEAD)));

  /** An immutable copy. */
  public EndedFilter {
    states = Set.copyOf(states);
  }

  /** A filter for any time of the end. */
  public static EndedFilter of(JobFilter jobs, Set<EndState> states) {
    return new EndedFilter(jobs, states, 0, Long.MAX_VALUE);
  }

  /** This filter for jobs that ended from the first time until before the second; null for any. */
  public EndedFilter ended(@Nullable Long fromMs, @Nullable Long toMs) {
    return new EndedFilter(
        jobs, states, fromMs == null ? 0 : fromMs, toMs == null ? Long.MAX_VALUE : toMs);
  }

  /** Parses names of states, separated by commas; empty if one of them cannot be asked for. */
  public static Optional<Set<EndState>> states(String names) {
    var found = EnumSet.noneOf(EndState.class);
    for (var name : List.of(names.split(",", -1))) {
      var state = STATES.stream().filter(one -> one.name().equals(name)).findFirst();
      if (state.isEmpty()) {
        return Optional.empty();
      }
      found.add(state.get());
    }
    return Optional.of(found);
  }

  /** The names of all states that can be asked for, in their order. */
  public static String stateNames() {
    return names(STATES);
  }

  private static String names(Set<EndState> states) {
    return Arrays.stream(EndState.values())
        .filter(states::contains)
        .map(EndState::name)
        .collect(Collectors.joining(","));
  }

  /** Adds the filter to a query, always in the same order. */
  public QueryPath addTo(QueryPath path) {
    return jobs.addTo(path)
        .with(QueryPath.STATE, names(states))
        .with(QueryPath.ENDED_FROM, endedFromMs == 0 ? null : endedFromMs)
        .with(QueryPath.ENDED_TO, endedToMs == Long.MAX_VALUE ? null : endedToMs);
  }
}

package io.delaygate.gateway.jobs;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.JobState;
import io.delaygate.service.query.EndedFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parameter {@code state} of a listing of jobs: one state of pending or dead jobs, or one or more
 * of ended jobs. Never both, as the two are listed in different orders.
 *
 * @param pending null for every pending one, or where ended jobs are meant
 * @param ended empty where pending or dead jobs are meant
 */
record ListedStates(@Nullable JobState pending, Set<EndState> ended) {
  private static final String NAME = "state";

  private static final String PENDING =
      Arrays.stream(JobState.values()).map(JobState::name).collect(Collectors.joining(", "));

  /**
   * Reads the parameter.
   *
   * @throws ProblemException {@code PARAMETER_INVALID} if the states cannot be listed together
   */
  static ListedStates of(QueryParameters given) {
    var text = given.text(NAME);
    if (text == null) {
      return new ListedStates(null, Set.of());
    }
    var ended = EndedFilter.states(text);
    if (ended.isPresent()) {
      return new ListedStates(null, ended.get());
    }
    var names = List.of(text.split(",", -1));
    if (names.size() == 1 && isPending(text)) {
      return new ListedStates(JobState.valueOf(text), Set.of());
    }
    throw problem(names);
  }

  private static boolean isPending(String name) {
    return Arrays.stream(JobState.values()).anyMatch(state -> state.name().equals(name));
  }

  private static ProblemException problem(List<String> names) {
    var isKnown =
        names.stream().allMatch(name -> isPending(name) || EndedFilter.states(name).isPresent());
    if (!isKnown) {
      return QueryParameters.invalid(
          NAME,
          "must be one of [%s], or one or more of %s separated by commas"
              .formatted(PENDING, EndedFilter.stateNames()));
    }
    return QueryParameters.invalid(
        NAME,
        "pending and ended states cannot be listed in one call, as pending jobs are listed by due"
            + " time and ended ones by the time of their end, and of pending states only one can"
            + " be given; make one call for each");
  }

  /** Whether ended jobs are meant. */
  boolean areEnded() {
    return !ended.isEmpty();
  }
}

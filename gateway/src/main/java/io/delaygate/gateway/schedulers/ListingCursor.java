package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.FilterCursor;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.QueryPath;

/** Opaque cursor of a listing: a {@link DuePosition}, bound to its filter. */
public final class ListingCursor {
  private ListingCursor() {}

  /** Returns the cursor for the jobs behind the position. */
  public static String of(JobFilter filter, DuePosition after) {
    return FilterCursor.encode(text(filter), after.text());
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  public static DuePosition read(String cursor, JobFilter filter) {
    return FilterCursor.decode(text(filter), cursor)
        .flatMap(DuePosition::parse)
        .orElseThrow(
            () ->
                ProblemException.at(
                    "cursor",
                    ReasonCode.CURSOR_INVALID,
                    "the cursor does not belong to a listing with this filter; start again without"
                        + " a cursor"));
  }

  private static String text(JobFilter filter) {
    return filter.addTo(QueryPath.of("")).toString();
  }
}

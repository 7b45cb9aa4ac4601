package io.delaygate.gateway.schedulers;

import io.delaygate.gateway.http.FilterCursor;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.query.DuePosition;
import io.delaygate.service.query.EndedFilter;
import io.delaygate.service.query.EndedPosition;
import io.delaygate.service.query.JobFilter;
import io.delaygate.service.query.ListPosition;
import io.delaygate.service.query.QueryPath;

/** Opaque cursor of a listing: a {@link ListPosition}, bound to its filter. */
public final class ListingCursor {
  private ListingCursor() {}

  /** Returns the cursor for the jobs behind the position. */
  public static String of(JobFilter filter, DuePosition after) {
    return encode(new ListingQuery.Due(filter), after);
  }

  /** Returns the cursor for the ended jobs behind the position. */
  public static String of(EndedFilter filter, EndedPosition after) {
    return encode(new ListingQuery.Ended(filter), after);
  }

  private static String encode(ListingQuery<?> query, ListPosition after) {
    return FilterCursor.encode(text(query), after.text());
  }

  /**
   * Reads a cursor.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  public static DuePosition read(String cursor, JobFilter filter) {
    return decode(cursor, new ListingQuery.Due(filter));
  }

  /**
   * Reads a cursor of ended jobs.
   *
   * @throws ProblemException {@code CURSOR_INVALID} when it does not belong to this filter
   */
  public static EndedPosition read(String cursor, EndedFilter filter) {
    return decode(cursor, new ListingQuery.Ended(filter));
  }

  private static <P extends ListPosition & Comparable<P>> P decode(
      String cursor, ListingQuery<P> query) {
    return FilterCursor.decode(text(query), cursor)
        .flatMap(query::parse)
        .orElseThrow(
            () ->
                ProblemException.at(
                    "cursor",
                    ReasonCode.CURSOR_INVALID,
                    "the cursor does not belong to a listing with this filter; start again without"
                        + " a cursor"));
  }

  /** Filters of pending and of ended jobs differ by the names of their states. */
  private static String text(ListingQuery<?> query) {
    return query.addTo(QueryPath.of("")).toString();
  }
}

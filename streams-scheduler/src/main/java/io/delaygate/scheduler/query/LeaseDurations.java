package io.delaygate.scheduler.query;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lengths of the leases of jobs to reserve, in the order of the jobs. The text {@code 30000x5,1000}
 * is five leases of 30 s and then one of a second.
 */
record LeaseDurations(List<Long> ms) {
  /** As many as a page of a listing has at most. */
  static final int JOBS_MAX = 1_000;

  /** The longest lease that a worker may ask for: a day, in milliseconds. */
  private static final long LONGEST_MS = 86_400_000;

  /** The most that gateways add for the way of a job to its worker. */
  private static final long SLACK_MS = 10_000;

  private static final Pattern SOME = Pattern.compile("([1-9]\\d{0,8})(?:x([1-9]\\d{0,3}))?");

  /** Reads the parameter {@code leases}. */
  static LeaseDurations of(Context context) {
    var text = context.queryParam("leases");
    if (text == null) {
      throw QueryRefusal.invalid("leases: missing");
    }
    var all = new ArrayList<Long>();
    for (var part : text.split(",", -1)) {
      var some = SOME.matcher(part);
      if (!some.matches() || Long.parseLong(some.group(1)) > LONGEST_MS + SLACK_MS) {
        throw QueryRefusal.invalid("leases: milliseconds, up to a day, as 30000x5,1000");
      }
      var times = some.group(2) == null ? 1 : Integer.parseInt(some.group(2));
      if (all.size() + times > JOBS_MAX) {
        throw QueryRefusal.invalid("leases: of " + JOBS_MAX + " jobs at most");
      }
      for (var i = 0; i < times; i++) {
        all.add(Long.parseLong(some.group(1)));
      }
    }
    return new LeaseDurations(all);
  }
}

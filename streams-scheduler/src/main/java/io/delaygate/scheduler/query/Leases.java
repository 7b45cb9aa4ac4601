package io.delaygate.scheduler.query;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How long each of some jobs is wanted for, in the order in which they are handed out. As text,
 * {@code 30000x5,1000}: five for 30 s, then one for a second.
 */
record Leases(List<Long> ms) {
  /** A scan takes no more. */
  static final int JOBS_MAX = 1_000;

  /** A day, in milliseconds: no worker asks for longer. */
  private static final long LONGEST_MS = 86_400_000;

  /** And the time that a job needs on its way. */
  private static final long SLACK_MS = 10_000;

  private static final Pattern SOME = Pattern.compile("([1-9]\\d{0,8})(?:x([1-9]\\d{0,3}))?");

  /** Reads the parameter {@code leases}. */
  static Leases of(Context context) {
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
    return new Leases(all);
  }
}

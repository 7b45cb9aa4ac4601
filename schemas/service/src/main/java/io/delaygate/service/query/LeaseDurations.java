package io.delaygate.service.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Text form of the lengths of the leases of jobs to reserve, in the order of the jobs. Most are the
 * same: {@code 30000x5,1000} is five leases of 30 s and then one of a second. {@code j500} is the
 * length that the job says, and half a second more.
 */
public final class LeaseDurations {
  /** As many as a page of a listing has at most. */
  public static final int JOBS_MAX = 1_000;

  /** The longest lease that a worker may ask for: a day, in milliseconds. */
  private static final long LONGEST_MS = 86_400_000;

  /** The most that gateways add for the way of a job to its worker. */
  private static final long SLACK_MS = 10_000;

  private static final Pattern SOME = Pattern.compile("(j?)([1-9]\\d{0,8})(?:x([1-9]\\d{0,3}))?");

  private LeaseDurations() {}

  /**
   * Length of one lease.
   *
   * @param isJobs whether it is the length that the job says, and {@code ms} more
   * @param ms milliseconds, at least 1
   */
  public record Wanted(boolean isJobs, long ms) {
    /** The length for a job that says this one, milliseconds. */
    public long of(long jobsMs) {
      return isJobs ? jobsMs + ms : ms;
    }
  }

  /** The text of these lengths. */
  public static String text(List<Wanted> leases) {
    var text = new StringJoiner(",");
    for (var from = 0; from < leases.size(); ) {
      var one = leases.get(from);
      var to = from;
      while (to < leases.size() && leases.get(to).equals(one)) {
        to++;
      }
      text.add((one.isJobs() ? "j" : "") + one.ms() + "x" + (to - from));
      from = to;
    }
    return text.toString();
  }

  /**
   * Parses {@link #text}.
   *
   * @return empty when the text is not valid, or has a lease of more than a day or more than {@link
   *     #JOBS_MAX} of them
   */
  public static Optional<List<Wanted>> parse(String text) {
    var all = new ArrayList<Wanted>();
    for (var part : text.split(",", -1)) {
      var some = SOME.matcher(part);
      if (!some.matches() || Long.parseLong(some.group(2)) > LONGEST_MS + SLACK_MS) {
        return Optional.empty();
      }
      var times = some.group(3) == null ? 1 : Integer.parseInt(some.group(3));
      if (all.size() + times > JOBS_MAX) {
        return Optional.empty();
      }
      for (var i = 0; i < times; i++) {
        all.add(new Wanted(!some.group(1).isEmpty(), Long.parseLong(some.group(2))));
      }
    }
    return Optional.of(all);
  }
}

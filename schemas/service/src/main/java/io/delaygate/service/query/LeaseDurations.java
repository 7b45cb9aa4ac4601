package io.delaygate.service.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/**
 * Text form of the lengths of the leases of jobs to reserve, in the order of the jobs. Most are the
 * same: {@code 30000x5,1000} is five leases of 30 s and then one of a second.
 */
public final class LeaseDurations {
  /** As many as a page of a listing has at most. */
  public static final int JOBS_MAX = 1_000;

  /** The longest lease that a worker may ask for: a day, in milliseconds. */
  private static final long LONGEST_MS = 86_400_000;

  /** The most that gateways add for the way of a job to its worker. */
  private static final long SLACK_MS = 10_000;

  private static final Pattern SOME = Pattern.compile("([1-9]\\d{0,8})(?:x([1-9]\\d{0,3}))?");

  private LeaseDurations() {}

  /** The text of these lengths, milliseconds. */
  public static String text(List<Long> leasesMs) {
    var text = new StringJoiner(",");
    for (var from = 0; from < leasesMs.size(); ) {
      var ms = leasesMs.get(from);
      var to = from;
      while (to < leasesMs.size() && leasesMs.get(to).equals(ms)) {
        to++;
      }
      text.add(ms + "x" + (to - from));
      from = to;
    }
    return text.toString();
  }

  /**
   * Parses {@link #text}.
   *
   * @return milliseconds; empty when the text is not valid, or has a lease of more than a day or
   *     more than {@link #JOBS_MAX} of them
   */
  public static Optional<List<Long>> parse(String text) {
    var all = new ArrayList<Long>();
    for (var part : text.split(",", -1)) {
      var some = SOME.matcher(part);
      if (!some.matches() || Long.parseLong(some.group(1)) > LONGEST_MS + SLACK_MS) {
        return Optional.empty();
      }
      var times = some.group(2) == null ? 1 : Integer.parseInt(some.group(2));
      if (all.size() + times > JOBS_MAX) {
        return Optional.empty();
      }
      for (var i = 0; i < times; i++) {
        all.add(Long.parseLong(some.group(1)));
      }
    }
    return Optional.of(all);
  }
}

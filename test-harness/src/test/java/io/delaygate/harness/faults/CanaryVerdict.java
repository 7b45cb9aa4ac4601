package io.delaygate.harness.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Verdict on canaries. Pure.
 *
 * @param planned number of canaries
 * @param wrongs canaries that are missing, duplicate, early, unplanned or refused
 * @param pauses periods of late deliveries in the partition of commands that has most of them;
 *     faults of one scheduler do not count for the others
 * @param latenessMs lateness of each arrived canary, in ascending order
 */
record CanaryVerdict(int planned, List<String> wrongs, List<Pause> pauses, List<Long> latenessMs) {
  /** Lateness from which a delivery counts as a pause. */
  private static final long PAUSE_MS = 500;

  /** Arrival of a canary, epoch milliseconds. */
  record Arrival(String id, long atMs) {}

  /** Period of late deliveries, epoch milliseconds. */
  record Pause(long fromMs, long toMs) {
    long lengthMs() {
      return toMs - fromMs;
    }
  }

  /**
   * Judges canaries.
   *
   * @param dueMs due times
   * @param refused canaries that were not stored
   * @param partitions partition of each canary's command
   */
  static CanaryVerdict of(
      Map<String, Long> dueMs,
      List<Arrival> arrivals,
      List<String> refused,
      ToIntFunction<String> partitions) {
    var wrongs = new ArrayList<String>();
    refused.forEach(one -> wrongs.add("refused " + one));
    var first = new TreeMap<String, Long>();
    var counts = new HashMap<String, Integer>();
    for (var arrival : arrivals) {
      first.putIfAbsent(arrival.id(), arrival.atMs());
      counts.merge(arrival.id(), 1, Integer::sum);
    }
    dueMs.keySet().stream()
        .filter(id -> !first.containsKey(id))
        .sorted()
        .forEach(id -> wrongs.add("missing " + id));
    counts.forEach(
        (id, count) -> {
          if (count > 1) {
            wrongs.add("%d times %s".formatted(count, id));
          }
        });
    var known = known(dueMs, first);
    known.stream()
        .filter(one -> one.atMs() < one.dueMs())
        .forEach(
            one -> wrongs.add("early by %d ms %s".formatted(one.dueMs() - one.atMs(), one.id())));
    var lateness = known.stream().map(one -> one.atMs() - one.dueMs()).sorted().toList();
    var pauses =
        known.stream()
            .collect(Collectors.groupingBy(one -> partitions.applyAsInt(one.id())))
            .values()
            .stream()
            .map(CanaryVerdict::pauses)
            .max(Comparator.comparingInt(List::size))
            .orElse(List.of());
    return new CanaryVerdict(dueMs.size(), wrongs, pauses, lateness);
  }

  /** Canary that arrived. */
  private record Known(String id, long dueMs, long atMs) {}

  private static List<Known> known(Map<String, Long> dueMs, Map<String, Long> first) {
    var known = new ArrayList<Known>();
    dueMs.forEach(
        (id, due) -> {
          var atMs = first.get(id);
          if (atMs != null) {
            known.add(new Known(id, due, atMs));
          }
        });
    return known;
  }

  /** Merges late canaries whose periods overlap. */
  private static List<Pause> pauses(List<Known> known) {
    var late =
        known.stream()
            .map(one -> new Pause(one.dueMs(), one.atMs()))
            .filter(one -> one.lengthMs() >= PAUSE_MS)
            .sorted(Comparator.comparingLong(Pause::fromMs))
            .toList();
    var merged = new ArrayList<Pause>();
    for (var next : late) {
      var last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && next.fromMs() <= last.toMs()) {
        merged.set(merged.size() - 1, new Pause(last.fromMs(), Math.max(last.toMs(), next.toMs())));
      } else {
        merged.add(next);
      }
    }
    return List.copyOf(merged);
  }

  /** Number of missing canaries. */
  long missing() {
    return wrongs.stream().filter(wrong -> wrong.startsWith("missing")).count();
  }

  /** Greatest lateness. */
  long longestGapMs() {
    return latenessMs.isEmpty() ? 0 : latenessMs.get(latenessMs.size() - 1);
  }

  /** 99th percentile of the lateness. */
  long p99Ms() {
    return latenessMs.isEmpty()
        ? 0
        : latenessMs.get(Math.min(latenessMs.size() - 1, latenessMs.size() * 99 / 100));
  }

  @Override
  public String toString() {
    return "%d canaries, %d wrong (%s), longest gap %d ms, p99 %d ms, %d pauses"
        .formatted(
            planned,
            wrongs.size(),
            wrongs.stream().limit(3).toList(),
            longestGapMs(),
            p99Ms(),
            pauses.size());
  }
}

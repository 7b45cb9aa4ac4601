package io.delaygate.scheduler.query;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.store.ReadyListing;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.job.Job;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Shows the first jobs of a queue that wait for a worker, each to one gateway at a time, which
 * reserves those that it wants. Thread-safe.
 */
final class ReadyJobs {
  /**
   * Bytes of the jobs of one answer; the last one, of 1 MiB at most, may pass it. A gateway has
   * some 30 answers in memory at a time.
   */
  private static final long BYTES = 256 << 10;

  /** Entries that one question may pass over; all that others claim lately are fewer. */
  private static final int ENTRIES = 20_000;

  private static final Duration TIME = Duration.ofMillis(200);

  private static final long NOT_TAKEN = -1;

  private final Function<Job, ObjectNode> view;
  private final LongSupplier ticker;
  private final Claims claims;

  /**
   * Shows jobs.
   *
   * @param view of a job
   * @param ticker monotonic nanoseconds
   */
  ReadyJobs(Function<Job, ObjectNode> view, LongSupplier ticker) {
    this.view = view;
    this.ticker = ticker;
    this.claims = new Claims(ticker);
  }

  /**
   * The places of the first jobs of a queue that nobody claims, by priority, due time and id.
   *
   * @return {@code heads}, and whether {@code more} are ready, be it that they are claimed
   */
  ObjectNode peek(List<PartitionRead> partitions, String topic, int limit) {
    return walk(
        partitions,
        topic,
        limit,
        "heads",
        (head, heads) -> {
          var id = head.listing().id();
          if (!claims.isFree(head.at())) {
            head.listing().pass();
            return NOT_TAKEN;
          }
          var at = head.listing().position();
          heads
              .addObject()
              .put("partition", head.partition())
              .put("priority", at.priority())
              .put("dueMs", at.dueMs())
              .put("id", new String(id, StandardCharsets.UTF_8));
          head.listing().pass();
          return 0;
        });
  }

  /**
   * Claims the first jobs of a queue, by priority, due time and id.
   *
   * @param partitions active ones
   * @param limit how many at most
   * @return {@code jobs}, and whether {@code more} are ready, be it that they are claimed
   */
  ObjectNode take(List<PartitionRead> partitions, String topic, int limit) {
    return walk(
        partitions,
        topic,
        limit,
        "jobs",
        (head, jobs) -> {
          if (claims.take(head.at())) {
            return add(jobs, head.listing());
          }
          head.listing().pass();
          return NOT_TAKEN;
        });
  }

  private ObjectNode walk(
      List<PartitionRead> partitions, String topic, int limit, String name, Step step) {
    var listings = new ArrayList<ReadyListing>();
    try {
      var heads = new PriorityQueue<Head>();
      for (var partition : partitions) {
        var listing = partition.jobs().ready(topic);
        listings.add(listing);
        offer(heads, partition.partition(), listing);
      }
      return walk(heads, limit, name, step);
    } finally {
      listings.forEach(ReadyListing::close);
    }
  }

  private ObjectNode walk(PriorityQueue<Head> heads, int limit, String name, Step step) {
    var budget = new ScanBudget(ENTRIES, TIME, ticker);
    var answer = JsonNodeFactory.instance.objectNode();
    var list = answer.putArray(name);
    var isClaimed = false;
    var bytes = 0L;
    while (!heads.isEmpty() && list.size() < limit && bytes < BYTES && budget.take(1)) {
      var head = heads.remove();
      var taken = step.take(head, list);
      isClaimed |= taken == NOT_TAKEN;
      bytes += Math.max(0, taken);
      offer(heads, head.partition(), head.listing());
    }
    return answer.put("more", isClaimed || !heads.isEmpty());
  }

  private long add(ArrayNode jobs, ReadyListing listing) {
    var job = listing.take();
    if (job == null) {
      return 0;
    }
    JobAnswer.put(jobs.addObject(), job, view.apply(job));
    return TargetCheck.deliveredBytes(job);
  }

  private static void offer(PriorityQueue<Head> heads, int partition, ReadyListing listing) {
    var at = listing.peek();
    if (at != null) {
      heads.add(new Head(at, partition, listing));
    }
  }

  /** Passes over the first job of a head, and adds it to a list unless somebody else claims it. */
  private interface Step {
    /** How many bytes it adds; {@link #NOT_TAKEN} if the job is claimed. */
    long take(Head head, ArrayNode list);
  }

  private record Head(byte[] at, int partition, ReadyListing listing) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      return Arrays.compareUnsigned(at, other.at);
    }
  }
}

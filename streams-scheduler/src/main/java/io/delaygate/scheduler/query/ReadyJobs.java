package io.delaygate.scheduler.query;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.scheduler.query.PartitionReads.PartitionRead;
import io.delaygate.scheduler.reservation.Reservation;
import io.delaygate.scheduler.store.ReadyListing;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.query.LeaseDurations;
import io.delaygate.service.query.SortedMerge;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Reader of the first ready jobs of a queue, which also has their tasks reserve them. Thread-safe.
 */
final class ReadyJobs {
  /**
   * Bytes of the jobs of one answer; the last one, of 1 MiB at most, may pass it. A gateway has
   * some 30 answers in memory at a time.
   */
  private static final long BYTES = 256 << 10;

  /** Entries that one request passes over; where more are claimed it finds none, and says so. */
  private static final int ENTRIES = 20_000;

  private static final Duration TIME = Duration.ofMillis(200);

  /** A task begins within a commit, unless brokers do not answer. */
  private static final Duration BEGIN = Duration.ofSeconds(3);

  private static final long NOT_TAKEN = -1;

  private final Function<Job, ObjectNode> view;
  private final LongSupplier ticker;
  private final ReservationClaims claims;
  private final Executor threads;

  /**
   * A reader.
   *
   * @param view of a job
   * @param threads may block
   * @param ticker monotonic nanoseconds
   */
  ReadyJobs(Function<Job, ObjectNode> view, Executor threads, LongSupplier ticker) {
    this.view = view;
    this.threads = threads;
    this.ticker = ticker;
    this.claims = new ReservationClaims(ticker);
  }

  /**
   * The places of the first jobs of a queue that are not claimed, by priority, due time and id.
   *
   * @return {@code heads}, and whether {@code more} are ready, claimed ones included
   */
  ObjectNode peek(List<PartitionRead> partitions, String topic, int limit) {
    var answer = JsonNodeFactory.instance.objectNode();
    var list = answer.putArray("heads");
    var more =
        walk(
            partitions,
            topic,
            () -> list.size() < limit,
            head -> {
              var isFree = claims.isFree(head.at());
              if (isFree) {
                putHead(list.addObject(), head);
              }
              head.listing().pass();
              return isFree ? 0 : NOT_TAKEN;
            });
    return answer.put("more", more);
  }

  private static void putHead(ObjectNode json, Head head) {
    var at = head.listing().position();
    json.put("partition", head.partition().partition())
        .put("priority", at.priority())
        .put("dueMs", at.dueMs())
        .put("id", new String(head.listing().id(), StandardCharsets.UTF_8));
  }

  /**
   * Reserves the first jobs of a queue, by priority, due time and id.
   *
   * @param partitions active ones
   * @param leases for how long each
   * @return the {@code jobs} whose reservation is committed, each with the lengths of the lease
   *     that it got and of the one that it says, and whether {@code more} are ready, claimed ones
   *     included. Never fails; completes on a thread that may block
   */
  CompletableFuture<ObjectNode> reserve(
      List<PartitionRead> partitions, String topic, List<LeaseDurations.Wanted> leases) {
    var picked = new ArrayList<Picked>();
    boolean more;
    try {
      more =
          walk(
              partitions,
              topic,
              () -> picked.size() < leases.size(),
              head -> pick(head, leases.get(picked.size()), picked));
    } catch (RuntimeException | Error unreadable) {
      picked.forEach(it -> it.reservation().cancel());
      throw unreadable;
    }
    submit(picked);
    var all = answers(picked);
    cancelLate(picked, all);
    return all.thenApplyAsync(nothing -> answer(picked).put("more", more), threads);
  }

  private static CompletableFuture<Void> answers(List<Picked> picked) {
    return CompletableFuture.allOf(
        picked.stream().map(it -> it.reservation().answer()).toArray(CompletableFuture<?>[]::new));
  }

  private long pick(Head head, LeaseDurations.Wanted lease, List<Picked> picked) {
    var at = head.at();
    if (!claims.take(at)) {
      head.listing().pass();
      return NOT_TAKEN;
    }
    var isPicked = false;
    try {
      var job = head.listing().take();
      var task = head.partition().task();
      if (job == null || task == null) {
        return 0;
      }
      var reservation = new Reservation(job, lease.of(leaseMs(job)));
      var unused = reservation.answer().thenRun(() -> claims.release(at));
      picked.add(new Picked(task, reservation));
      isPicked = true;
      return TargetCheck.deliveredBytes(job);
    } finally {
      if (!isPicked) {
        claims.release(at);
      }
    }
  }

  /** The lease that a job says, milliseconds. */
  private static long leaseMs(Job job) {
    return Objects.requireNonNullElse(job.policy().retry(), RetryPolicy.USUAL).leaseMs();
  }

  private static void submit(List<Picked> picked) {
    picked.stream()
        .collect(groupingBy(Picked::task, mapping(Picked::reservation, toList())))
        .forEach((task, reservations) -> task.reservations().add(reservations));
  }

  /** The timer ends with the last answer: else it would keep all payloads in memory. */
  private static void cancelLate(List<Picked> picked, CompletableFuture<Void> all) {
    var late = new CompletableFuture<Void>();
    var unused = late.completeOnTimeout(null, BEGIN.toMillis(), TimeUnit.MILLISECONDS);
    var unusedCancel = late.thenRun(() -> picked.forEach(it -> it.reservation().cancel()));
    var unusedEnd = all.thenRun(() -> late.complete(null));
  }

  private ObjectNode answer(List<Picked> picked) {
    var answer = JsonNodeFactory.instance.objectNode();
    var jobs = answer.putArray("jobs");
    for (var it : picked) {
      it.reservation()
          .answer()
          .join()
          .ifPresent(
              job -> {
                var json = jobs.addObject().put("leaseMs", it.reservation().leaseMs());
                json.put("jobLeaseMs", leaseMs(job));
                JobAnswer.put(json, job, view.apply(job));
              });
    }
    return answer;
  }

  /** Whether there are more, be it that they are claimed. */
  private boolean walk(
      List<PartitionRead> partitions, String topic, BooleanSupplier isWanted, Step step) {
    var listings = new ArrayList<ReadyListing>();
    try {
      var heads =
          new SortedMerge<byte[], Head>(Arrays::compareUnsigned, head -> head.listing().peek());
      for (var partition : partitions) {
        var listing = partition.jobs().ready(topic);
        listings.add(listing);
        heads.add(new Head(partition, listing));
      }
      return walk(heads, isWanted, step);
    } finally {
      listings.forEach(ReadyListing::close);
    }
  }

  private boolean walk(SortedMerge<byte[], Head> heads, BooleanSupplier isWanted, Step step) {
    var budget = new ScanBudget(ENTRIES, TIME, ticker);
    var isClaimed = false;
    var bytes = 0L;
    while (!heads.isEmpty() && isWanted.getAsBoolean() && bytes < BYTES && budget.take(1)) {
      var head = heads.remove();
      var taken = step.take(head);
      isClaimed |= taken == NOT_TAKEN;
      bytes += Math.max(0, taken);
      heads.add(head);
    }
    return isClaimed || !heads.isEmpty();
  }

  /** Passes over the first job of a head, and takes it unless another request claims it. */
  private interface Step {
    /** How many bytes that adds to an answer; {@link #NOT_TAKEN} if the job is claimed. */
    long take(Head head);
  }

  private record Picked(ActiveTask task, Reservation reservation) {}

  /** First job of a partition that is neither taken nor passed. */
  private record Head(PartitionRead partition, ReadyListing listing) {
    /** Its key; only while there is a job. */
    byte[] at() {
      return Objects.requireNonNull(listing.peek());
    }
  }
}

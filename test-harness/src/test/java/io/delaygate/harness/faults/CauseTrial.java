package io.delaygate.harness.faults;

import io.delaygate.harness.faults.CauseResult.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * One cause in an installation: makes its topics, sends jobs by both doors, spoils the topics,
 * looks what becomes of the jobs, cancels one, mends the topics and counts what arrives. What is
 * not as it should be is noted, not thrown, so that one run tells everything.
 */
final class CauseTrial implements Callable<CauseResult> {
  /**
   * Brokers hear of a new topic one after the other; one that is asked before says there is none.
   */
  private static final Duration KNOWN_EVERYWHERE = Duration.ofSeconds(1);

  private static final Step NOT_TRIED = new Step("not tried: its jobs came too late", 0);

  /** From the spoiling of a topic until a job is due, at least. */
  private static final Duration SPOILING = Duration.ofMillis(500);

  /** One that comes while a transaction is rolled back is not answered in time, and asked again. */
  private static final int CANCELS = 5;

  /** Until a job shows its end, also on a machine that has much else to do. */
  private static final Duration END_LIMIT = Duration.ofSeconds(45);

  /** Until a mended target has its jobs; how fast it must be is what the table shows. */
  private static final Duration MENDED_LIMIT = Duration.ofSeconds(60);

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final TrialInstallation delaygate;
  private final Cause cause;
  private final JobWatch watch;
  private final List<String> wrongs = new ArrayList<>();
  private long dueMs;
  private volatile boolean isTried = true;

  CauseTrial(TrialInstallation delaygate, Cause cause) {
    this.delaygate = delaygate;
    this.cause = cause;
    this.watch = new JobWatch(delaygate, this);
  }

  TrialInstallation delaygate() {
    return delaygate;
  }

  TrialCluster cluster() {
    return delaygate.cluster();
  }

  Cause cause() {
    return cause;
  }

  /** The topic that is spoiled. */
  String topic() {
    return delaygate.unique(cause.name());
  }

  /** A topic beside it that is not. */
  String sound() {
    return delaygate.unique(cause.name() + ".sound");
  }

  /** The job that came by Kafka. */
  String byKafka() {
    return cause.name() + ".k";
  }

  /** The job that came over HTTP. */
  String byHttp() {
    return cause.name() + ".h";
  }

  /** The job that is cancelled while the topic is spoiled. */
  String cancelled() {
    return cause.name() + ".c";
  }

  @Override
  public CauseResult call() {
    var end = new Step("", 0);
    var delivery = new Step("", 0);
    try {
      cause.steps().make().accept(this);
      Pauses.pass(KNOWN_EVERYWHERE);
      send();
      isTried = areStored();
      spoil();
      if (!isTried) {
        cause.steps().mend().accept(this);
        return new CauseResult(cause.name(), NOT_TRIED, delivery, List.of());
      }
      end = awaitEnd();
      cancel();
      cause.steps().mend().accept(this);
      delivery = awaitDelivery();
    } catch (RuntimeException | Error failed) {
      wrong("the trial failed: " + failed);
    }
    return new CauseResult(cause.name(), end, delivery, List.copyOf(wrongs));
  }

  private void send() {
    dueMs = System.currentTimeMillis() + cause.timing().delay().toMillis();
    var shape = cause.shape().apply(this);
    for (var id : List.of(byKafka(), cancelled())) {
      delaygate.sender().send(watch.key(id), shape.value(id), shape.headers(dueMs));
    }
    delaygate.sender().flush();
    var put = delaygate.http().call("PUT", "/v1/jobs/" + byHttp(), shape.body(byHttp(), dueMs), "");
    var isAsExpected =
        cause.end().isStored()
            ? put.status() == 201
            : cause.end().reasons().stream().anyMatch(r -> put.text().endsWith(" " + r.name()));
    if (!isAsExpected && watch.isAboutHttp()) {
      wrong("over HTTP: " + put.text());
    }
  }

  /** A command that comes after its topic was spoiled is refused, which is no trial. */
  private boolean areStored() {
    var ofDueMs = dueMs - System.currentTimeMillis() - SPOILING.toMillis();
    return !cause.end().isStored() || await(Duration.ofMillis(ofDueMs), watch::areStored);
  }

  /** Whether its jobs were there before its topic was spoiled. */
  boolean isTried() {
    return isTried;
  }

  private void spoil() {
    var lead = cause.timing().lead();
    if (lead != null) {
      Pauses.pass(Duration.ofMillis(dueMs - lead.toMillis() - System.currentTimeMillis()));
    }
    cause.steps().spoil().accept(this);
  }

  private Step awaitEnd() {
    var isThere = await(END_LIMIT, watch::hasEnded);
    if (!isThere) {
      wrong("not %s within %s: %s".formatted(cause.end(), END_LIMIT, watch.seen()));
    }
    return new Step(watch.seen(), System.currentTimeMillis() - dueMs);
  }

  /** A job of a broken topic can be cancelled, or is told to have ended: never left in doubt. */
  private void cancel() {
    if (watch.hasCancellable()) {
      var answer = cancelOnce();
      for (var left = CANCELS; left > 1 && !answer.isDefinite(); left--) {
        answer = cancelOnce();
      }
      if (!answer.isDefinite()) {
        wrong("no definite answer to a cancel: " + answer.text());
      }
      watch.cancelled(answer);
    }
  }

  private HttpJobs.HttpAnswer cancelOnce() {
    return delaygate.http().call("DELETE", "/v1/jobs/" + cancelled(), null, "");
  }

  private Step awaitDelivery() {
    if (!watch.isDeliveredAfterAll()) {
      return new Step("", 0);
    }
    var mendedMs = System.currentTimeMillis();
    if (!await(MENDED_LIMIT, watch::isDelivered)) {
      wrong("not delivered within %s after it was mended".formatted(MENDED_LIMIT));
      return new Step("not delivered", MENDED_LIMIT.toMillis());
    }
    return new Step("delivered", System.currentTimeMillis() - mendedMs);
  }

  /** Looks once more, when everything is over: nothing came twice. */
  List<String> finish() {
    if (!isTried) {
      return List.of();
    }
    try {
      watch.finish().forEach(this::wrong);
    } catch (RuntimeException | Error failed) {
      wrong("the trial could not be judged: " + failed);
    }
    return wrongs.stream().map(wrong -> cause.name() + ": " + wrong).toList();
  }

  void wrong(String what) {
    wrongs.add(what);
  }

  static boolean await(Duration limit, BooleanSupplier condition) {
    var until = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > until) {
        return false;
      }
      Pauses.pass(LOOK_EVERY);
    }
    return true;
  }
}

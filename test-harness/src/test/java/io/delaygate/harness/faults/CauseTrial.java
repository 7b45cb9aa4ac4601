package io.delaygate.harness.faults;

import io.delaygate.harness.faults.CauseResult.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * Trial of one cause in an installation: it creates topics, sends jobs by Kafka and over HTTP,
 * breaks the topics, watches the jobs, cancels one, mends the topics and counts deliveries. It
 * notes faults instead of throwing, so that one run finds all.
 */
final class CauseTrial implements Callable<CauseResult> {
  /**
   * Time until all brokers know a new topic, because one that does not know it says that there is
   * none.
   */
  private static final Duration KNOWN_EVERYWHERE = Duration.ofSeconds(1);

  private static final Step NOT_TRIED = new Step("not tried: its jobs came too late", 0);

  /** Least time from the breaking of the topic to the due time. */
  private static final Duration SPOILING = Duration.ofMillis(500);

  /** Tries of a cancel, because during a roll-back it is not answered in time. */
  private static final int CANCELS = 5;

  /** Time until a job has its end, on a busy machine. */
  private static final Duration END_LIMIT = Duration.ofSeconds(45);

  /** Time until a mended target has its jobs; the table shows how long it really takes. */
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

  /** The broken topic. */
  String topic() {
    return delaygate.unique(cause.name());
  }

  /** A healthy topic of the same trial. */
  String sound() {
    return delaygate.unique(cause.name() + ".sound");
  }

  /** Id of the job that is sent by Kafka. */
  String byKafka() {
    return cause.name() + ".k";
  }

  /** Id of the job that is sent over HTTP. */
  String byHttp() {
    return cause.name() + ".h";
  }

  /** Id of the job that is cancelled while the topic is broken. */
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

  /**
   * Whether jobs are stored in time; a command after the breaking of its topic is refused at
   * intake.
   */
  private boolean areStored() {
    var ofDueMs = dueMs - System.currentTimeMillis() - SPOILING.toMillis();
    return !cause.end().isStored() || await(Duration.ofMillis(ofDueMs), watch::areStored);
  }

  /** Whether its jobs were stored before its topic was broken. */
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

  /** Cancels a job of a broken topic, which must have a definite answer. */
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

  /** Checks at the end that no job was delivered twice. */
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

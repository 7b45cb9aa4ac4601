package io.delaygate.gateway.control;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.service.control.ControlReader;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.TargetControl;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What this gateway has read of the decisions. A reader that fails after it has read them once
 * leaves what it has read in force: a job that is refused helps nobody. Thread-safe.
 */
public final class ControlCache {
  private final ControlReader reader;
  private final Clock clock;

  /**
   * What this reader has read.
   *
   * @param clock what the ends of pauses are judged by
   */
  public ControlCache(ControlReader reader, Clock clock) {
    this.reader = reader;
    this.clock = clock;
  }

  /** Epoch milliseconds. */
  public long nowMs() {
    return clock.millis();
  }

  /** Why nothing is known yet; empty once something is, whatever happens later. */
  public Optional<String> obstacle() {
    return reader.isLoaded() ? Optional.empty() : reader.obstacle();
  }

  /**
   * How jobs of a target are treated that do not say it.
   *
   * @throws ProblemException 503 while nothing is known
   */
  public Policy defaults(String topic) {
    return view().defaults(topic);
  }

  /**
   * Whether nothing is delivered to a target now.
   *
   * @throws ProblemException 503 while nothing is known
   */
  public boolean isPaused(String topic) {
    return of(topic).isPaused(nowMs());
  }

  /** Waits until a decision is in force here; see {@link ControlReader#awaitRead}. */
  public CompletableFuture<Void> awaitRead(long offset) {
    return reader.awaitRead(offset);
  }

  /** What is decided about a target; fails as all of it. */
  TargetControl of(String topic) {
    return view().of(topic);
  }

  /**
   * All that is decided.
   *
   * @throws ProblemException 503 while nothing is known
   */
  public ControlView view() {
    if (!reader.isLoaded()) {
      throw new ProblemException(
          ReasonCode.UNAVAILABLE,
          "what is decided about targets and namespaces was not read yet; nothing was stored");
    }
    return reader.view();
  }
}

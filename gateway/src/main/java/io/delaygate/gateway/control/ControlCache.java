package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
 * Cache of the decisions about targets, namespaces and tokens that this gateway has read. When the
 * reader fails after it has read all of them once, they stay in force: refusing jobs would not
 * help. Thread-safe.
 *
 * @param clock to judge the ends of pauses by
 */
public record ControlCache(ControlReader reader, Clock clock) {
  /** Epoch milliseconds. */
  public long nowMs() {
    return clock.millis();
  }

  /** Why no decisions are known yet; empty once they were read, even if the reader fails later. */
  public Optional<String> obstacle() {
    return reader.isLoaded() ? Optional.empty() : reader.obstacle();
  }

  /**
   * The defaults for jobs of a target.
   *
   * @throws ProblemException 503 while no decisions are known
   */
  public Policy defaults(String topic) {
    return view().defaults(topic);
  }

  /**
   * Whether deliveries to a target are paused now.
   *
   * @throws ProblemException 503 while no decisions are known
   */
  public boolean isPaused(String topic) {
    return of(topic).isPaused(nowMs());
  }

  /** Whether a target is paused, since when and until when, as JSON that may be added to. */
  public ObjectNode pause(String topic) {
    return ControlJson.pause(of(topic), nowMs());
  }

  /** Waits until a decision is in force here; see {@link ControlReader#awaitRead}. */
  public CompletableFuture<Void> awaitRead(long offset) {
    return reader.awaitRead(offset);
  }

  /** The decisions about a target; fails as {@link #view} does. */
  TargetControl of(String topic) {
    return view().of(topic);
  }

  /**
   * All decisions.
   *
   * @throws ProblemException 503 while no decisions are known
   */
  public ControlView view() {
    if (!reader.isLoaded()) {
      throw new ProblemException(
          ReasonCode.UNAVAILABLE,
          "the decisions about targets and namespaces have not been read yet; nothing was stored");
    }
    return reader.view();
  }
}

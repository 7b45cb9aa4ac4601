package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/** How asking for an outcome ended. */
public sealed interface CommandResult {
  /** The name in metrics. */
  String label();

  /**
   * The scheduler decided; this holds for ever.
   *
   * @param job the job after the command, as the reply shows it; null when nothing is known of the
   *     id
   * @param rejection present exactly when the outcome is {@code REJECTED}
   * @param partition where the command lies
   * @param offset where the command lies
   * @param result what the job was finished with, in base64; null when there is none
   */
  record Decided(
      Outcome outcome,
      @Nullable ObjectNode job,
      @Nullable Rejection rejection,
      int partition,
      long offset,
      @Nullable String result)
      implements CommandResult {
    @Override
    public String label() {
      return "decided";
    }
  }

  /**
   * The command is stored and will be carried out; its outcome did not come in time.
   *
   * @param stored where the command lies
   */
  record Unanswered(PublishResult.Stored stored) implements CommandResult {
    @Override
    public String label() {
      return "unanswered";
    }
  }

  /**
   * The command is not stored, or nobody knows whether it is.
   *
   * @param published never a {@link PublishResult.Stored}
   */
  record Unsent(PublishResult published) implements CommandResult {
    @Override
    public String label() {
      return published.label();
    }
  }

  /**
   * Why the scheduler refused a command.
   *
   * @param text one sentence for people
   */
  record Rejection(ReasonCode reason, String text) {}
}

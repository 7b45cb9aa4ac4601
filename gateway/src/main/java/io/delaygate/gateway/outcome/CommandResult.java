package io.delaygate.gateway.outcome;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.contract.Outcome;
import io.delaygate.schemas.contract.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Result of a command whose caller waits for the outcome. */
public sealed interface CommandResult {
  /**
   * The scheduler decided; this is final.
   *
   * @param job the job after the command, as the reply shows it; null when the id is not known
   * @param rejection present exactly when the outcome is {@code REJECTED}
   * @param partition partition of the command
   * @param offset offset of the command
   * @param result the result that the job was finished with, in base64; null when there is none
   */
  record Decided(
      Outcome outcome,
      @Nullable ObjectNode job,
      @Nullable Rejection rejection,
      int partition,
      long offset,
      @Nullable String result)
      implements CommandResult {}

  /**
   * The command is stored and will be carried out; its outcome did not come in time.
   *
   * @param stored partition and offset of the command
   */
  record Unanswered(PublishResult.Stored stored) implements CommandResult {}

  /**
   * The command is not stored, or it is not known whether it is.
   *
   * @param published never a {@link PublishResult.Stored}
   */
  record Unsent(PublishResult published) implements CommandResult {}

  /**
   * Why the scheduler refused a command.
   *
   * @param text one sentence for people
   */
  record Rejection(ReasonCode reason, String text) {}
}

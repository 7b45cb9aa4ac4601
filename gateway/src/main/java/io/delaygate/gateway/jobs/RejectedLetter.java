package io.delaygate.gateway.jobs;

import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Dead letter of a rejected command, with the command as it was sent.
 *
 * @param listed the command as it is listed
 * @param command with its own key, value and headers
 * @param record the letter
 */
record RejectedLetter(
    RejectedCommand listed, CommandRecord command, ConsumerRecord<byte[], byte[]> record) {

  /** Reads a letter; empty for the dead letter of a job. */
  static Optional<RejectedLetter> read(ConsumerRecord<byte[], byte[]> record) {
    return RejectedCommand.read(record)
        .map(listed -> new RejectedLetter(listed, command(record), record));
  }

  private static CommandRecord command(ConsumerRecord<byte[], byte[]> letter) {
    var own = new ArrayList<Header>();
    for (var header : letter.headers()) {
      if (!DelayHeader.isOfLetter(header.key())) {
        own.add(header);
      }
    }
    return new CommandRecord(
        letter.key(), letter.value(), own, letter.partition(), letter.offset());
  }

  /**
   * Whether the letter has only the beginning of the command, which was too large. It has no header
   * of the command then, whereas each command that is too large for its target names that target.
   * Without this check, the beginning of a command without a value would be taken for a cancel.
   */
  boolean isCut() {
    return listed.reason().equals(ReasonCode.RECORD_TOO_LARGE.name())
        && command.headers().isEmpty();
  }
}

package io.delaygate.schemas.command;

import org.jspecify.annotations.Nullable;

/** Result of parsing a record: a command, or the reason of its refusal. */
public sealed interface ParsedCommand {
  /**
   * Destination of the outcome; null when the record does not ask for one, or its reply headers are
   * not valid.
   */
  @Nullable ReplyTo replyTo();

  /** The record is a valid command. */
  record Understood(Command command, @Nullable ReplyTo replyTo) implements ParsedCommand {}

  /** The record is not a valid command, for the given reason. */
  record Refused(Refusal refusal, @Nullable ReplyTo replyTo) implements ParsedCommand {}
}

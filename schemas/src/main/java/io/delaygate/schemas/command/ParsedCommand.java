package io.delaygate.schemas.command;

import org.jspecify.annotations.Nullable;

/** What the parser made of a record. */
public sealed interface ParsedCommand {
  /** Where the outcome goes; null when nobody asked for it, or not in a way that can be obeyed. */
  @Nullable ReplyTo replyTo();

  /** The record is a command of the contract. */
  record Understood(Command command, @Nullable ReplyTo replyTo) implements ParsedCommand {}

  /** The record is none, for the given reason. */
  record Refused(Refusal refusal, @Nullable ReplyTo replyTo) implements ParsedCommand {}
}

package io.delaygate.schemas.command;

/** What the parser made of a record. */
public sealed interface ParsedCommand {
  /** The record is a command of the contract. */
  record Understood(Command command) implements ParsedCommand {}

  /** The record is none, for the given reason. */
  record Refused(Refusal refusal) implements ParsedCommand {}
}

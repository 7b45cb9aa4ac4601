package io.delaygate.schemas.command;

import static io.delaygate.schemas.contract.DelayHeader.ACK;
import static io.delaygate.schemas.contract.DelayHeader.IF_EXISTS;
import static io.delaygate.schemas.contract.DelayHeader.IF_VERSION;
import static io.delaygate.schemas.contract.DelayHeader.MAX_ATTEMPTS;
import static io.delaygate.schemas.contract.DelayHeader.OP;

import io.delaygate.schemas.contract.Limits;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.schemas.job.Target;
import io.delaygate.schemas.topics.TopicNames;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a record of {@code delay-requests} into a command. It checks size, headers, operation,
 * id, time and target in this order, and reports the first fault only. Thread-safe.
 */
public final class CommandParser {
  private final TargetParser targets;
  private final PolicyParser policies;
  private final ReplyHeaders replies;
  private final Function<String, Policy> defaults;

  /**
   * A parser for the installation whose own topics have these names.
   *
   * @param defaults policy of jobs of a target whose headers do not set one; called for each
   *     schedule
   */
  public CommandParser(TopicNames names, Function<String, Policy> defaults) {
    this.defaults = defaults;
    var topics = new TargetNames(names);
    this.targets = new TargetParser(names, topics);
    this.policies = new PolicyParser(topics);
    this.replies = new ReplyHeaders(names);
  }

  /**
   * Parses one record.
   *
   * @param baseMs what relative delays count from, epoch milliseconds
   */
  public ParsedCommand parse(CommandRecord record, long baseMs) {
    @Nullable ReplyTo replyTo = null;
    try {
      checkSize(record);
      replyTo = replies.find(record.headers());
      return new ParsedCommand.Understood(understand(record, baseMs), replyTo);
    } catch (RefusalException fault) {
      return new ParsedCommand.Refused(fault.refusal(), replyTo);
    }
  }

  /** The operation of a record that {@link #parse} understands. */
  public static Op operation(CommandRecord record) {
    return operation(record, ControlHeaders.read(record.headers()));
  }

  private Command understand(CommandRecord record, long baseMs) {
    var headers = ControlHeaders.read(record.headers());
    var op = operation(record, headers);
    headers.refuseMisplaced(op);
    return switch (op) {
      case SCHEDULE -> schedule(record, headers, baseMs);
      case CANCEL -> new Command.Cancel(CommandId.existing(record, headers), ifVersion(headers));
      case RESCHEDULE -> reschedule(record, headers, baseMs);
      case FIRE -> new Command.Fire(CommandId.existing(record, headers), ifVersion(headers));
      case KICK -> kick(record, headers, baseMs);
      case DISCARD -> new Command.Discard(CommandId.existing(record, headers), ifVersion(headers));
      default ->
          FeedbackParser.parse(op, CommandId.existing(record, headers), record, headers, baseMs);
    };
  }

  private static void checkSize(CommandRecord record) {
    if (record.bytes() > Limits.RECORD_BYTES) {
      throw new RefusalException(
          ReasonCode.RECORD_TOO_LARGE,
          "key, value and headers have %d bytes; at most %d are accepted",
          record.bytes(),
          Limits.RECORD_BYTES);
    }
    if (record.headerBytes() > Limits.HEADER_BYTES) {
      throw new RefusalException(
          ReasonCode.HEADERS_TOO_LARGE,
          "the headers have %d bytes; at most %d are accepted",
          record.headerBytes(),
          Limits.HEADER_BYTES);
    }
  }

  /**
   * A bare tombstone is a cancel: this is the idiom of compacted topics, and other schedulers use
   * it too.
   */
  private static Op operation(CommandRecord record, ControlHeaders headers) {
    var text = headers.text(OP);
    if (text != null) {
      return Op.byText(text)
          .orElseThrow(
              () ->
                  new RefusalException(
                      ReasonCode.OP_UNKNOWN, OP, "operation '%s' does not exist", text));
    }
    var bareTombstone = record.value() == null && record.key() != null && headers.isBare();
    return bareTombstone ? Op.CANCEL : Op.SCHEDULE;
  }

  private Command schedule(CommandRecord record, ControlHeaders headers, long baseMs) {
    var id = CommandId.scheduled(record, headers);
    var when = WhenParser.required(headers, baseMs);
    var expiresMs = WhenParser.expiresMs(headers, when.dueMs(baseMs), baseMs);
    var target = targets.required(id, record, headers);
    var payload = new Payload(record.value(), headers.foreign());
    var policy = policies.policy(headers, usual(target));
    if (target.isEndpoint() && policy.retry() == null) {
      throw new RefusalException(
          ReasonCode.HEADER_INVALID,
          ACK,
          "'delay-ack' cannot be 'false' for an endpoint: a call is repeated until it succeeds");
    }
    return new Command.Schedule(id, when, target, payload, ifExists(headers), expiresMs, policy);
  }

  /** A call is repeated until it succeeds; it cannot be sent without a retry policy. */
  private Policy usual(Target target) {
    var policy = defaults.apply(target.topic());
    return target.isEndpoint() && policy.retry() == null
        ? policy.withRetry(RetryPolicy.USUAL)
        : policy;
  }

  private Command reschedule(CommandRecord record, ControlHeaders headers, long baseMs) {
    var id = CommandId.existing(record, headers);
    var when = WhenParser.optional(headers, baseMs);
    var target = targets.optional(id, record, headers);
    if (when == null && target == null && record.value() == null && headers.foreign().isEmpty()) {
      throw new RefusalException(
          ReasonCode.TIME_MISSING,
          "a reschedule needs a time (one of delay, delay-ms, delay-due and delay-due-ms), a"
              + " target, a value, or headers to forward");
    }
    var move = target == null ? null : new Command.Move(target, usual(target).retry());
    return new Command.Reschedule(
        id, when, move, record.value(), headers.foreign(), ifVersion(headers));
  }

  private static Command kick(CommandRecord record, ControlHeaders headers, long baseMs) {
    var when = WhenParser.optional(headers, baseMs);
    var dueMs = when == null ? baseMs : when.dueMs(baseMs);
    return new Command.Kick(
        CommandId.existing(record, headers),
        ifVersion(headers),
        when,
        headers.has(MAX_ATTEMPTS) ? HeaderValues.maxAttempts(headers, 0) : null,
        WhenParser.expiresMs(headers, dueMs, baseMs));
  }

  private static IfExists ifExists(ControlHeaders headers) {
    return HeaderValues.choice(
        headers, IF_EXISTS, IfExists::byText, IfExists.REPLACE, "replace, ignore, reject");
  }

  private static @Nullable Long ifVersion(ControlHeaders headers) {
    var text = headers.text(IF_VERSION);
    try {
      return text == null ? null : WholeNumber.parse(text);
    } catch (NumberFormatException notANumber) {
      throw new RefusalException(
          ReasonCode.HEADER_INVALID,
          IF_VERSION,
          "'%s' is not a valid version; use a whole number",
          text);
    }
  }
}

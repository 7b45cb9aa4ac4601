package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.http.Problem;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.RecordValidator;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Sender of the rejected commands of one redrive, each checked as if the caller had sent it in a
 * call. Blocks.
 *
 * @param bounds when the call begins no more
 * @param window bounds the bytes that are under way
 */
record LetterSender(
    RecordValidator validator,
    CommandRouter commands,
    Caller caller,
    Bounds bounds,
    InflightWindow window) {

  /**
   * Bounds of one call.
   *
   * @param standing whether the caller's token is still valid
   * @param timeIsUp whether no more commands are begun
   */
  record Bounds(BooleanSupplier standing, BooleanSupplier timeIsUp) {}

  private record Parsed(RejectedLetter letter, ParsedCommand command) {}

  private record Sent(RejectedLetter letter, CompletableFuture<PublishResult> result) {}

  /**
   * Sends commands in their order, and waits until all are stored. It begins at least one in a
   * call, however late it is, so that calls which follow each other come to their end.
   *
   * @return the letters that are left, as time was up or their commands could not be sent
   */
  List<RejectedLetter> send(List<RejectedLetter> letters, RedriveResult result) {
    var parsed = letters.stream().map(this::parse).toList();
    validator.lookUp(caller, parsed.stream().flatMap(LetterSender::understood).toList());
    var left = new ArrayList<RejectedLetter>();
    var sent = new ArrayList<Sent>();
    for (var each : parsed) {
      var isAnyBegun = result.handled() > 0 || !sent.isEmpty();
      if (result.isEnded() || (isAnyBegun && bounds.timeIsUp().getAsBoolean())) {
        left.add(each.letter());
      } else {
        begin(each, result, sent, left);
      }
    }
    sent.forEach(each -> await(each, result, left));
    return left;
  }

  private Parsed parse(RejectedLetter letter) {
    if (letter.isCut()) {
      var cut = "the command was too large, and its dead letter has only the beginning of it";
      return new Parsed(
          letter, new ParsedCommand.Refused(Refusal.of(ReasonCode.RECORD_TOO_LARGE, cut), null));
    }
    return new Parsed(letter, validator.parse(letter.command()));
  }

  private static Stream<Command> understood(Parsed each) {
    return each.command() instanceof ParsedCommand.Understood understood
        ? Stream.of(understood.command())
        : Stream.empty();
  }

  private void begin(
      Parsed each, RedriveResult result, List<Sent> sent, List<RejectedLetter> left) {
    var letter = each.letter();
    try {
      var refusal = refusal(each);
      if (refusal.isPresent()) {
        result.refused(letter, refusal.get());
      } else {
        sent.add(new Sent(letter, publish(letter, understood(each).findFirst().orElseThrow())));
      }
    } catch (ProblemException unsent) {
      var problem = unsent.problem();
      if (problem.status() == HttpStatus.BAD_REQUEST_400
          || problem.status() == HttpStatus.CONFLICT_409) { // of this command alone
        result.refused(letter, Refusal.of(problem.reason(), problem.detail()));
      } else {
        result.failed(problem);
        left.add(letter);
      }
    }
  }

  /**
   * The reason why a command would be rejected again.
   *
   * @throws ProblemException when that cannot be said now
   */
  private Optional<Refusal> refusal(Parsed each) {
    if (!(each.command() instanceof ParsedCommand.Understood understood)) {
      return Optional.of(((ParsedCommand.Refused) each.command()).refusal());
    }
    var refusal = validator.refusal(caller, each.letter().command(), understood.command());
    refusal
        .filter(why -> why.reason() == ReasonCode.TARGET_UNCHECKED)
        .ifPresent(
            why -> {
              throw new ProblemException(why.reason(), why.text());
            });
    return refusal;
  }

  /**
   * Sends a command.
   *
   * @throws ProblemException when it was not sent
   */
  private CompletableFuture<PublishResult> publish(RejectedLetter letter, Command command) {
    if (!bounds.standing().getAsBoolean()) {
      throw AccessGuard.revoked();
    }
    var leave = window.enter((int) letter.command().bytes());
    try {
      validator.charge(caller, command);
      return commands
          .forward(caller.actor(), id(command), letter.command())
          .whenComplete((done, failure) -> leave.run());
    } catch (RuntimeException | Error unsent) {
      leave.run();
      throw unsent;
    }
  }

  /** Null for a job that gets its id from where its command is stored. */
  private static @Nullable JobId id(Command command) {
    return command instanceof Command.Schedule && command.id().isGenerated() ? null : command.id();
  }

  private static void await(Sent each, RedriveResult result, List<RejectedLetter> left) {
    var published = each.result().join();
    if (published instanceof PublishResult.Stored) {
      result.sent();
      return;
    }
    Problem problem = published.problem();
    if (published instanceof PublishResult.TooLarge) {
      result.refused(each.letter(), Refusal.of(problem.reason(), problem.detail()));
    } else {
      result.failed(problem);
      left.add(each.letter());
    }
  }
}

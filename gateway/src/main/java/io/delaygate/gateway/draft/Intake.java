package io.delaygate.gateway.draft;

import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicDirectory;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Judges a draft as the scheduler will: the same parser, the same look at the target. What passes
 * here is refused later only if the target changes in between.
 */
public final class Intake {
  private final CommandParser parser;
  private final TopicDirectory directory;
  private final Clock clock;
  private final Bounds bounds;

  /**
   * Judges by these.
   *
   * @param directory may block for a target that was not asked for lately
   * @param clock what due times may lie ahead of at most
   * @param bounds what holds for some callers beside
   */
  public Intake(CommandParser parser, TopicDirectory directory, Clock clock, Bounds bounds) {
    this.parser = parser;
    this.directory = directory;
    this.clock = clock;
    this.bounds = bounds;
  }

  /**
   * What bounds callers of a namespace, beside what bounds all. It is looked at here, where every
   * schedule passes whichever call brought it. Thread-safe.
   *
   * @param allows whether a job of the namespace may name the topic
   * @param take counts jobs that are about to be sent
   * @param open makes the topic of a queue of a namespace if it is missing; throws a {@link
   *     ProblemException} where there are too many, or nobody knows
   */
  public record Bounds(
      BiPredicate<String, String> allows, Take take, BiConsumer<String, String> open) {
    /** Counts jobs. Implementations are thread-safe. */
    public interface Take {
      /**
       * Counts jobs that are about to be sent together: all of them or, when it throws, none.
       *
       * @param jobs how many they are
       * @param payloadBytes of the largest
       * @throws ProblemException 429 when they are too many, or one is too large
       */
      void take(Caller caller, int jobs, int payloadBytes);
    }
  }

  /**
   * The command that the draft will be read as. It counts as the caller's from then on.
   *
   * @param id as the caller names the job
   * @throws ProblemException when it would be refused
   */
  public Command.Schedule judge(Caller caller, String id, JobDraft draft) {
    var schedule = judged(caller, id, draft);
    bounds.take().take(caller, 1, payloadBytes(draft));
    return schedule;
  }

  /**
   * The same of jobs that are sent together; they count as the caller's when all are judged, all of
   * them or none.
   *
   * @param named at least one, each with its id
   */
  public List<Command.Schedule> judge(Caller caller, List<JobDraft> named) {
    var schedules =
        named.stream()
            .map(draft -> judged(caller, Objects.requireNonNull(draft.id()), draft))
            .toList();
    var largest = named.stream().mapToInt(Intake::payloadBytes).max().orElse(0);
    bounds.take().take(caller, named.size(), largest);
    return schedules;
  }

  private static int payloadBytes(JobDraft draft) {
    return draft.value() == null ? 0 : draft.value().length;
  }

  private Command.Schedule judged(Caller caller, String id, JobDraft draft) {
    var key = FieldReader.utf8("id", caller.ids().toSchedule(id));
    // coordinates would only be looked at for a record without a key
    var record = new CommandRecord(key, draft.value(), draft.headers(), 0, 0);
    var schedule = (Command.Schedule) understood(record, draft.names());
    checkBounds(schedule, draft);
    if (draft.isOfQueue()) {
      bounds.open().accept(caller.namespace(), schedule.job(0, 0).target().topic());
    }
    checkTarget(schedule, draft);
    return schedule;
  }

  /**
   * Whether a command for an existing job is one.
   *
   * @throws ProblemException when it would be refused
   */
  public void judge(JobId id, List<Header> headers, byte @Nullable [] value) {
    understood(new CommandRecord(id.bytes(), value, headers, 0, 0), FieldNames.PLAIN);
  }

  private Command understood(CommandRecord record, FieldNames names) {
    var parsed = parser.parse(record, clock.millis());
    if (parsed instanceof ParsedCommand.Refused refused) {
      throw names.problem(refused.refusal());
    }
    return ((ParsedCommand.Understood) parsed).command();
  }

  /** What the job names; a topic that its target's defaults name is the administrators' word. */
  private void checkBounds(Command.Schedule schedule, JobDraft draft) {
    for (var header : List.of(DelayHeader.TARGET_TOPIC, DelayHeader.DEAD_LETTER_TOPIC)) {
      var topic = DraftHeaders.text(draft.headers(), header);
      if (topic != null && !bounds.allows().test(schedule.id().namespace(), topic)) {
        throw draft
            .names()
            .problem(
                new Refusal(
                    ReasonCode.TARGET_FORBIDDEN,
                    header,
                    "no job of the namespace may name the topic '%s'".formatted(topic)));
      }
    }
  }

  private void checkTarget(Command.Schedule schedule, JobDraft draft) {
    TargetCheck.atIntake(schedule.job(0, 0), directory)
        .filter(refusal -> !isQueueJustMade(draft, refusal))
        .ifPresent(
            refusal -> {
              throw draft.names().problem(refusal);
            });
  }

  /** What is known of topics may be older than the one that was made just now. */
  private static boolean isQueueJustMade(JobDraft draft, Refusal refusal) {
    return draft.isOfQueue()
        && refusal.reason() == ReasonCode.TARGET_UNKNOWN
        && refusal.header() == DelayHeader.TARGET_TOPIC;
  }
}

package io.delaygate.gateway.payload;

import io.delaygate.gateway.access.Caller;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandId;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.CommandRecord;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicStatus;
import java.time.Clock;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Validator of requests with the rules of the scheduler, the same parser and the same check of the
 * target; it also charges the caller for new jobs and opens their queues. The scheduler refuses a
 * valid request later only if the target changes in between.
 *
 * @param lookup may block for a target that was not looked up lately
 * @param clock bounds how far ahead due times may lie
 * @param bounds further limits of some callers
 * @param ids for jobs without an id
 */
public record CommandValidator(
    CommandParser parser, TargetLookup lookup, Clock clock, Bounds bounds, JobIdGenerator ids) {
  /**
   * Limits of a namespace, beside those that hold for all. They are checked here, as every schedule
   * passes here, from whichever call. Thread-safe.
   *
   * @param allows whether a job of the namespace may name the topic
   * @param open admits a job of a namespace to its target if that is a queue; throws a {@link
   *     ProblemException} where there are too many queues
   */
  public record Bounds(
      BiPredicate<String, String> allows, Quotas quotas, BiConsumer<String, String> open) {}

  /**
   * A request, parsed as the scheduler will parse it.
   *
   * @param schedule the command of the request
   */
  public record Understood(Command.Schedule schedule, ScheduleRequest draft) {}

  /**
   * Validates a request and returns its command. It counts as the caller's from then on.
   *
   * @param id as the caller names the job; null for a new one
   * @throws ProblemException when it would be refused, or its target is not known in time
   */
  public Command.Schedule judge(Caller caller, @Nullable String id, ScheduleRequest draft) {
    var understood = understand(caller, id, draft);
    lookUp(caller, List.of(understood));
    return accept(caller, understood);
  }

  /**
   * Validates jobs that are sent together. They count as the caller's when all are valid: all of
   * them or none.
   *
   * @param named at least one, each with its id
   */
  public List<Understood> judge(Caller caller, List<ScheduleRequest> named) {
    var all =
        named.stream()
            .map(draft -> understand(caller, Objects.requireNonNull(draft.id()), draft))
            .toList();
    lookUp(caller, all);
    all.forEach(each -> check(caller, each));
    all.forEach(each -> open(caller, each.schedule()));
    bounds.quotas().take(caller, all.size());
    return all;
  }

  /**
   * Parses a request: the first of three steps for jobs that come one after the other.
   *
   * @throws ProblemException when it would be refused whatever its target is
   */
  public Understood understand(Caller caller, @Nullable String id, ScheduleRequest draft) {
    var named = id == null ? ids.next(caller.ids()) : id;
    var stored = caller.ids().toSchedule(named);
    FieldReader.utf8("id", stored);
    var record = record(new JobId(stored), draft.headers(), draft.value());
    var schedule = (Command.Schedule) understood(record, draft.names());
    checkBounds(schedule, draft);
    return new Understood(schedule, draft);
  }

  /** Looks up the targets of many jobs together: the second step. May block. */
  public void lookUp(Caller caller, Collection<Understood> all) {
    lookUpTargets(caller, all.stream().map(Understood::schedule).toList());
  }

  /** Looks up the targets that commands name, together. May block. */
  void lookUpTargets(Caller caller, Collection<? extends Command> all) {
    lookup.ask(
        caller.namespace(),
        all.stream()
            .flatMap(each -> targeted(each).stream())
            .flatMap(job -> topics(job).values().stream())
            .toList());
  }

  /**
   * The job of a command that names a target; empty for another command. Of a job that moves only
   * the new target is known; the scheduler checks the rest.
   */
  static Optional<Job> targeted(Command command) {
    if (command instanceof Command.Schedule schedule) {
      return Optional.of(schedule.job(0, 0));
    }
    var move = command instanceof Command.Reschedule change ? change.move() : null;
    return move == null
        ? Optional.empty()
        : Optional.of(
            Job.scheduled(
                command.id(),
                JobTimes.due(0, 0),
                move.target(),
                new Payload(null, List.of()),
                Policy.USUAL.withRetry(RetryPolicy.USUAL)));
  }

  /**
   * Accepts a job: the last step. It counts as the caller's from then on, and its queue exists.
   *
   * @throws ProblemException when it would be refused, or its target is not known
   */
  public Command.Schedule accept(Caller caller, Understood one) {
    check(caller, one);
    open(caller, one.schedule());
    bounds.quotas().take(caller, 1);
    return one.schedule();
  }

  private void check(Caller caller, Understood one) {
    checkTarget(one.schedule(), one.draft());
    bounds.quotas().fit(caller, length(one.draft().value()));
  }

  /**
   * Admits a job to its queue, if its target is one. Before the job counts: a job that its queue
   * does not take would have used up a quota.
   *
   * @throws ProblemException where there are too many queues
   */
  void open(Caller caller, Command command) {
    targeted(command)
        .ifPresent(job -> bounds.open().accept(caller.namespace(), job.target().topic()));
  }

  /**
   * Validates a change of an existing job.
   *
   * @param value the new payload; null keeps the old one
   * @throws ProblemException when it would be refused
   */
  public void judge(Caller caller, JobId id, List<Header> headers, byte @Nullable [] value) {
    var change = understood(record(id, headers, value), FieldNames.PLAIN);
    lookUpTargets(caller, List.of(change));
    FieldNames.PLAIN.check(forbidden(id.namespace(), headers).or(() -> unusable(change)));
    bounds.quotas().fit(caller, length(value));
    open(caller, change);
  }

  /**
   * Validates a command for an existing job.
   *
   * @throws ProblemException when it would be refused
   */
  public void judge(JobId id, List<Header> headers, byte @Nullable [] value) {
    understood(record(id, headers, value), FieldNames.PLAIN);
  }

  /** Partition and offset matter only for a record without a key. */
  private static CommandRecord record(JobId id, List<Header> headers, byte @Nullable [] value) {
    return new CommandRecord(id.bytes(), value, CommandId.naming(id, headers), 0, 0);
  }

  private Command understood(CommandRecord record, FieldNames names) {
    var parsed = parser.parse(record, clock.millis());
    if (parsed instanceof ParsedCommand.Refused refused) {
      throw names.problem(refused.refusal());
    }
    return ((ParsedCommand.Understood) parsed).command();
  }

  private void checkBounds(Command.Schedule schedule, ScheduleRequest draft) {
    draft.names().check(forbidden(schedule.id().namespace(), draft.headers()));
  }

  /**
   * The refusal of a topic that a job of the namespace names; a topic in its target's defaults was
   * set by administrators.
   */
  Optional<Refusal> forbidden(String namespace, List<Header> headers) {
    for (var header : List.of(DelayHeader.TARGET_TOPIC, DelayHeader.DEAD_LETTER_TOPIC)) {
      var topic = CommandHeaders.text(headers, header);
      if (topic != null && !bounds.allows().test(namespace, topic)) {
        return Optional.of(
            new Refusal(
                ReasonCode.TARGET_FORBIDDEN,
                header,
                "jobs of the namespace may not name the topic '%s'".formatted(topic)));
      }
    }
    return Optional.empty();
  }

  private void checkTarget(Command.Schedule schedule, ScheduleRequest draft) {
    draft.names().check(unusable(schedule));
  }

  /** The refusal of the target that a command names, which was looked up before. */
  Optional<Refusal> unusable(Command command) {
    return targeted(command).flatMap(this::unusable);
  }

  private Optional<Refusal> unusable(Job job) {
    return TargetCheck.unknownEndpoint(job, lookup.known())
        .or(() -> TargetCheck.atIntake(job, lookup.known()))
        .or(() -> unchecked(job));
  }

  private Optional<Refusal> unchecked(Job job) {
    return topics(job).entrySet().stream()
        .filter(each -> lookup.known().status(each.getValue()) instanceof TopicStatus.Unreadable)
        .findFirst()
        .map(
            each ->
                new Refusal(
                    ReasonCode.TARGET_UNCHECKED,
                    each.getKey(),
                    ("the brokers did not report the topic '%s' in time, or too many topics are"
                            + " being looked up; nothing was stored, try again")
                        .formatted(each.getValue())));
  }

  private static Map<DelayHeader, String> topics(Job job) {
    var topics = new EnumMap<DelayHeader, String>(DelayHeader.class);
    topics.put(DelayHeader.TARGET_TOPIC, job.target().topic());
    var letters = job.policy().deadLetterTopic();
    if (letters != null) {
      topics.put(DelayHeader.DEAD_LETTER_TOPIC, letters);
    }
    return topics;
  }

  private static int length(byte @Nullable [] value) {
    return value == null ? 0 : value.length;
  }
}

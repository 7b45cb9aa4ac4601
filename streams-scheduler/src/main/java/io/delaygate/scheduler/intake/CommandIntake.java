package io.delaygate.scheduler.intake;

import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.outbound.CommandReply;
import io.delaygate.scheduler.outbound.DeadLetters;
import io.delaygate.scheduler.outbound.ReceivedCommand;
import io.delaygate.scheduler.outbound.Replies;
import io.delaygate.scheduler.outbound.Sinks;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.scheduler.rules.Decision;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.KnownJob;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * First stage of a command, which also sends its outcome at the end: parses and routes a record,
 * looks its job up, and checks the topics that it names. A command that is not valid goes to the
 * dead letters, one of another partition to its owner.
 */
public final class CommandIntake {
  private final TopicNames names;
  private final int partitions;
  private final CommandParser parser;
  private final TopicDirectory directory;
  private final SchedulerMetrics metrics;
  private final Rerouting rerouting;
  private final ActorClaims claims;
  private final Replies replies;
  private final Rejections rejections;

  /**
   * Creates the validator of one installation. Thread-safe if the directory is.
   *
   * @param claims judges who sent a command
   */
  public CommandIntake(
      Commands commands, ActorClaims claims, TopicDirectory directory, SchedulerMetrics metrics) {
    this.names = commands.names();
    this.partitions = commands.partitions();
    this.parser = new CommandParser(names, commands.defaults());
    this.claims = claims;
    this.directory = directory;
    this.metrics = metrics;
    this.rerouting = new Rerouting(names.rerouted());
    this.replies = new Replies(directory, metrics);
    this.rejections =
        new Rejections(new DeadLetters(names.deadLetters(), directory), replies, metrics);
  }

  /**
   * Commands of an installation.
   *
   * @param partitions number of partitions of the command topics
   * @param defaults policy of a target for jobs that do not set their own
   */
  public record Commands(TopicNames names, int partitions, Function<String, Policy> defaults) {}

  /** Whether a record comes from the topic that clients write to, and was not rerouted. */
  public boolean isRequest(RecordMetadata metadata) {
    return metadata.topic().equals(names.requests());
  }

  /**
   * Validates one record.
   *
   * @param nowMs epoch milliseconds
   * @param jobs looks up the job of a command; null if not known
   * @return the command, if it is for this partition
   */
  public Optional<Accepted> take(
      Record<byte[], byte[]> record,
      RecordMetadata metadata,
      long nowMs,
      Sinks outlets,
      Function<Command, @Nullable KnownJob> jobs) {
    var arrived = ReceivedCommand.of(record, metadata, names.rerouted(), claims, nowMs);
    var parsed = parser.parse(arrived.record(), arrived.baseMs());
    var arrival = arrived.asking(parsed.replyTo());
    if (parsed instanceof ParsedCommand.Refused refused) {
      rejections.reject(arrival, refused.refusal(), null, nowMs, outlets);
      return Optional.empty();
    }
    var command = ((ParsedCommand.Understood) parsed).command();
    if (!isOurs(command, arrival, nowMs, outlets)) {
      return Optional.empty();
    }
    var known = jobs.apply(command);
    var refusal = replyRefusal(arrival).or(() -> targetRefusal(command, known));
    refusal.ifPresent(why -> rejections.reject(arrival, why, known, nowMs, outlets));
    return refusal.isPresent()
        ? Optional.empty()
        : Optional.of(new Accepted(command, known, arrival));
  }

  /** Sends the outcome of a command. */
  public void answer(
      Accepted accepted, Decision decision, @Nullable KnownJob job, long nowMs, Sinks outlets) {
    var refusal = decision.refusal();
    if (refusal == null) {
      var reply = new CommandReply(decision.outcome(), accepted.command().id(), job, null);
      replies.send(accepted.arrival(), reply, nowMs, outlets);
    } else {
      rejections.reject(accepted.arrival(), refusal, job, nowMs, outlets);
    }
  }

  private boolean isOurs(Command command, ReceivedCommand arrival, long nowMs, Sinks outlets) {
    var owner = command.id().partition(partitions);
    if (owner.isEmpty()) {
      rejections.reject(arrival, noSuchPartition(command.id()), null, nowMs, outlets);
      return false;
    }
    if (owner.getAsInt() != arrival.record().partition()) {
      outlets.reroute(rerouting.to(owner.getAsInt(), arrival, nowMs));
      metrics.rerouted();
      return false;
    }
    return true;
  }

  private Optional<Refusal> replyRefusal(ReceivedCommand arrival) {
    return Optional.ofNullable(arrival.replyTo()).flatMap(replies::refusal);
  }

  /** Refuses a command whose job its target cannot accept, before a stored job is changed. */
  private Optional<Refusal> targetRefusal(Command command, @Nullable KnownJob known) {
    if (command instanceof Command.Schedule schedule) {
      var job = schedule.job(0, 0);
      return TargetCheck.atIntake(job, directory);
    }
    if (command instanceof Command.Reschedule change
        && known instanceof Job stored
        && CommandRules.changesRecord(change, stored)) {
      var changed = CommandRules.changed(change, stored);
      if (change.move() != null) {
        return TargetCheck.atIntake(changed, directory);
      }
      return directory.status(stored.target().topic()) instanceof TopicStatus.Writable writable
          ? TargetCheck.tooLarge(changed, writable)
          : Optional.empty();
    }
    return Optional.empty();
  }

  private Refusal noSuchPartition(JobId id) {
    return Refusal.of(
        ReasonCode.ID_INVALID,
        "the id '%s' names a partition that does not exist; the highest is %d"
            .formatted(id.text(), partitions - 1));
  }

  /**
   * A command for this partition.
   *
   * @param known the pending or ended job of its id; null if not known
   * @param arrival its record and origin
   */
  public record Accepted(Command command, @Nullable KnownJob known, ReceivedCommand arrival) {}
}

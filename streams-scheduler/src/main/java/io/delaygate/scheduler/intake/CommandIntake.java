package io.delaygate.scheduler.intake;

import io.delaygate.scheduler.deadletter.DeadLetters;
import io.delaygate.scheduler.effects.Outlets;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.rules.CommandRules;
import io.delaygate.schemas.command.Command;
import io.delaygate.schemas.command.CommandParser;
import io.delaygate.schemas.command.ParsedCommand;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.directory.TargetCheck;
import io.delaygate.schemas.directory.TopicDirectory;
import io.delaygate.schemas.directory.TopicStatus;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.topics.TopicNames;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The first stage: parse, route, check the target. What is not for this partition's rules leaves
 * here, to the partition that owns it or to the dead letters.
 */
public final class CommandIntake {
  private final TopicNames names;
  private final int partitions;
  private final CommandParser parser;
  private final TopicDirectory directory;
  private final SchedulerMetrics metrics;
  private final Rerouting rerouting;
  private final DeadLetters deadLetters;

  /**
   * The intake of one installation. Thread-safe as far as the directory is.
   *
   * @param partitions how many partitions the topics of commands have
   */
  public CommandIntake(
      TopicNames names, int partitions, TopicDirectory directory, SchedulerMetrics metrics) {
    this.names = names;
    this.partitions = partitions;
    this.parser = new CommandParser(names);
    this.directory = directory;
    this.metrics = metrics;
    this.rerouting = new Rerouting(names.rerouted());
    this.deadLetters = new DeadLetters(names.deadLetters());
  }

  /**
   * Takes one record.
   *
   * @param nowMs epoch milliseconds
   * @param jobs looks a stored job up, null for none
   * @return the command, if it is for this partition
   */
  public Optional<Accepted> take(
      Record<byte[], byte[]> record,
      RecordMetadata metadata,
      long nowMs,
      Outlets outlets,
      Function<JobId, @Nullable Job> jobs) {
    var arrival = Arrival.of(record, metadata, names.rerouted(), nowMs);
    var baseMs = arrival.baseMs();
    var parsed = parser.parse(arrival.record(), baseMs);
    if (parsed instanceof ParsedCommand.Refused refused) {
      reject(arrival, refused.refusal(), nowMs, outlets);
      return Optional.empty();
    }
    var command = ((ParsedCommand.Understood) parsed).command();
    if (!isOurs(command, arrival, nowMs, outlets)) {
      return Optional.empty();
    }
    var stored = jobs.apply(command.id());
    var refusal = targetRefusal(command, stored);
    refusal.ifPresent(why -> reject(arrival, why, nowMs, outlets));
    return refusal.isPresent()
        ? Optional.empty()
        : Optional.of(new Accepted(command, stored, baseMs));
  }

  private boolean isOurs(Command command, Arrival arrival, long nowMs, Outlets outlets) {
    var owner = command.id().partition(partitions);
    if (owner.isEmpty()) {
      reject(arrival, noSuchPartition(command.id()), nowMs, outlets);
      return false;
    }
    if (owner.getAsInt() != arrival.record().partition()) {
      outlets.reroute(rerouting.to(owner.getAsInt(), arrival, nowMs));
      metrics.rerouted();
      return false;
    }
    return true;
  }

  /** A change that its target could not take is refused while the job is still as it was. */
  private Optional<Refusal> targetRefusal(Command command, @Nullable Job stored) {
    if (command instanceof Command.Schedule schedule) {
      var target = schedule.target();
      return TargetCheck.atIntake(
          schedule.id(), target, schedule.payload(), directory.status(target.topic()));
    }
    if (command instanceof Command.Reschedule change && stored != null) {
      var payload = CommandRules.changedPayload(change, stored);
      var status = directory.status(stored.target().topic());
      return status instanceof TopicStatus.Writable writable
          ? TargetCheck.tooLarge(stored.id(), stored.target(), payload, writable)
          : Optional.empty();
    }
    return Optional.empty();
  }

  private void reject(Arrival arrival, Refusal why, long nowMs, Outlets outlets) {
    outlets.deadLetter(deadLetters.rejected(arrival.record(), arrival.origin(), why, nowMs));
    metrics.rejected(why.reason());
  }

  private Refusal noSuchPartition(JobId id) {
    return Refusal.of(
        ReasonCode.ID_INVALID,
        "the id '%s' names a partition above %d".formatted(id.text(), partitions - 1));
  }

  /**
   * A command for this partition.
   *
   * @param stored the job of its id, null for none
   * @param baseMs what its relative delay counts from, epoch milliseconds
   */
  public record Accepted(Command command, @Nullable Job stored, long baseMs) {}
}

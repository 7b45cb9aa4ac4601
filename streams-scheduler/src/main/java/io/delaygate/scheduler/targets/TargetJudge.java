package io.delaygate.scheduler.targets;

import io.delaygate.scheduler.rules.TargetAccess;
import io.delaygate.scheduler.rules.TargetAccess.Source;
import io.delaygate.schemas.command.Refusal;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.directory.TargetCheck;
import io.delaygate.service.directory.TopicDirectory;
import io.delaygate.service.directory.TopicStatus;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Check whether a record may go to its topic now, by the topic directory and the circuit breaker.
 * Never blocks. For the task's thread only.
 */
public final class TargetJudge {
  /**
   * Between the stamp of a record and its append, with a retry or two: a target that tolerates less
   * refuses records by chance.
   */
  private static final long STAMP_AGE_MS = 1_000;

  private final TopicDirectory directory;
  private final CircuitBreaker breaker;
  private final String deadLetters;
  private final Predicate<String> mayBegin;
  private final PartitionChoice choice = new PartitionChoice();

  /**
   * A judge for one task.
   *
   * @param deadLetters the installation's own topic, which is waited for without an end
   * @param mayBegin whether the task's transaction may be the first that writes to a topic for some
   *     time; asked about topics that take records
   */
  public TargetJudge(
      TopicDirectory directory,
      CircuitBreaker breaker,
      String deadLetters,
      Predicate<String> mayBegin) {
    this.directory = directory;
    this.breaker = breaker;
    this.deadLetters = deadLetters;
    this.mayBegin = mayBegin;
  }

  /** Whether a job's record may go to its target. */
  public TargetAccess of(Job job, long nowMs) {
    var topic = job.target().topic();
    var status = directory.status(topic);
    if (status instanceof TopicStatus.Queue) {
      return new TargetAccess.InQueue();
    }
    if (!(status instanceof TopicStatus.Writable open)) {
      return closed(topic);
    }
    var tooLarge = TargetCheck.tooLarge(job, open);
    if (tooLarge.isPresent()) {
      return new TargetAccess.Never(tooLarge.get());
    }
    if (open.needsKey() && job.target().key() == null) {
      return new TargetAccess.Never(keyRequired(topic));
    }
    if (open.timestampToleranceMs() < STAMP_AGE_MS) {
      return closed(
          ReasonCode.TARGET_TIMESTAMP_REFUSED,
          "topic '%s' accepts only timestamps within %d ms of its broker's clock"
              .formatted(topic, open.timestampToleranceMs()),
          topic);
    }
    return inPartition(job, open, nowMs);
  }

  private TargetAccess inPartition(Job job, TopicStatus.Writable open, long nowMs) {
    var topic = job.target().topic();
    if (TargetCheck.lacksPartition(job.target(), open)) {
      return closed(
          ReasonCode.TARGET_PARTITION_UNKNOWN,
          "topic '%s' has no partition %d".formatted(topic, job.target().partition()),
          topic);
    }
    var chosen = choose(topic, job.target().partition(), job.target().key(), open, nowMs);
    if (chosen == null) {
      return noneOpen(topic, open, nowMs);
    }
    var why = open.closed().get(chosen);
    if (why == ReasonCode.TARGET_NO_LEADER) {
      breaker.noteLostLeader(new TopicPartition(topic, chosen), nowMs);
    }
    if (why != null) {
      return new TargetAccess.Closed(
          why, sentence(why, topic, chosen), chosen, hasEnd(why, topic), Source.DIRECTORY);
    }
    if (breaker.isQuiet()) {
      return open(topic, chosen);
    }
    var passage = breaker.passage(new TopicPartition(topic, chosen), job.id(), nowMs);
    if (passage instanceof BreakerDecision.Condemned condemned) {
      return new TargetAccess.Never(condemned.why());
    }
    return passage instanceof BreakerDecision.Stopped stopped
        ? stopped(stopped, topic, chosen)
        : open(topic, chosen);
  }

  private TargetAccess open(String topic, int partition) {
    return mayBegin.test(topic)
        ? new TargetAccess.Open(partition)
        : closed(
            ReasonCode.TARGET_UNCHECKED,
            "the brokers have not yet described topic '%s', which was not used recently"
                .formatted(topic),
            topic);
  }

  /**
   * The partition to which any other record may go now, such as a reply, an event or a dead letter.
   *
   * @param named null leaves it to the key
   * @return empty where the topic cannot take it now
   */
  public OptionalInt partition(
      String topic, @Nullable Integer named, byte @Nullable [] key, long nowMs) {
    return directory.status(topic) instanceof TopicStatus.Writable open && takes(open, named, key)
        ? of(named, key, open, partition -> isOpen(topic, partition, open, nowMs))
        : OptionalInt.empty();
  }

  /**
   * The partition where such a record should be tried, alone, as it refused others.
   *
   * @return empty where none refused any, or it is not the time to try again
   */
  public OptionalInt partitionToTry(
      String topic, @Nullable Integer named, byte @Nullable [] key, long nowMs) {
    return !breaker.isQuiet()
            && directory.status(topic) instanceof TopicStatus.Writable open
            && takes(open, named, key)
        ? of(named, key, open, partition -> isToBeTried(topic, partition, open, nowMs))
        : OptionalInt.empty();
  }

  private static boolean takes(
      TopicStatus.Writable topic, @Nullable Integer named, byte @Nullable [] key) {
    return (key != null || !topic.needsKey())
        && (named == null || named < topic.partitions())
        && topic.timestampToleranceMs() >= STAMP_AGE_MS;
  }

  /** The one that is named, that of the key, or else any; empty if it is not one of these. */
  private OptionalInt of(
      @Nullable Integer named,
      byte @Nullable [] key,
      TopicStatus.Writable topic,
      IntPredicate these) {
    var chosen = choice.of(named, key, topic, these);
    return chosen != null && these.test(chosen) ? OptionalInt.of(chosen) : OptionalInt.empty();
  }

  /** Whether a topic takes no job at all, whichever it is. */
  public boolean isClosed(String topic) {
    return !(directory.status(topic) instanceof TopicStatus.Writable) && !isQueue(topic);
  }

  /** Whether the target is a queue and not a topic. */
  public boolean isQueue(String topic) {
    return directory.status(topic) instanceof TopicStatus.Queue;
  }

  private @Nullable Integer choose(
      String topic,
      @Nullable Integer named,
      byte @Nullable [] key,
      TopicStatus.Writable open,
      long nowMs) {
    return choice.of(named, key, open, any -> isOpen(topic, any, open, nowMs));
  }

  private boolean isOpen(String topic, int partition, TopicStatus.Writable open, long nowMs) {
    return !open.closed().containsKey(partition)
        && (breaker.isQuiet() || isFree(topic, partition, nowMs));
  }

  private boolean isToBeTried(String topic, int partition, TopicStatus.Writable open, long nowMs) {
    return !open.closed().containsKey(partition)
        && breaker.passage(new TopicPartition(topic, partition), null, nowMs)
            instanceof BreakerDecision.Stopped stopped
        && stopped.isTrialDue();
  }

  private boolean isFree(String topic, int partition, long nowMs) {
    return breaker.passage(new TopicPartition(topic, partition), null, nowMs)
        instanceof BreakerDecision.Free;
  }

  /** Any partition would do: one that is tried speaks for all of them. */
  private TargetAccess noneOpen(String topic, TopicStatus.Writable open, long nowMs) {
    for (var partition = 0; partition < open.partitions(); partition++) {
      var passage = breaker.passage(new TopicPartition(topic, partition), null, nowMs);
      if (!open.closed().containsKey(partition)
          && passage instanceof BreakerDecision.Stopped stopped) {
        return stopped(stopped, topic, partition);
      }
    }
    var why = open.closed().values().iterator().next();
    return closed(why, "no partition of topic '%s' takes records".formatted(topic), topic);
  }

  private TargetAccess stopped(BreakerDecision.Stopped stopped, String topic, int partition) {
    var why = stopped.obstacle();
    return new TargetAccess.Closed(
        why.reason(),
        why.text(),
        partition,
        hasEnd(why.reason(), topic),
        stopped.isOfJob() ? Source.REFUSED_JOB : Source.REFUSED_PARTITION);
  }

  private TargetAccess closed(String topic) {
    var status = directory.status(topic);
    if (status instanceof TopicStatus.Missing) {
      return closed(ReasonCode.TARGET_UNKNOWN, "topic '%s' does not exist".formatted(topic), topic);
    } else if (status instanceof TopicStatus.NoEndpoint) {
      return closed(
          ReasonCode.ENDPOINT_UNKNOWN,
          "%s does not exist".formatted(EndpointName.inWords(topic)),
          topic);
    } else if (status instanceof TopicStatus.Unwritable) {
      return closed(
          ReasonCode.TARGET_UNWRITABLE,
          "the scheduler has no right to write to topic '%s'".formatted(topic),
          topic);
    } else if (status instanceof TopicStatus.Denied) {
      return closed(
          ReasonCode.TARGET_FORBIDDEN, "jobs may not name the topic '%s'".formatted(topic), topic);
    }
    return closed(
        ReasonCode.TARGET_UNCHECKED,
        "the brokers have not yet reported whether topic '%s' takes records".formatted(topic),
        topic);
  }

  private TargetAccess closed(ReasonCode reason, String text, String topic) {
    return new TargetAccess.Closed(reason, text, null, hasEnd(reason, topic), Source.DIRECTORY);
  }

  /**
   * Whether the wait has an end: not while the target is unchecked, nor where clocks are wrong, nor
   * for the topic of dead letters.
   */
  private boolean hasEnd(ReasonCode reason, String topic) {
    return reason != ReasonCode.TARGET_UNCHECKED
        && reason != ReasonCode.TARGET_TIMESTAMP_REFUSED
        && !topic.equals(deadLetters);
  }

  private static String sentence(ReasonCode why, String topic, int partition) {
    return why == ReasonCode.TARGET_NO_LEADER
        ? "partition %d of topic '%s' has no leader now".formatted(partition, topic)
        : "partition %d of topic '%s' has fewer in-sync replicas than `min.insync.replicas`"
            .formatted(partition, topic);
  }

  private static Refusal keyRequired(String topic) {
    return Refusal.of(
        ReasonCode.TARGET_KEY_REQUIRED,
        "topic '%s' is compacted and takes only records with a key".formatted(topic));
  }
}

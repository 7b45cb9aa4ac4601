package io.delaygate.scheduler.targets;

import io.delaygate.schemas.contract.ReasonCode;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.ConcurrentTransactionsException;
import org.apache.kafka.common.errors.CoordinatorLoadInProgressException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Classification of a producer error: what it blames, and the reason to report. The default is
 * cautious: an unknown error blames the partition of the record, whose jobs then wait; no list of
 * classes decides whether other targets are delivered to.
 *
 * @param reason the code that people see
 */
public record SendError(Blame blame, ReasonCode reason) {
  /** The party that an error is about. */
  public enum Blame {
    /** This record; another one may be taken. */
    RECORD,
    /** The partition or topic: any record may be refused now. */
    PARTITION,
    /** The partition, if only its records are unanswered. */
    WHO_IS_SILENT,
    /** The producer, its transaction or the cluster: it says nothing about a target. */
    PRODUCER,
    /** A successor, or the group: this member does not own its partitions any more. */
    OWNERSHIP
  }

  /** The meaning of an error. */
  public static SendError of(Throwable error) {
    if (isOwnership(error)) {
      return new SendError(Blame.OWNERSHIP, ReasonCode.INTERNAL);
    } else if (isProducer(error)) {
      return new SendError(Blame.PRODUCER, ReasonCode.INTERNAL);
    } else if (error instanceof RecordTooLargeException
        || error instanceof RecordBatchTooLargeException) {
      return new SendError(Blame.RECORD, ReasonCode.RECORD_TOO_LARGE);
    } else if (error instanceof InvalidRecordException
        || error instanceof PolicyViolationException
        || error instanceof SerializationException) {
      return new SendError(Blame.RECORD, ReasonCode.TARGET_REFUSED);
    } else if (error instanceof TimeoutException) {
      return new SendError(Blame.WHO_IS_SILENT, ReasonCode.TARGET_TIMED_OUT);
    }
    return new SendError(Blame.PARTITION, reason(error));
  }

  private static ReasonCode reason(Throwable error) {
    if (error instanceof InvalidTimestampException) {
      return ReasonCode.TARGET_TIMESTAMP_REFUSED;
    } else if (error instanceof NotEnoughReplicasException
        || error instanceof NotEnoughReplicasAfterAppendException) {
      return ReasonCode.TARGET_REPLICAS_TOO_FEW;
    } else if (error instanceof TopicAuthorizationException) {
      return ReasonCode.TARGET_UNWRITABLE;
    } else if (error instanceof UnknownTopicOrPartitionException
        || error instanceof InvalidTopicException) {
      return ReasonCode.TARGET_UNKNOWN;
    } else if (error instanceof LeaderNotAvailableException
        || error instanceof NotLeaderOrFollowerException) {
      return ReasonCode.TARGET_NO_LEADER;
    }
    return ReasonCode.TARGET_REFUSED;
  }

  private static boolean isOwnership(Throwable error) {
    return error instanceof ProducerFencedException
        || error instanceof InvalidProducerEpochException
        || error instanceof InvalidPidMappingException
        || error instanceof TransactionalIdAuthorizationException
        || error instanceof ClusterAuthorizationException
        || error instanceof UnsupportedVersionException;
  }

  private static boolean isProducer(Throwable error) {
    return error instanceof OutOfOrderSequenceException // and unknown producer ids
        || error instanceof TransactionAbortedException
        || error instanceof InvalidTxnStateException
        || error instanceof ConcurrentTransactionsException
        || error instanceof CoordinatorNotAvailableException
        || error instanceof CoordinatorLoadInProgressException
        || error instanceof AuthenticationException
        || error instanceof InterruptException;
  }
}

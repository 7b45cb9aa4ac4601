package io.delaygate.scheduler.clients;

import io.delaygate.scheduler.clients.OpenTransaction.Failure;
import io.delaygate.scheduler.targets.RefusedSend;
import io.delaygate.scheduler.targets.SendError;
import io.delaygate.scheduler.targets.SendError.Blame;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.ReasonCode;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Roll-back of a failed transaction: aborts or fences it, and tells the circuit breaker what the
 * failure shows about targets. For the stream thread.
 */
final class Rollback {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionalProducer.class);

  private final ProducerPool pool;
  private final ThreadClients thread;

  Rollback(ProducerPool pool, ThreadClients thread) {
    this.pool = pool;
    this.thread = thread;
  }

  /**
   * Aborts the transaction and gives its producers up. A transaction with unacknowledged records is
   * fenced, since its producer would wait for the acknowledgements.
   */
  void end(OpenTransaction transaction) {
    var doom = transaction.doom();
    var silent = transaction.silent();
    if (!transaction.isAnswered() || !isAborted()) {
      thread.fence(pool.current().id());
    }
    pool.giveUpAll();
    var learnt = doom == null ? Optional.<RefusedSend>empty() : learnt(transaction, doom, silent);
    if (doom != null) {
      LOG.atInfo()
          .setCause(doom.why())
          .log("A transaction was rolled back; its tasks continue from the last commit");
    }
    thread.aborted(learnt);
  }

  private boolean isAborted() {
    try {
      pool.current().producer().abortTransaction();
      return true;
    } catch (RuntimeException failed) {
      LOG.atDebug()
          .setCause(failed)
          .log(
              "A producer could not abort its transaction; the"
                  + " transactional id is fenced instead");
      return false;
    }
  }

  private Optional<RefusedSend> learnt(
      OpenTransaction transaction, Failure doom, Set<TopicPartition> silent) {
    var error = SendError.of(doom.why());
    var words = words(doom.why());
    if (doom.why() instanceof OpenTransaction.Silence || error.blame() == Blame.WHO_IS_SILENT) {
      return silent.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new RefusedSend(silent, Set.of(), false, ReasonCode.TARGET_TIMED_OUT, words));
    } else if (error.blame() == Blame.PRODUCER
        || doom.why() instanceof TransactionalProducer.OwnFailure) {
      return Optional.empty();
    } else if (doom.partition() == null) {
      return thread.withoutCulprit(transaction.others(), words);
    }
    return doom.isOther()
        ? Optional.of(ofPartition(transaction, doom, doom.partition(), error))
        : Optional.empty();
  }

  private static RefusedSend ofPartition(
      OpenTransaction transaction, Failure doom, TopicPartition partition, SendError error) {
    var jobs = transaction.refusedRecords(partition);
    if (!jobs.isEmpty()) {
      var why = Objects.requireNonNull(transaction.recordError(partition));
      return new RefusedSend(Set.of(partition), jobs, true, SendError.of(why).reason(), words(why));
    }
    // an unknown error may be caused by the record, so the record is tried alone, too
    var isUnknown = error.reason() == ReasonCode.TARGET_REFUSED;
    var job = doom.job();
    var suspects = isUnknown && job != null ? Set.of(job) : Set.<JobId>of();
    return new RefusedSend(Set.of(partition), suspects, false, error.reason(), words(doom.why()));
  }

  private static String words(Throwable why) {
    var message = why.getMessage();
    return message == null ? why.getClass().getSimpleName() : message;
  }
}

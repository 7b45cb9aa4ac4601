package io.delaygate.scheduler.clients;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTransactionsOptions;
import org.apache.kafka.clients.admin.FenceProducersOptions;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.KafkaException;

/** Client of the transaction coordinators that looks up and fences transactional ids. */
public final class TransactionFencing {
  /**
   * Short, since a stream thread waits for it, though only while a coordinator is silent anyway.
   */
  private static final int LOOK_MS = 300;

  /** An abort is decided at once, but acknowledged only when each partition has its marker. */
  private static final int FENCE_MS = 5_000;

  private final Admin admin;

  /**
   * Creates a client that uses an admin client.
   *
   * @param admin stays the caller's
   */
  public TransactionFencing(Admin admin) {
    this.admin = admin;
  }

  /** Whether the id's last transaction is decided, but lacks markers in some partitions. */
  boolean isBlocked(String transactionalId) {
    var options = new DescribeTransactionsOptions().timeoutMs(LOOK_MS);
    try {
      var described = admin.describeTransactions(List.of(transactionalId), options);
      var state =
          described.description(transactionalId).get(LOOK_MS, TimeUnit.MILLISECONDS).state();
      return state == TransactionState.PREPARE_COMMIT || state == TransactionState.PREPARE_ABORT;
    } catch (ExecutionException | TimeoutException | KafkaException unanswered) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Aborts the id's open transaction in the background; a producer with this id cannot commit it
   * any more.
   */
  public void fence(String transactionalId) {
    var unused =
        admin.fenceProducers(
            List.of(transactionalId), new FenceProducersOptions().timeoutMs(FENCE_MS));
  }
}

package io.delaygate.scheduler.backlog;

import io.delaygate.service.logging.LogKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logger of transactions that hold up commands: one line for each sender, not for each partition.
 */
final class BlockingTransactionLogger {
  private static final Logger LOG = LoggerFactory.getLogger(BlockingTransactionLogger.class);

  private final ToLongFunction<BlockingTransaction> ageMs;

  BlockingTransactionLogger(ToLongFunction<BlockingTransaction> ageMs) {
    this.ageMs = ageMs;
  }

  void began(List<BlockingTransaction> open) {
    for (var ofOne : bySender(open)) {
      with(LOG.atWarn(), ofOne)
          .addKeyValue(
              LogKey.REMEDY.key(),
              "commit or abort it in its sender; otherwise brokers abort it after the sender's"
                  + " transaction.timeout.ms. If they do not, find it with"
                  + " 'kafka-transactions.sh find-hanging' and end it with"
                  + " 'kafka-transactions.sh abort', which discards the commands in it")
          .log(
              "A transaction has been open for long; all commands behind its first record wait"
                  + " until it ends");
    }
  }

  void ended(List<BlockingTransaction> over) {
    for (var ofOne : bySender(over)) {
      with(LOG.atInfo(), ofOne)
          .log("A long transaction has ended; the commands behind it are read again");
    }
  }

  private LoggingEventBuilder with(LoggingEventBuilder line, List<BlockingTransaction> ofOne) {
    var partitions = ofOne.stream().map(one -> one.blocked().log().toString()).sorted().toList();
    var told =
        line.addKeyValue(LogKey.PARTITIONS.key(), partitions)
            .addKeyValue(LogKey.OPEN_MS.key(), ofOne.stream().mapToLong(ageMs).max().orElse(0));
    var sender = ofOne.get(0).sender();
    if (sender == null) {
      return told;
    }
    told = told.addKeyValue(LogKey.PRODUCER_ID.key(), sender.producerId());
    return sender.transactionalId() == null
        ? told
        : told.addKeyValue(LogKey.TRANSACTIONAL_ID.key(), sender.transactionalId());
  }

  private static Collection<List<BlockingTransaction>> bySender(List<BlockingTransaction> all) {
    var bySender = new LinkedHashMap<Long, List<BlockingTransaction>>();
    for (var one : all) {
      var sender = one.sender();
      bySender.merge(
          sender == null ? -1 : sender.producerId(),
          List.of(one),
          (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    }
    return bySender.values();
  }
}

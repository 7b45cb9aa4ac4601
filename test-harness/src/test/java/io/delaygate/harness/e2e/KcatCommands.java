package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.Reader;
import io.delaygate.schemas.contract.DelayHeader;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reader of an installation's commands, which finds them by header and id. */
final class KcatCommands implements AutoCloseable {
  private final Reader requests;

  KcatCommands(Installation delaygate) {
    requests = delaygate.read(delaygate.names().requests());
  }

  /**
   * The first command with this header.
   *
   * @param id null for any
   */
  ConsumerRecord<byte[], byte[]> with(String header, String value, @Nullable String id) {
    return ContractBench.await()
        .until(
            () ->
                requests.poll().stream()
                    .filter(record -> value.equals(Reader.header(record, header)))
                    .filter(record -> id == null || id.equals(Reader.text(record.key())))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /**
   * Whether a command is in a partition that does not own its id; without a key, any partition is.
   */
  static boolean isMisrouted(ConsumerRecord<byte[], byte[]> command) {
    var id = Reader.text(command.key());
    return id == null || ContractBench.owner(id) != command.partition();
  }

  /** The sender's own headers, in order. */
  static List<Header> foreign(ConsumerRecord<byte[], byte[]> record) {
    return Arrays.stream(record.headers().toArray())
        .filter(header -> !DelayHeader.isControl(header.key()))
        .toList();
  }

  @Override
  public void close() {
    requests.close();
  }
}

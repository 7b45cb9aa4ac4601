package io.delaygate.gateway.outcome;

import io.delaygate.gateway.payload.ScheduleRequest;
import io.delaygate.schemas.contract.DelayHeader;
import io.delaygate.schemas.contract.TextHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;

/**
 * Address of a caller that waits for the result of a job: a partition of the topic of replies, and
 * a correlation id that cannot be guessed. The job's record carries it to the worker. The worker's
 * lease carries it to the gateway that takes the result. So no topic is made for it, and schedulers
 * need not know it.
 *
 * @param correlationId visible ASCII without {@code ~}
 */
public record ReplyAddress(int partition, String correlationId) {
  /** Header of a job's record that holds the address. */
  public static final String HEADER = ScheduleRequest.REPLY_TO;

  /** Separator between a lease and the address. */
  private static final char SEPARATOR = '~';

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})~([!-}]{1,255})");

  /**
   * The claim of a worker: its lease, and the address of the caller that waits for the result, if
   * there is one.
   *
   * @param headers of the job's record
   */
  public static String claim(String lease, Iterable<Header> headers) {
    var claim = lease;
    for (var header : headers) {
      if (header.key().equals(HEADER) && header.value() != null) {
        claim = lease + SEPARATOR + new String(header.value(), StandardCharsets.UTF_8);
      }
    }
    return claim;
  }

  /** The address as text. */
  public String text() {
    return partition + "~" + correlationId;
  }

  /** Reads what {@link #text} wrote; empty for anything else. */
  public static Optional<ReplyAddress> parse(String text) {
    var parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(new ReplyAddress(Integer.parseInt(parts.group(1)), parts.group(2)))
        : Optional.empty();
  }

  /** The command headers that ask for a reply to this address. */
  List<Header> headers(String topic) {
    return List.of(
        TextHeader.of(DelayHeader.REPLY_TOPIC, topic),
        TextHeader.of(DelayHeader.REPLY_PARTITION, Integer.toString(partition)),
        TextHeader.of(DelayHeader.CORRELATION_ID, correlationId));
  }

  /** The header of the job's record that carries this address. */
  Header header() {
    return TextHeader.of(HEADER, text());
  }
}

package io.delaygate.service.actor;

import io.delaygate.schemas.contract.DelayHeader;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Contents of a command's record that a claim is about.
 *
 * @param headers with or without a claim
 */
public record Message(byte @Nullable [] key, List<Header> headers, byte @Nullable [] value) {
  /** Whether a header claims who sent the command. */
  public static boolean isClaim(Header header) {
    return header.key().equals(DelayHeader.JOB_SENT_BY);
  }

  /** The last claim; null for none. */
  public @Nullable Header claim() {
    Header last = null;
    for (var header : headers) {
      if (isClaim(header)) {
        last = header;
      }
    }
    return last;
  }

  /** The headers without claims, in a list that may be added to. */
  public List<Header> unclaimed() {
    var rest = new ArrayList<Header>(headers.size() + 1);
    for (var header : headers) {
      if (!isClaim(header)) {
        rest.add(header);
      }
    }
    return rest;
  }
}

package io.delaygate.gateway.payload;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.header.Header;

/** Reader of the fields of a call that delivers dead letters again: the time, now without one. */
public final class KickRequest {
  /** Their names. */
  public static final Set<String> FIELDS = Set.of("delay", "delayMs", "due", "dueMs");

  private KickRequest() {}

  /** The headers of a kick, from a body with nothing but these fields. */
  public static List<Header> parse(JobBody body) {
    return headers(body.fieldsAmong(FIELDS));
  }

  /** The headers of a kick, from a body that may have others. */
  public static List<Header> headers(FieldReader fields) {
    var headers = new CommandHeaders();
    headers.addTimes(fields);
    return headers.list();
  }
}

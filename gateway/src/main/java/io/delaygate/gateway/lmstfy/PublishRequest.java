package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.payload.ScheduleRequest;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * Query parameters and attributes of a publish.
 *
 * @param delaySeconds until it is due
 * @param ttlSeconds after which it is dropped, from the publish; 0 for never
 * @param tries most attempts
 * @param attributes as headers
 */
record PublishRequest(long delaySeconds, long ttlSeconds, int tries, List<Header> attributes) {
  static final long USUAL_TTL = Duration.ofDays(1).toSeconds();

  private static final int TRIES_MOST = 65_535;

  /**
   * Reads the parameters, in the order of lmstfy.
   *
   * @throws io.delaygate.gateway.http.ProblemException 400 in its wording
   */
  static PublishRequest of(Context ctx) {
    var delay = QueryNumbers.of(ctx, "delay", 0, 0, QueryNumbers.UINT32);
    var ttl = QueryNumbers.of(ctx, "ttl", USUAL_TTL, 0, QueryNumbers.UINT32);
    if (ttl > 0 && ttl < delay) {
      throw LmstfyError.invalid("ttl is shorter than delay");
    }
    var tries = (int) QueryNumbers.of(ctx, "tries", 1, 0, TRIES_MOST);
    if (tries == 0) {
      throw LmstfyError.invalid("tries shouldn't be zero");
    }
    return new PublishRequest(delay, ttl, tries, Attributes.of(ctx));
  }

  /** The request for a job with that payload. */
  ScheduleRequest draft(String topic, byte[] body, CallTrace trace) {
    var second = Duration.ofSeconds(1).toMillis();
    var plain =
        ScheduleRequest.ofQueue(topic, delaySeconds * second, ttlSeconds * second, tries, body);
    var headers = new ArrayList<>(plain.headers());
    headers.addAll(attributes);
    return plain.with(headers).with(trace);
  }
}

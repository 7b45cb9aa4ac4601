package io.delaygate.service.control;

import io.delaygate.schemas.command.DefaultsParser;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Parser of the headers of an endpoint's record; everything but the URL has a usual value. */
final class EndpointRecord {
  private EndpointRecord() {}

  /**
   * The endpoint.
   *
   * @throws IllegalArgumentException if the headers are not valid, with the reason
   */
  static EndpointControl parse(Headers headers, DefaultsParser defaults) {
    var method = HeaderTexts.last(headers, EndpointControl.METHOD);
    return new EndpointControl(
        HeaderTexts.needed(headers, EndpointControl.URL),
        method == null ? EndpointControl.USUAL_METHOD : method,
        ofCalls(headers),
        HeaderTexts.last(headers, EndpointControl.SEALED),
        or(
            HeaderTexts.number(headers, EndpointControl.TIMEOUT_MS),
            EndpointControl.USUAL_TIMEOUT.toMillis()),
        HeaderTexts.integer(
            EndpointControl.PARALLELISM,
            or(
                HeaderTexts.number(headers, EndpointControl.PARALLELISM),
                EndpointControl.USUAL_PARALLELISM)),
        HeaderTexts.integer(headers, EndpointControl.PER_SECOND),
        defaults.parse(Arrays.asList(headers.toArray())),
        Boolean.parseBoolean(HeaderTexts.last(headers, EndpointControl.JOB_URLS)));
  }

  private static long or(@Nullable Long given, long usual) {
    return given == null ? usual : given;
  }

  private static Map<String, String> ofCalls(Headers headers) {
    var pairs = new LinkedHashMap<String, String>();
    for (var text : HeaderTexts.all(headers, EndpointControl.HEADER)) {
      var colon = text.indexOf(": ");
      if (colon < 1) {
        throw new IllegalArgumentException("a header must have the form 'name: value'");
      }
      pairs.put(text.substring(0, colon), text.substring(colon + 2));
    }
    return pairs;
  }
}

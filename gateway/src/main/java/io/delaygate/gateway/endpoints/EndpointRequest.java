package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.DefaultsRequest;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.control.EndpointControl;
import io.delaygate.service.control.TargetControl;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Request to make or replace an endpoint: the checked JSON body. A body that is not valid ends the
 * call with a problem.
 *
 * @param secretHeaders by name; no value for one that keeps its value. Null keeps all of them
 * @param policy of jobs that do not set one
 * @param jobUrls whether jobs may give a URL of its scheme, host and port
 */
record EndpointRequest(
    String url,
    String method,
    Map<String, String> headers,
    @Nullable Map<String, Optional<String>> secretHeaders,
    long timeoutMs,
    int parallelism,
    @Nullable Integer perSecond,
    DefaultsRequest policy,
    boolean jobUrls) {
  static final String URL = "url";
  static final String METHOD = "method";
  static final String HEADERS = "headers";
  static final String SECRET_HEADERS = "secretHeaders";
  static final String TIMEOUT = "timeout";
  static final String PARALLELISM = "parallelism";
  static final String PER_SECOND = "perSecond";
  static final String JOB_URLS = "jobUrls";

  private static final Set<String> FIELDS = new TreeSet<>(DefaultsRequest.OF_ENDPOINTS);

  static {
    Collections.addAll(
        FIELDS, URL, METHOD, HEADERS, SECRET_HEADERS, TIMEOUT, TIMEOUT + "Ms", PARALLELISM);
    Collections.addAll(FIELDS, PER_SECOND, JOB_URLS);
  }

  /**
   * Checks a body.
   *
   * @param urlFault why a URL is not allowed; empty for one that is
   */
  static EndpointRequest of(JobBody body, Function<String, Optional<String>> urlFault) {
    var fields = body.fieldsAmong(FIELDS);
    var headers = pairs(fields, HEADERS, EndpointRequest::plain);
    var secretHeaders =
        fields.node(SECRET_HEADERS) == null
            ? null
            : pairs(fields, SECRET_HEADERS, EndpointRequest::secret);
    checkTogether(headers, secretHeaders == null ? Map.of() : secretHeaders);
    var timeoutMs =
        fields.durationMs(
            TIMEOUT,
            EndpointControl.SHORTEST_TIMEOUT.toMillis(),
            EndpointControl.LONGEST_TIMEOUT.toMillis());
    var parallelism = fields.whole(PARALLELISM, 1, EndpointControl.MOST_PARALLELISM);
    var perSecond = fields.whole(PER_SECOND, 1, TargetControl.MOST_PER_SECOND);
    var url = url(fields, urlFault);
    return new EndpointRequest(
        url,
        method(fields),
        headers,
        secretHeaders,
        timeoutMs == null ? EndpointControl.USUAL_TIMEOUT.toMillis() : timeoutMs,
        parallelism == null ? EndpointControl.USUAL_PARALLELISM : parallelism.intValue(),
        perSecond == null ? null : perSecond.intValue(),
        DefaultsRequest.ofEndpoint(fields),
        jobUrls(fields, url));
  }

  private static String url(FieldReader fields, Function<String, Optional<String>> urlFault) {
    var url = fields.text(URL);
    if (url == null) {
      throw ProblemException.at(URL, ReasonCode.FIELD_MISSING, "'url' is missing");
    }
    urlFault
        .apply(url)
        .ifPresent(
            fault -> {
              throw FieldReader.invalid(URL, fault);
            });
    if (EndpointSeal.origin(url).isEmpty()) {
      throw FieldReader.invalid(URL, "must be a URL such as https://billing.example.com/hooks");
    }
    return url;
  }

  private static boolean jobUrls(FieldReader fields, String url) {
    var takes = Boolean.parseBoolean(fields.flag(JOB_URLS));
    if (takes && !JobUrlIndex.isOrigin(url)) {
      throw FieldReader.invalid(
          JOB_URLS,
          "needs a URL without path and query, such as https://hooks.example.com, since the URLs of"
              + " jobs have their own; make another endpoint for them");
    }
    return takes;
  }

  private static String method(FieldReader fields) {
    var method = fields.text(METHOD);
    if (method != null && !EndpointControl.METHODS.contains(method)) {
      throw FieldReader.invalid(METHOD, "must be POST, PUT, PATCH, DELETE or GET");
    }
    return method == null ? EndpointControl.USUAL_METHOD : method;
  }

  private static <T> Map<String, T> pairs(
      FieldReader fields, String field, BiFunction<String, JsonNode, T> value) {
    var node = fields.node(field);
    if (node == null) {
      return Map.of();
    }
    var all = new LinkedHashMap<String, T>();
    FieldReader.of(node, field)
        .fields()
        .forEach(
            (name, given) -> {
              var path = field + "." + name;
              all.put(name, value.apply(path, given));
            });
    return all;
  }

  private static String plain(String path, JsonNode value) {
    if (!value.isTextual()) {
      throw FieldReader.invalid(path, "must be a JSON string; leave the header out to remove it");
    }
    refuse(path, FixedHeaderRules.fault(name(path), value.textValue()));
    return value.textValue();
  }

  private static String name(String path) {
    return path.substring(path.indexOf('.') + 1);
  }

  /** A text, or {@code true} to keep the value. */
  private static Optional<String> secret(String path, JsonNode value) {
    return value.isBoolean() && value.booleanValue()
        ? Optional.empty()
        : Optional.of(plain(path, value));
  }

  /** Names are compared as HTTP does, whatever their case. */
  private static void checkTogether(
      Map<String, String> headers, Map<String, Optional<String>> secretHeaders) {
    var names = new TreeSet<String>();
    headers.keySet().forEach(name -> addTo(names, HEADERS, name));
    secretHeaders.keySet().forEach(name -> addTo(names, SECRET_HEADERS, name));
    refuse(HEADERS, faultOfAll(headers, withoutKept(secretHeaders)));
  }

  private static void addTo(Set<String> names, String field, String name) {
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw FieldReader.invalid(
          field + "." + name, "the header is there twice; case does not matter");
    }
  }

  private static Map<String, String> withoutKept(Map<String, Optional<String>> secretHeaders) {
    var values = new LinkedHashMap<String, String>();
    secretHeaders.forEach((name, value) -> values.put(name, value.orElse("")));
    return values;
  }

  /** The fault of all headers together; empty for none. */
  static Optional<String> faultOfAll(
      Map<String, String> headers, Map<String, String> secretHeaders) {
    return FixedHeaderRules.faultOfAll(
        headers.size() + secretHeaders.size(), characters(headers) + characters(secretHeaders));
  }

  private static int characters(Map<String, String> headers) {
    return headers.entrySet().stream()
        .mapToInt(header -> header.getKey().length() + header.getValue().length())
        .sum();
  }

  private static void refuse(String field, Optional<String> fault) {
    if (fault.isPresent()) {
      throw FieldReader.invalid(field, fault.get());
    }
  }
}

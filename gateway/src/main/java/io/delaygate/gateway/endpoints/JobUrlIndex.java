package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.control.ControlCache;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.JobUrls;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.EndpointPath;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.EndpointControl;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Index of the endpoints that take URLs of jobs, by namespace and by scheme, host and port. It is
 * the allow-list of such URLs. Thread-safe.
 *
 * <p>Only scheme, host and port choose the endpoint, and only the path and query of the URL leave
 * this class: a call goes to the host of the endpoint's own URL, whatever the URL of the job is.
 */
public final class JobUrlIndex implements JobUrls {
  private final ControlCache known;
  private final Function<String, Optional<String>> urlFault;
  private volatile Taken latest = new Taken(ControlView.EMPTY, Map.of());

  /**
   * Names of endpoints by what they take, in one view of the decisions.
   *
   * @param names by namespace, then scheme, host and port
   */
  private record Taken(ControlView view, Map<String, Map<String, String>> names) {
    Optional<String> find(String namespace, String origin) {
      return Optional.ofNullable(names.getOrDefault(namespace, Map.of()).get(origin));
    }
  }

  /**
   * Index of the decisions in force.
   *
   * @param urlFault why a URL is not allowed; empty for one that is
   */
  public JobUrlIndex(ControlCache known, Function<String, Optional<String>> urlFault) {
    this.known = known;
    this.urlFault = urlFault;
  }

  @Override
  public Found find(String namespace, String url) {
    urlFault
        .apply(url)
        .ifPresent(
            fault -> {
              throw invalid(fault);
            });
    var origin = EndpointSeal.origin(url).orElseThrow(() -> invalid("the URL has no valid host"));
    var path = path(URI.create(url));
    EndpointPath.fault(path)
        .ifPresent(
            fault -> {
              throw invalid("the path of the URL, with its query, " + fault);
            });
    return taken()
        .find(namespace, origin)
        .map(name -> new Found(name, path))
        .orElseThrow(() -> notTaken(namespace, origin));
  }

  /**
   * Checks that no other endpoint of the namespace takes the same URLs.
   *
   * @throws ProblemException 409 if one does
   */
  void refuseTaken(EndpointName name, String url) {
    EndpointSeal.origin(url)
        .flatMap(origin -> taken().find(name.namespace(), origin))
        .filter(other -> !other.equals(name.name()))
        .ifPresent(
            other -> {
              throw ProblemException.at(
                  EndpointRequest.JOB_URLS,
                  ReasonCode.ENDPOINT_OVERLAPS,
                  ("the endpoint '%s' takes the URLs of this scheme, host and port already; set its"
                          + " `jobUrls` to false first")
                      .formatted(other));
            });
  }

  /** Whether a URL has only scheme, host and port. */
  static boolean isOrigin(String url) {
    var uri = URI.create(url);
    return uri.getRawQuery() == null && (uri.getRawPath().isEmpty() || isSlash(uri.getRawPath()));
  }

  private static boolean isSlash(String path) {
    return path.equals("/");
  }

  /** Path and query; HTTP has a slash for no path. */
  private static String path(URI url) {
    var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /** The index of the present view, made anew after a change; a view never changes itself. */
  @SuppressWarnings("ReferenceEquality") // a view has all decisions: too much to compare each time
  private Taken taken() {
    var view = known.view();
    var last = latest;
    if (last.view != view) {
      last = new Taken(view, names(view));
      latest = last;
    }
    return last;
  }

  /**
   * The first name in order takes the URLs where two endpoints would: two gateways may have made
   * them at the same time, and all gateways must choose the same.
   */
  private static Map<String, Map<String, String>> names(ControlView view) {
    var names = new HashMap<String, Map<String, String>>();
    view.endpoints()
        .forEach(
            (name, endpoint) ->
                origin(endpoint)
                    .ifPresent(
                        origin ->
                            names
                                .computeIfAbsent(name.namespace(), first -> new HashMap<>())
                                .merge(origin, name.name(), JobUrlIndex::first)));
    return names;
  }

  private static String first(String one, String other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /**
   * Scheme, host and port of the URLs that an endpoint takes; empty if it takes no URLs of jobs, or
   * if its own URL has a path, which gateways refuse.
   */
  private static Optional<String> origin(EndpointControl endpoint) {
    return endpoint.jobUrls()
        ? EndpointSeal.origin(endpoint.url()).filter(origin -> isOrigin(endpoint.url()))
        : Optional.empty();
  }

  private static ProblemException invalid(String fault) {
    return ProblemException.at(JobUrls.FIELD, ReasonCode.TARGET_INVALID, fault);
  }

  private static ProblemException notTaken(String namespace, String origin) {
    return ProblemException.at(
        JobUrls.FIELD,
        ReasonCode.ENDPOINT_UNKNOWN,
        ("no endpoint of the namespace '%s' takes URLs of %s; an administrator of the namespace can"
                + " allow them by an endpoint of this URL with `\"jobUrls\": true`")
            .formatted(namespace, origin));
  }
}

package io.delaygate.service.control;

import io.delaygate.schemas.job.LeaseStart;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.RetryPolicy;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decision about one HTTP endpoint: how gateways call it when a job is due. The record makes the
 * endpoint exist.
 *
 * @param url base of the calls; gateways check it each time before they call it
 * @param method one of {@link #METHODS}
 * @param headers that each call has, by name, in their order; none of them is secret
 * @param sealed signing secrets and secret headers, encrypted by the gateways' key, in base64; null
 *     for none
 * @param timeoutMs how long one call may take, milliseconds, {@link #SHORTEST_TIMEOUT} to {@link
 *     #LONGEST_TIMEOUT}
 * @param parallelism calls at the same time by all gateways together, 1 to {@value
 *     #MOST_PARALLELISM}
 * @param perSecond calls a second at most, 1 to {@value TargetControl#MOST_PER_SECOND}; null for no
 *     limit
 * @param policy of jobs that do not set one. It has retries whose lease outlasts a call
 * @param jobUrls whether jobs may give a URL of this scheme, host and port in place of its name
 */
public record EndpointControl(
    String url,
    String method,
    Map<String, String> headers,
    @Nullable String sealed,
    long timeoutMs,
    int parallelism,
    @Nullable Integer perSecond,
    Policy policy,
    boolean jobUrls) {
  /** Header of {@code url}. */
  public static final String URL = "url";

  /** Header of {@code method}. */
  public static final String METHOD = "method";

  /** Header of one of {@code headers}, as {@code name: value}. */
  public static final String HEADER = "header";

  /** Header of {@code sealed}. */
  public static final String SEALED = "sealed";

  /** Header of {@code timeoutMs}. */
  public static final String TIMEOUT_MS = "timeout-ms";

  /** Header of {@code parallelism}. */
  public static final String PARALLELISM = "parallelism";

  /** Header of {@code perSecond}. */
  public static final String PER_SECOND = "per-second";

  /** Header of {@code jobUrls}; absent where it is false, as in records of older gateways. */
  public static final String JOB_URLS = "job-urls";

  /** Methods of a call; others carry no body or change nothing. */
  public static final Set<String> METHODS = Set.of("POST", "PUT", "PATCH", "DELETE", "GET");

  /** Method of endpoints that do not set one. */
  public static final String USUAL_METHOD = "POST";

  /** A shorter call would often end before its TLS handshake. */
  public static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(100);

  /** A call that takes longer should be answered at once and worked on later. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(5);

  /** Time-out of endpoints that do not set one. */
  public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

  /** More than the calls of one gateway by far. */
  public static final int MOST_PARALLELISM = 1_000;

  /** Parallelism of endpoints that do not set one. */
  public static final int USUAL_PARALLELISM = 16;

  /**
   * Time between the end of a call and the end of its job's lease, in which the gateway reports how
   * the call ended.
   */
  public static final Duration LEASE_MARGIN = Duration.ofSeconds(30);

  /** Checks the bounds, and makes an immutable copy of the headers. */
  public EndpointControl {
    if (!METHODS.contains(method)) {
      throw new IllegalArgumentException("the method '" + method + "' is not valid");
    }
    check(TIMEOUT_MS, timeoutMs, SHORTEST_TIMEOUT.toMillis(), LONGEST_TIMEOUT.toMillis());
    check(PARALLELISM, parallelism, 1, MOST_PARALLELISM);
    if (perSecond != null) {
      check(PER_SECOND, perSecond, 1, TargetControl.MOST_PER_SECOND);
    }
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    policy = withLease(policy, timeoutMs);
  }

  /** The same with other secrets, null for none. */
  public EndpointControl withSealed(@Nullable String secrets) {
    return new EndpointControl(
        url, method, headers, secrets, timeoutMs, parallelism, perSecond, policy, jobUrls);
  }

  /** Gateways reserve the jobs, so a lease begins with the call and outlasts it. */
  private static Policy withLease(Policy given, long timeoutMs) {
    var retry = given.retry() == null ? RetryPolicy.USUAL : given.retry();
    return new Policy(
        given.priority(),
        given.onExpiry(),
        given.deadLetterTopic(),
        new RetryPolicy(
            retry.maxAttempts(),
            timeoutMs + LEASE_MARGIN.toMillis(),
            LeaseStart.RESERVE,
            retry.backoff()));
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s %d is not valid; it must be from %d to %d".formatted(name, value, least, most));
    }
  }
}

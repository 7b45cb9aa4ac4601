package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Change of an endpoint: what it is afterwards, and the signing secret that the change made.
 *
 * @param made to be shown once; null when the signing secret stays
 */
record EndpointChange(Endpoint after, @Nullable SigningSecret made) {
  /**
   * Makes or replaces an endpoint. Its signing secret stays. Secret headers stay if the request
   * does not name them and the URL keeps scheme, host and port: a value that nobody can read must
   * not be sent to another host.
   *
   * @param before null without one
   * @param fresh the signing secret of an endpoint that has none, or none that opens
   * @throws ProblemException 400 when a value should stay that is not known or must not stay
   */
  static EndpointChange put(
      EndpointName name,
      EndpointRequest request,
      Policy policy,
      @Nullable KnownEndpoint before,
      SigningSecret fresh) {
    var former = before instanceof Endpoint known ? known : null;
    var headers = secretHeaders(request, before);
    EndpointRequest.faultOfAll(request.headers(), headers)
        .ifPresent(
            fault -> {
              throw FieldReader.invalid(EndpointRequest.HEADERS, fault);
            });
    var secrets =
        former == null
            ? new EndpointSecrets(List.of(fresh), headers)
            : former.secrets().withHeaders(headers);
    var control =
        new EndpointControl(
            request.url(),
            request.method(),
            request.headers(),
            null,
            request.timeoutMs(),
            request.parallelism(),
            request.perSecond(),
            policy,
            request.jobUrls());
    return new EndpointChange(new Endpoint(name, control, secrets), former == null ? fresh : null);
  }

  /** Replaces the signing secret; the former one signs for a while, too. */
  static EndpointChange rotate(Endpoint before, SigningSecret fresh) {
    var secrets = before.secrets().withSigning(fresh);
    return new EndpointChange(new Endpoint(before.name(), before.control(), secrets), fresh);
  }

  /** The record of the endpoint, with its secrets sealed. */
  EndpointControl sealed(EndpointSeal seal) {
    var control = after.control();
    return control.withSealed(seal.seal(after.name(), control.url(), after.secrets()));
  }

  private static Map<String, String> secretHeaders(
      EndpointRequest request, @Nullable KnownEndpoint before) {
    var given = request.secretHeaders();
    if (given == null) {
      return before == null ? Map.of() : kept(request, before).secrets().headers();
    }
    var headers = new LinkedHashMap<String, String>();
    given.forEach(
        (name, value) ->
            headers.put(name, value.isPresent() ? value.get() : kept(request, before, name)));
    return headers;
  }

  private static String kept(EndpointRequest request, @Nullable KnownEndpoint before, String name) {
    var field = EndpointRequest.SECRET_HEADERS + "." + name;
    if (before == null) {
      throw FieldReader.invalid(field, "no value is stored; give one");
    }
    var former = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    former.putAll(kept(request, before).secrets().headers());
    return Optional.ofNullable(former.get(name))
        .orElseThrow(() -> FieldReader.invalid(field, "no value is stored; give one"));
  }

  /** The endpoint whose secret headers may stay. */
  private static Endpoint kept(EndpointRequest request, KnownEndpoint before) {
    if (before instanceof LockedEndpoint locked) {
      throw ProblemException.at(
          EndpointRequest.SECRET_HEADERS,
          ReasonCode.FIELD_INVALID,
          "secret headers cannot stay as they are: %s. Give all of them, or {} for none"
              .formatted(locked.obstacle()));
    }
    var former = (Endpoint) before;
    var isElsewhere =
        !EndpointSeal.origin(request.url()).equals(EndpointSeal.origin(before.control().url()));
    if (isElsewhere && !former.secrets().headers().isEmpty()) {
      throw FieldReader.invalid(
          EndpointRequest.SECRET_HEADERS,
          "the URL has another scheme, host or port, so secret headers do not stay; give all of"
              + " them, or {} for none");
    }
    return former;
  }
}

package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.endpoints.SecretBox.Unsealed;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.EndpointControl;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * Seal of the secrets of endpoints. They are bound to the endpoint's name and to scheme, host and
 * port of its URL: a record that has the same sealed text and another host would otherwise send the
 * secrets there.
 *
 * @param box empty where endpoints are off
 */
record EndpointSeal(Optional<SecretBox> box) {
  /** Obstacle of all endpoints of a gateway without keys. */
  static final String OFF = "endpoints are off, as `endpoints.key.file` is not set";

  /**
   * The sealed secrets of an endpoint.
   *
   * @param url a valid URL
   */
  String seal(EndpointName name, String url, EndpointSecrets secrets) {
    var context = context(name, url).orElseThrow();
    return box.orElseThrow().seal(context, secrets.toBytes());
  }

  /** The endpoint of a record, with its secrets if they open. */
  KnownEndpoint open(EndpointName name, EndpointControl control) {
    if (box.isEmpty()) {
      return locked(name, control, OFF);
    }
    if (control.sealed() == null) {
      return locked(name, control, "it has no signing secret; PUT it over HTTP to make one");
    }
    var context = context(name, control.url());
    if (context.isEmpty()) {
      return locked(name, control, "its URL is not valid");
    }
    var unsealed = box.get().open(context.get(), control.sealed());
    if (unsealed instanceof Unsealed.Opened opened) {
      try {
        return new Endpoint(name, control, EndpointSecrets.of(opened.text()));
      } catch (IllegalArgumentException foreign) {
        return locked(name, control, "its secrets have an unknown form; PUT it again");
      }
    }
    return locked(
        name,
        control,
        "its secrets do not open: %s; add the key there, or PUT the endpoint with all its secrets"
            .formatted(((Unsealed.Closed) unsealed).why()));
  }

  /** A name of the first key, to notice another; empty where endpoints are off. */
  String firstKey() {
    return box.map(SecretBox::firstKey).orElse("");
  }

  /**
   * Whether the first key has sealed the secrets of a record; true for a record without secrets.
   */
  boolean isOfFirstKey(EndpointControl control) {
    return box.isEmpty() || control.sealed() == null || box.get().isOfFirstKey(control.sealed());
  }

  /** The same secrets, sealed by the first key; empty if they do not open. */
  Optional<String> resealed(EndpointName name, EndpointControl control) {
    return open(name, control) instanceof Endpoint open
        ? Optional.of(seal(name, control.url(), open.secrets()))
        : Optional.empty();
  }

  private static LockedEndpoint locked(EndpointName name, EndpointControl control, String why) {
    return new LockedEndpoint(name, control, why);
  }

  private static Optional<String> context(EndpointName name, String url) {
    return origin(url).map(origin -> name + " " + origin);
  }

  /** Scheme, host and port of a URL; empty when it has none. */
  static Optional<String> origin(String url) {
    try {
      var uri = URI.create(url);
      if (uri.getScheme() == null || uri.getHost() == null) {
        return Optional.empty();
      }
      var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
      var port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
      return Optional.of(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + ":" + port);
    } catch (IllegalArgumentException notAUrl) {
      return Optional.empty();
    }
  }
}

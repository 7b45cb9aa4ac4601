package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Secrets of an endpoint, as they are sealed: signing secrets and secret headers.
 *
 * @param signing the latest first, then the one before it
 * @param headers that each call has, by name
 */
public record EndpointSecrets(List<SigningSecret> signing, Map<String, String> headers) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SIGNING = "signing";
  private static final String HEADERS = "headers";
  private static final String SECRET = "secret";
  private static final String SET_AT_MS = "setAtMs";
  private static final String UNTIL_MS = "untilMs";

  /** Makes immutable copies. */
  public EndpointSecrets {
    if (signing.isEmpty()) {
      throw new IllegalArgumentException("an endpoint has a signing secret");
    }
    signing = List.copyOf(signing);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  /** The same with other headers. */
  EndpointSecrets withHeaders(Map<String, String> others) {
    return new EndpointSecrets(signing, others);
  }

  /** The same with a new signing secret; the former one signs for a while, an older one no more. */
  EndpointSecrets withSigning(SigningSecret next) {
    return new EndpointSecrets(List.of(next, signing.get(0).replaced(next.setAtMs())), headers);
  }

  /** The latest signing secret. */
  SigningSecret latest() {
    return signing.get(0);
  }

  byte[] toBytes() {
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray(SIGNING);
    for (var secret : signing) {
      var item = list.addObject().put(SECRET, secret.text()).put(SET_AT_MS, secret.setAtMs());
      if (secret.untilMs() != null) {
        item.put(UNTIL_MS, secret.untilMs());
      }
    }
    var pairs = json.putObject(HEADERS);
    headers.forEach(pairs::put);
    try {
      return JSON.writeValueAsBytes(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static EndpointSecrets of(byte[] bytes) {
    JsonNode json;
    try {
      json = JSON.readTree(bytes);
    } catch (IOException notJson) {
      throw new IllegalArgumentException("the secrets are not JSON"); // its cause quotes them
    }
    var signing = new ArrayList<SigningSecret>();
    for (var item : json.path(SIGNING)) {
      signing.add(
          new SigningSecret(
              item.path(SECRET).asText(),
              item.path(SET_AT_MS).asLong(),
              item.has(UNTIL_MS) ? item.get(UNTIL_MS).asLong() : null));
    }
    var headers = new LinkedHashMap<String, String>();
    json.path(HEADERS)
        .properties()
        .forEach(pair -> headers.put(pair.getKey(), pair.getValue().asText()));
    return new EndpointSecrets(signing, headers);
  }

  /** Names and numbers only. */
  @Override
  public String toString() {
    return "%d signing secrets, secret headers %s".formatted(signing.size(), headers.keySet());
  }
}

package io.delaygate.gateway.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the HTTP endpoints that gateways call.
 *
 * @param keyFile file of the keys that seal secrets; without it endpoints are off
 * @param allowedHosts names that may be called by http, and may have private addresses
 * @param allowedNetworks networks whose private addresses may be called
 * @param allowsHttpToLoopback whether the local host may be called, also by http
 * @param caFile PEM file of certificates that are trusted besides the JVM's
 * @param calls at the same time, by one gateway
 * @param resealDelay time after which a new first key seals all secrets anew
 */
public record EndpointSettings(
    Optional<Path> keyFile,
    List<String> allowedHosts,
    List<String> allowedNetworks,
    boolean allowsHttpToLoopback,
    Optional<Path> caFile,
    int calls,
    Duration resealDelay) {
  /** Makes immutable copies. */
  public EndpointSettings {
    allowedHosts = List.copyOf(allowedHosts);
    allowedNetworks = List.copyOf(allowedNetworks);
  }
}

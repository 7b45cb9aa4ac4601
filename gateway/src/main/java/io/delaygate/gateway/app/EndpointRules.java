package io.delaygate.gateway.app;

import io.delaygate.gateway.endpoints.SealingKeys;
import io.delaygate.gateway.endpoints.SecretBox;
import io.delaygate.gateway.push.EndpointUrl;
import io.delaygate.gateway.push.IpNetwork;
import io.delaygate.gateway.push.UrlRules;
import io.delaygate.gateway.settings.EndpointSettings;
import io.delaygate.gateway.settings.ReloadingFiles;
import io.delaygate.service.settings.SettingsException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Keys and URL rules of endpoints, from the settings. All installations share them.
 *
 * @param box of secrets; empty where endpoints are off
 * @param urls that endpoints may have
 */
record EndpointRules(Optional<SecretBox> box, UrlRules urls) {
  /**
   * Reads the file of keys, and follows its changes.
   *
   * @throws SettingsException if it cannot be used
   */
  static EndpointRules of(EndpointSettings settings, Gateway.Parts gateway) {
    return new EndpointRules(
        settings.keyFile().map(file -> box(file, gateway)),
        new UrlRules(
            settings.allowsHttpToLoopback(),
            new HashSet<>(settings.allowedHosts()),
            settings.allowedNetworks().stream().map(EndpointRules::network).toList()));
  }

  private static SecretBox box(Path file, Gateway.Parts gateway) {
    var keys =
        ReloadingFiles.follow(
            List.of(file),
            texts -> SealingKeys.parse(texts.get(0), file.toString()),
            gateway.lifetime().failures());
    gateway.lifetime().opened().add("keys of endpoints", deadline -> keys.close());
    return new SecretBox(keys::latest, gateway.given().random());
  }

  private static IpNetwork network(String text) {
    return IpNetwork.parse(text)
        .orElseThrow(
            () ->
                new SettingsException(
                    "'endpoints.allowed.networks': '%s' is not a network; the bits behind its"
                            .formatted(text)
                        + " prefix must be 0"));
  }

  /** Why an endpoint may not have a URL; empty if it may. */
  Optional<String> urlFault(String url) {
    return EndpointUrl.fault(url, urls);
  }
}

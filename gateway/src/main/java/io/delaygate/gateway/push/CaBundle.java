package io.delaygate.gateway.push;

import io.delaygate.service.settings.SettingsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reader of a file of trusted certificates, as PEM. */
public final class CaBundle {
  /** Ten times the bundles of Linux distributions. */
  static final int MAX_BYTES = 4 * 1024 * 1024;

  private CaBundle() {}

  /**
   * The certificates of a file.
   *
   * @throws SettingsException if it cannot be read, or holds no certificate
   */
  public static List<X509Certificate> read(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw unusable(file, "it is larger than " + MAX_BYTES + " bytes");
      }
      var found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
      if (found.isEmpty()) {
        throw unusable(file, "it holds none");
      }
      return found.stream().map(X509Certificate.class::cast).toList();
    } catch (CertificateException | IOException failure) {
      throw unusable(file, failure.getClass().getSimpleName() + ": " + failure.getMessage());
    }
  }

  private static SettingsException unusable(Path file, String why) {
    return new SettingsException(
        "%s must hold the certificates of authorities that are trusted, as PEM: %s"
            .formatted(file, why));
  }
}

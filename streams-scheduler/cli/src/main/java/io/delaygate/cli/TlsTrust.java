package io.delaygate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS trust: the certificates of gateways that are accepted. Host names are checked in any case.
 */
final class TlsTrust {
  private TlsTrust() {}

  /** Trust in the certificates of a PEM file; without a file, Java's default trust. */
  static SSLContext read(@Nullable Path pem) {
    try {
      if (pem == null) {
        return SSLContext.getDefault();
      }
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      try (var bytes = Files.newInputStream(pem)) {
        for (var certificate :
            CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
          store.setCertificateEntry("ca-" + store.size(), certificate);
        }
      }
      if (store.size() == 0) {
        throw unusable(pem, "it holds none");
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (NoSuchAlgorithmException withoutTls) {
      throw new IllegalStateException("every Java has TLS and X.509", withoutTls);
    } catch (IOException | GeneralSecurityException unreadable) {
      throw unusable(pem, unreadable.toString());
    }
  }

  private static CliException unusable(@Nullable Path pem, String why) {
    return new CliException(
        ExitStatus.USAGE, "No certificates can be read from '%s': %s".formatted(pem, why));
  }
}

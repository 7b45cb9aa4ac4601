package io.delaygate.gateway.http;

import io.delaygate.gateway.settings.ReloadingFiles;
import io.delaygate.gateway.settings.TlsFiles;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.settings.SettingsException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import nl.altindag.ssl.pem.util.PemUtils;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS certificate and key of the HTTPS listeners, reloaded when their files change. New connections
 * use the new certificate; open ones keep theirs.
 */
public final class Tls implements AutoCloseable {
  /** Data to sign, only to check that the key belongs to the certificate. */
  private static final byte[] PROBE = new byte[32];

  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private final ReloadingFiles<X509Certificate> files;

  private Tls(TlsFiles files, BackgroundFailures failures) {
    this.files =
        ReloadingFiles.follow(
            List.of(files.certificate(), files.key()), texts -> take(texts, files), failures);
  }

  /**
   * Reads the files, and reloads them until it is closed.
   *
   * @throws SettingsException if they cannot be read, or do not belong together
   */
  static Tls follow(TlsFiles files, BackgroundFailures failures) {
    return new Tls(files, failures);
  }

  /** The factory that makes connections. */
  public SslContextFactory.Server factory() {
    return factory;
  }

  /** The end of the certificate's validity, epoch milliseconds. */
  public long expiresMs() {
    return files.latest().getNotAfter().toInstant().toEpochMilli();
  }

  @Override
  public void close() {
    files.close();
  }

  private X509Certificate take(List<String> texts, TlsFiles from) {
    try {
      var identity = PemUtils.parseIdentityMaterial(texts.get(0), texts.get(1), null);
      var certificate = certificateOf(identity);
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {identity}, null, null);
      factory.reload(it -> it.setSslContext(context));
      return certificate;
    } catch (Exception unusable) {
      // not its message: that of a parser may quote the key
      throw new SettingsException(
          "%s and %s must be a certificate and its private key, as PEM without password: %s"
              .formatted(from.certificate(), from.key(), unusable.getClass().getSimpleName()));
    }
  }

  /**
   * Checks that the key belongs to the certificate: otherwise every connection would fail, and
   * nothing would say why.
   */
  private static X509Certificate certificateOf(X509ExtendedKeyManager identity)
      throws GeneralSecurityException {
    for (var type : List.of("RSA", "EC", "Ed25519", "EdDSA")) {
      for (var alias : aliases(identity, type)) {
        var certificate = identity.getCertificateChain(alias)[0];
        if (!belong(identity.getPrivateKey(alias), certificate.getPublicKey())) {
          throw new GeneralSecurityException("the key does not belong to the certificate");
        }
        return certificate;
      }
    }
    throw new GeneralSecurityException("the key must be RSA or of an elliptic curve");
  }

  private static String[] aliases(X509ExtendedKeyManager identity, String type) {
    var aliases = identity.getServerAliases(type, null);
    return aliases == null ? new String[0] : aliases;
  }

  private static boolean belong(PrivateKey key, PublicKey to) throws GeneralSecurityException {
    var signature =
        Signature.getInstance(
            switch (key.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC", "ECDSA" -> "SHA256withECDSA";
              default -> key.getAlgorithm();
            });
    signature.initSign(key);
    signature.update(PROBE);
    var signed = signature.sign();
    signature.initVerify(to);
    signature.update(PROBE);
    return signature.verify(signed);
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.settings.FollowedFiles;
import io.delaygate.gateway.settings.TlsFiles;
import io.delaygate.schemas.settings.SettingsException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import nl.altindag.ssl.pem.util.PemUtils;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * HTTPS by a certificate and its key. New ones are taken by connections that begin later; those
 * that are open keep theirs.
 */
final class Tls implements AutoCloseable {
  /** Says nothing; only whether the key that signs it is the certificate's. */
  private static final byte[] PROBE = new byte[32];

  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private final FollowedFiles<SSLContext> files;

  private Tls(TlsFiles files) {
    this.files =
        FollowedFiles.follow(
            List.of(files.certificate(), files.key()), texts -> take(texts, files));
  }

  /**
   * Reads the files, and follows them until it is closed.
   *
   * @throws SettingsException if they cannot be read, or do not belong together
   */
  static Tls follow(TlsFiles files) {
    return new Tls(files);
  }

  /** What connections are made by. */
  SslContextFactory.Server factory() {
    return factory;
  }

  @Override
  public void close() {
    files.close();
  }

  private SSLContext take(List<String> texts, TlsFiles from) {
    try {
      var context = context(texts.get(0), texts.get(1));
      factory.reload(it -> it.setSslContext(context));
      return context;
    } catch (Exception unusable) {
      // not its message: that of a parser may quote the key
      throw new SettingsException(
          "%s and %s are no certificate with its key, both PEM and without password: %s"
              .formatted(from.certificate(), from.key(), unusable.getClass().getSimpleName()));
    }
  }

  private static SSLContext context(String certificate, String key)
      throws GeneralSecurityException {
    var identity = PemUtils.parseIdentityMaterial(certificate, key, null);
    requireItsKey(identity);
    var context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {identity}, null, null);
    return context;
  }

  /** Else every connection would fail, and nothing would say why. */
  private static void requireItsKey(X509ExtendedKeyManager identity)
      throws GeneralSecurityException {
    for (var type : List.of("RSA", "EC", "Ed25519", "EdDSA")) {
      for (var alias : aliases(identity, type)) {
        var chain = identity.getCertificateChain(alias);
        if (!belong(identity.getPrivateKey(alias), chain[0].getPublicKey())) {
          throw new GeneralSecurityException("the key is another certificate's");
        }
        return;
      }
    }
    throw new GeneralSecurityException("neither RSA nor an elliptic curve");
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

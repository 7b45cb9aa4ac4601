package io.delaygate.gateway.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Self-signed certificate, for 127.0.0.1 unless told otherwise, made by Java's keytool. */
public record Certificate(java.security.cert.Certificate certificate, Key key) {
  private static final char[] PASSWORD = "password".toCharArray();

  /**
   * Makes a certificate.
   *
   * @param algorithm {@code RSA}, {@code EC} or {@code Ed25519}
   */
  public static Certificate make(Path folder, String algorithm) throws Exception {
    return make(folder, algorithm, "ip:127.0.0.1");
  }

  /**
   * Makes a certificate for another name.
   *
   * @param name such as {@code dns:hooks.example.com}
   */
  public static Certificate make(Path folder, String algorithm, String name) throws Exception {
    var file = Files.createTempDirectory(folder, "keys").resolve("store.p12");
    var keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=delaygate",
                "-ext",
                "san=" + name,
                "-keystore",
                file.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .start();
    var said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(said);
    }
    var store = KeyStore.getInstance(file.toFile(), PASSWORD);
    return new Certificate(store.getCertificate("a"), store.getKey("a", PASSWORD));
  }

  public void write(Path certificateFile, Path keyFile) throws Exception {
    Files.writeString(certificateFile, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(keyFile, pem("PRIVATE KEY", key.getEncoded()));
  }

  /** TLS context of a client that trusts only this certificate. */
  public SSLContext trust() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("a", certificate);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static String pem(String what, byte[] bytes) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what);
  }
}

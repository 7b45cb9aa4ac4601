package io.delaygate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of HTTPS with a private CA: its certificate is trusted only when its file is named. */
@Timeout(60)
class PrivateAuthorityTest {
  private static final String PASSWORD = "changeit";

  private final Path folder;
  private final HttpsServer server;

  PrivateAuthorityTest(@TempDir Path folder) throws Exception {
    this.folder = folder;
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=any", "-ext", "san=ip:127.0.0.1");
    keytool("-exportcert", "-rfc", "-file", certificate());
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context()));
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            var body = "{\"id\": \"a\", \"value\": \"v\"}".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void itIsTrustedWhenItsFileIsNamed() {
    var called = Called.of("get", "a", "--gateway", url("127.0.0.1"), "--ca-file", certificate());

    assertThat(called.status()).as(called.err()).isZero();
    assertThat(called.out()).contains("id     a\n");
  }

  @Test
  void withoutTheFileNothingIsSent() {
    var called = Called.of("get", "a", "--gateway", url("127.0.0.1"));

    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).contains("is not trusted", "--ca-file");
  }

  @Test
  void anotherHostThanThatOfTheCertificateIsNotTrusted() {
    var called = Called.of("get", "a", "--gateway", url("localhost"), "--ca-file", certificate());

    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err()).contains("is not trusted");
  }

  private String url(String host) {
    return "https://" + host + ":" + server.getAddress().getPort();
  }

  private String certificate() {
    return folder.resolve("certificate.pem").toString();
  }

  private SSLContext context() throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    try (var bytes = Files.newInputStream(folder.resolve("keys.p12"))) {
      store.load(bytes, PASSWORD.toCharArray());
    }
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private void keytool(String... what) throws Exception {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of(what));
    line.addAll(List.of("-alias", "a", "-storetype", "PKCS12", "-storepass", PASSWORD));
    line.addAll(List.of("-keystore", folder.resolve("keys.p12").toString()));
    var process = new ProcessBuilder(line).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }
}

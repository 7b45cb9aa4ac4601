package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.service.settings.SettingsException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpsTest {
  /** Made once, because each certificate takes a process and a second. */
  private static Certificate ec;

  private static Certificate other;

  private Path folder;
  private Path certificateFile;
  private Path keyFile;

  @BeforeAll
  static void make(@TempDir Path folder) throws Exception {
    ec = Certificate.make(folder, "EC");
    other = Certificate.make(folder, "EC");
  }

  @BeforeEach
  void name(@TempDir Path temporary) {
    folder = temporary;
    certificateFile = folder.resolve("tls.crt");
    keyFile = folder.resolve("tls.key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void callsComeByHttps(String algorithm) throws Exception {
    var certificate = algorithm.equals("EC") ? ec : Certificate.make(folder, algorithm);
    certificate.write(certificateFile, keyFile);
    try (var gateway = start()) {
      assertThat(get(gateway, certificate).statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> gateway.send("GET", "/healthz"))
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aChangedCertificateIsTakenByNewConnections() throws Exception {
    ec.write(certificateFile, keyFile);
    try (var gateway = start()) {
      assertThat(get(gateway, ec).statusCode()).isEqualTo(200);

      other.write(certificateFile, keyFile);

      Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> isTrusted(gateway, other));
      assertThat(isTrusted(gateway, ec)).isFalse();
    }
  }

  @Test
  void whatDoesNotBelongTogetherIsNotBegunWith() throws Exception {
    ec.write(certificateFile, keyFile);
    other.write(folder.resolve("other"), keyFile);

    assertThatThrownBy(this::start)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("tls.key");
  }

  @Test
  void whatIsNoPemIsNotShown() throws IOException {
    Files.writeString(certificateFile, "no certificate");
    Files.writeString(keyFile, "s3cret");

    assertThatThrownBy(this::start)
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("tls.crt")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aCertificateNeedsItsKey() {
    assertThatThrownBy(
            () -> TestGateway.start("http.tls.certificate.file", certificateFile.toString()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll("http.tls.certificate.file", "http.tls.key.file");
  }

  private TestGateway start() {
    return TestGateway.start(
        "http.tls.certificate.file",
        certificateFile.toString(),
        "http.tls.key.file",
        keyFile.toString());
  }

  private static boolean isTrusted(TestGateway gateway, Certificate certificate) throws Exception {
    try {
      return get(gateway, certificate).statusCode() == 200;
    } catch (IOException notTrusted) {
      return false;
    }
  }

  private static HttpResponse<String> get(TestGateway gateway, Certificate certificate)
      throws Exception {
    var client = HttpClient.newBuilder().sslContext(certificate.trust()).build();
    var uri = URI.create("https://127.0.0.1:" + gateway.gateway.port() + "/healthz");
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}

package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.gateway.app.Certificate;
import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.service.settings.SettingsException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of TLS and HTTP/2: certificates and names are verified, while the address is ours. */
@Timeout(60)
class EndpointTlsTest {
  private static final String NAME = "hooks.example.com";
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

  private static Certificate certificate;

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void makeCertificate(@TempDir Path folder) throws Exception {
    certificate = Certificate.make(folder, "EC", "dns:" + NAME);
  }

  @AfterEach
  void close() throws Exception {
    for (var part : open) {
      part.close();
    }
  }

  @Test
  void callsAHostWhoseCertificateIsTrusted() throws Exception {
    var asked = new CompletableFuture<List<SNIServerName>>();
    var server =
        open(
            PlannedServer.https(
                certificate,
                (request, connection) -> {
                  var session = (ExtendedSSLSession) ((SSLSocket) connection).getSession();
                  asked.complete(session.getRequestedServerNames());
                  PlannedServer.send(connection, OK);
                }));
    var end = call(caller(trusted()), server.url(NAME));
    assertThat(end).isInstanceOf(Answered.class);
    assertThat(asked.get()).containsExactly(new SNIHostName(NAME));
    assertThat(server.requests().get(0).values("host")).containsExactly(NAME + ":" + server.port());
  }

  @Test
  void refusesACertificateForAnotherName() throws Exception {
    var server = open(PlannedServer.https(certificate, PlannedServer.sends(OK)));
    for (var name : List.of("other.example.com", "127.0.0.1", "a." + NAME)) {
      var end = (Failed) call(caller(trusted()), server.url(name));
      assertThat(end.kind()).as(name).isEqualTo(Kind.TLS);
      assertThat(end.text())
          .startsWith("no TLS connection: ")
          .contains("No subject alternative")
          .contains(name);
    }
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void refusesACertificateOfAnUnknownAuthority() throws Exception {
    var server = open(PlannedServer.https(certificate, PlannedServer.sends(OK)));
    var end = (Failed) call(caller(List.of()), server.url(NAME));
    assertThat(end.kind()).isEqualTo(Kind.TLS);
    assertThat(end.text()).contains("unable to find valid certification path");
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aServerWithoutTlsIsAFailure() throws Exception {
    var server = open(PlannedServer.http(PlannedServer.sends(OK)));
    var url = URI.create("https://" + NAME + ":" + server.port() + "/");
    var call = request(url, Duration.ofMillis(300));
    var end = caller(trusted()).call(call).get(20, TimeUnit.SECONDS);
    assertThat(end).isInstanceOf(Failed.class);
  }

  @Test
  void speaksHttp2WithAServerThatDoes() throws Exception {
    var server = http2Server();
    var caller = caller(trusted());
    var end = (Answered) call(caller, server.url(NAME, "/version"));
    assertThat(end.head()).asString(UTF_8).isEqualTo("HTTP/2.0 " + NAME + ":" + server.port());
    assertThat(end.status()).isEqualTo(200);
    // further calls share the connection, also at the same time
    var calls = new ArrayList<CompletableFuture<CallEnd>>();
    for (var i = 0; i < 20; i++) {
      calls.add(caller.call(request(server.url(NAME, "/version"))));
    }
    for (var call : calls) {
      assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(Answered.class);
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void endsAnswersOverHttp2ThatAreTooLong() throws Exception {
    var server = http2Server();
    var caller = caller(trusted());
    assertThat(((Answered) call(caller, server.url(NAME, "/huge"))).status()).isEqualTo(200);
    assertThat(call(caller, server.url(NAME, "/version"))).isInstanceOf(Answered.class);
    var end = (Failed) call(caller, server.url(NAME, "/headers"));
    assertThat(end.kind()).isEqualTo(Kind.BROKEN);
  }

  @Test
  void aCallOverHttp2ThatHangsEndsByItsTime() throws Exception {
    var server = http2Server();
    var caller = caller(trusted());
    var hanging = request(server.url(NAME, "/hang"), Duration.ofMillis(300));
    var end = (Failed) caller.call(hanging).get(20, TimeUnit.SECONDS);
    assertThat(end.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(call(caller, server.url(NAME, "/version"))).isInstanceOf(Answered.class);
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void aCallOverHttp2MayTakeLongerThanAConnectionMayBeIdle() throws Exception {
    var server = http2Server();
    var brief = caller(trusted(), Duration.ofMillis(100));
    var hanging = request(server.url(NAME, "/hang"), Duration.ofMillis(800));
    var end = (Failed) brief.call(hanging).get(20, TimeUnit.SECONDS);
    assertThat(end.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(end.tookMs()).isGreaterThan(700);
  }

  @Test
  void readsABundleOfAuthorities(@TempDir Path folder) throws Exception {
    var file = folder.resolve("bundle.pem");
    certificate.write(file, folder.resolve("key.pem"));
    Files.writeString(file, Files.readString(file) + "# the same again\n" + Files.readString(file));
    assertThat(CaBundle.read(file)).hasSize(2).containsOnly(trusted().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"})
  void aBundleWithoutCertificatesIsAFaultOfTheSettings(String text, @TempDir Path folder)
      throws Exception {
    var file = Files.writeString(Files.createTempFile(folder, "bundle", ".pem"), text);
    assertThatThrownBy(() -> CaBundle.read(file))
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith(file + " must hold the certificates of authorities");
    assertThatThrownBy(() -> CaBundle.read(folder.resolve("missing.pem")))
        .isInstanceOf(SettingsException.class);
  }

  private static List<X509Certificate> trusted() {
    return List.of((X509Certificate) certificate.certificate());
  }

  private EndpointCaller caller(List<X509Certificate> authorities) {
    return caller(authorities, Duration.ofSeconds(30));
  }

  private EndpointCaller caller(List<X509Certificate> authorities, Duration idle) {
    var rules = new UrlRules(true, Set.of(), List.of(IpNetwork.of("127.0.0.0/8")));
    return open(
        EndpointCaller.start(
            new CallerConfig(rules, authorities, 64, Duration.ofSeconds(5), idle),
            name -> new InetAddress[] {InetAddress.getLoopbackAddress()},
            System::nanoTime));
  }

  private Http2Server http2Server() throws Exception {
    var server = Http2Server.start(certificate);
    open.add(server::stop);
    return server;
  }

  private static CallEnd call(EndpointCaller caller, URI url) throws Exception {
    return caller.call(request(url)).get(20, TimeUnit.SECONDS);
  }

  private static EndpointCall request(URI url) {
    return request(url, Duration.ofSeconds(10));
  }

  private static EndpointCall request(URI url, Duration timeout) {
    return new EndpointCall(url, "POST", List.of(), "x".getBytes(UTF_8), timeout);
  }

  private <T extends AutoCloseable> T open(T part) {
    open.add(part);
    return part;
  }
}

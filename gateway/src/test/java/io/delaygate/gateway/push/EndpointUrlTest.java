package io.delaygate.gateway.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the rule for URLs, before any lookup. */
class EndpointUrlTest {
  private static final UrlRules DEVELOPMENT = new UrlRules(true, Set.of(), List.of());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|begin with https://",
        "hooks.example.com/a|begin with https://",
        "http://hooks.example.com/|does not allow http",
        "HTTP://hooks.example.com/|does not allow http",
        "ftp://hooks.example.com/|begin with https://",
        "file:///etc/passwd|begin with https://",
        "gopher://hooks.example.com/|begin with https://",
        "jar:https://hooks.example.com/a.jar!/|begin with https://",
        "https:hooks.example.com|begin with https://",
        "//hooks.example.com/|begin with https://",
        "https:///path|the host must be a name",
        "https://|not valid",
        "https://:443/|the host must be a name",
        "https://user@hooks.example.com/|no user or password",
        "https://user:pass@hooks.example.com/|no user or password",
        "https://hooks.example.com@127.0.0.1/|no user or password",
        "https://hooks.example.com#@127.0.0.1/|fragment",
        "https://hooks.example.com/#|fragment",
        "https:\\\\127.0.0.1/|backslashes",
        "https://hooks.example.com/a b|visible ASCII",
        "https://hooks.example.com:0/|port",
        "https://hooks.example.com:65536/|port",
        "https://hooks.example.com:99999/|port",
        "https://hooks.example.com:-1/|must have a host",
        "https://hooks.example.com:8o/|must have a host",
      })
  void refusesFormsThatAreNotPlain(String url, String reason) {
    assertRefused(url, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://127.0.0.1\\@hooks.example.com/|backslashes",
        "https://127.0.0.1/|loopback",
        "https://127.8.9.10:8443/|loopback",
        "https://127.1/|four decimal numbers",
        "https://127.0.1/|four decimal numbers",
        "https://2130706433/|four decimal numbers",
        "https://0x7f000001/|four decimal numbers",
        "https://0x7f.0.0.1/|four decimal numbers",
        "https://0177.0.0.1/|four decimal numbers",
        "https://017700000001/|four decimal numbers",
        "https://127.0.0.01/|four decimal numbers",
        "https://1.2.3.4.5/|four decimal numbers",
        "https://256.1.1.1/|four decimal numbers",
        "https://hooks.example.0x7f/|four decimal numbers",
        "https://127.0.0.1./|the host must be a name",
        "https://0/|four decimal numbers",
        "https://0.0.0.0/|unspecified",
        "https://10.1.2.3/|private",
        "https://172.16.0.1/|private",
        "https://172.31.255.255/|private",
        "https://192.168.1.1/|private",
        "https://100.64.0.1/|carrier-grade NAT",
        "https://100.127.255.255/|carrier-grade NAT",
        "https://169.254.169.254/latest/meta-data/|link-local",
        "https://100.100.100.200/|metadata",
        "https://168.63.129.16/|metadata",
        "https://192.0.0.192/|for protocols",
        "https://192.0.2.1/|documentation",
        "https://198.51.100.1/|documentation",
        "https://203.0.113.1/|documentation",
        "https://198.19.0.1/|benchmarks",
        "https://224.0.0.1/|multicast",
        "https://240.0.0.1/|reserved",
        "https://255.255.255.255/|broadcast",
      })
  void refusesSpecialIpv4Addresses(String url, String reason) {
    assertRefused(url, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://[::1]/|loopback",
        "https://[0:0:0:0:0:0:0:1]/|loopback",
        "https://[::]/|unspecified",
        "https://[::ffff:127.0.0.1]/|loopback",
        "https://[::ffff:7f00:1]/|loopback",
        "https://[::ffff:a9fe:a9fe]/|link-local",
        "https://[::127.0.0.1]/|not a public IPv6",
        "https://[::ffff:0:127.0.0.1]/|not a public IPv6",
        "https://[64:ff9b::7f00:1]/|stands for 127.0.0.1",
        "https://[64:ff9b::169.254.169.254]/|stands for 169.254.169.254",
        "https://[64:ff9b:1::a00:1]/|not a public IPv6",
        "https://[2002:7f00:1::]/|stands for 127.0.0.1",
        "https://[2002:a9fe:a9fe::1]/|stands for 169.254.169.254",
        "https://[2001:0:a00:1::]/|stands for 10.0.0.1",
        "https://[2001:0:808:808:0:0:80ff:fffe]/|stands for 127.0.0.1",
        "https://[2600::5efe:10.0.0.1]/|stands for 10.0.0.1",
        "https://[2600::200:5efe:192.168.0.1]/|stands for 192.168.0.1",
        "https://[fe80::1]/|link-local",
        "https://[fe80::1%25eth0]/|without a zone",
        "https://[fe80::1%eth0]/|without a zone",
        "https://[fec0::1]/|site-local",
        "https://[fc00::1]/|unique local",
        "https://[fd00:ec2::254]/|metadata",
        "https://[fd20:ce::254]/|metadata",
        "https://[ff02::1]/|multicast",
        "https://[2001:db8::1]/|documentation",
        "https://[3fff::1]/|documentation",
        "https://[100::1]/|not a public IPv6",
        "https://[5f00::1]/|not a public IPv6",
        "https://[127.0.0.1]/|not valid",
      })
  void refusesSpecialIpv6Addresses(String url, String reason) {
    assertRefused(url, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://localhost/|private network",
        "https://LOCALHOST/|private network",
        "https://a.localhost/|private network",
        "https://localhost.localdomain/|private network",
        "https://printer.local/|private network",
        "https://api.corp/|private network",
        "https://db.internal/|private network",
        "https://router.home.arpa/|private network",
        "https://kubernetes.default.svc/|private network",
        "https://kubernetes.default.svc.cluster.local/|private network",
        "https://metadata.google.internal/|metadata",
        "https://Metadata.Google.Internal/|metadata",
        "https://metadata/|metadata",
        "https://instance-data/|metadata",
        "https://kubernetes/|not a full name",
      })
  void refusesNamesOfPrivateNetworks(String url, String reason) {
    assertRefused(url, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://localhost./|the host must be a name",
        "https://hooks.example.com./|the host must be a name",
        "https://hooks..example.com/|the host must be a name",
        "https://.example.com/|the host must be a name",
        "https://-a.example.com/|the host must be a name",
        "https://a_b.example.com/|the host must be a name",
        "https://%6c%6f%63alhost/|the host must be a name",
        "https://127%2e0%2e0%2e1/|the host must be a name",
        "https://hooks.example.com%00.evil.org/|the host must be a name",
        "https://hooks.example.com,evil.org/|the host must be a name",
      })
  void refusesNamesThatAreNotPlain(String url, String reason) {
    assertRefused(url, reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://ｌocalhost/", // fullwidth letter
        "https://127。0。0。1/", // ideographic full stops
        "https://①②⑦.0.0.1/", // circled digits
        "https://bücher.example/",
        "https://hooks.example.com/\u202E",
        "https://hooks.example.com\u0000/",
        "https://hooks.example.com/\r\nHost: evil.org",
        "https://hooks.example.com\t/",
      })
  void refusesCharactersThatAreNotVisibleAscii(String url) {
    assertThat(EndpointUrl.fault(url, UrlRules.STRICT)).get().asString().contains("visible ASCII");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.com",
        "https://hooks.example.com/",
        "HTTPS://Hooks.Example.COM/a",
        "https://hooks.example.com:1/a",
        "https://hooks.example.com:65535/a?b=c&d=%2F",
        "https://xn--bcher-kva.example/",
        "https://8.8.8.8/",
        "https://172.32.0.1/",
        "https://100.128.0.1/",
        "https://[2606:4700::1111]/",
        "https://[::ffff:8.8.8.8]/",
        "https://[64:ff9b::8.8.8.8]/",
        "https://0x7f.example.com/",
        "https://1.example.com/",
        "https://localhost.example.com/",
        "https://internal.example.com/",
      })
  void acceptsPublicHosts(String url) {
    assertThat(EndpointUrl.fault(url, UrlRules.STRICT)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080/",
        "http://api.localhost/",
        "http://127.0.0.1:9000/",
        "http://[::1]:9000/",
        "https://localhost/",
      })
  void allowsLoopbackInDevelopment(String url) {
    assertThat(EndpointUrl.fault(url, DEVELOPMENT)).isEmpty();
    assertThat(EndpointUrl.fault(url, UrlRules.STRICT)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://hooks.example.com/",
        "http://127.1/",
        "http://0.0.0.0/",
        "http://10.0.0.1/",
        "https://169.254.169.254/",
        "http://localhost.example.com/",
      })
  void allowsNothingElseInDevelopment(String url) {
    assertThat(EndpointUrl.fault(url, DEVELOPMENT)).isPresent();
  }

  @Test
  void allowsHostsThatAreListed() {
    var rules = new UrlRules(false, Set.of("Billing.shop.svc", "*.corp", "10.1.2.3"), List.of());
    assertThat(EndpointUrl.fault("http://billing.shop.svc:8080/", rules)).isEmpty();
    assertThat(EndpointUrl.fault("http://a.b.corp/", rules)).isEmpty();
    assertThat(EndpointUrl.fault("http://10.1.2.3/", rules)).isEmpty();
    assertThat(EndpointUrl.fault("https://corp/", rules)).isPresent();
    assertThat(EndpointUrl.fault("https://notcorp.local/", rules)).isPresent();
    assertThat(EndpointUrl.fault("https://10.1.2.4/", rules)).isPresent();
  }

  @Test
  void noListAllowsMetadataOrLoopback() {
    var all = Set.of("metadata.google.internal", "169.254.169.254", "127.0.0.1", "100.100.100.200");
    var rules = new UrlRules(false, all, List.of(IpNetwork.of("169.254.0.0/16")));
    for (var host : all) {
      assertThat(EndpointUrl.fault("https://" + host + "/", rules)).as(host).isPresent();
    }
  }

  @Test
  void allowsNetworksThatAreListedByHttpsOnly() {
    var rules = new UrlRules(false, Set.of(), List.of(IpNetwork.of("10.1.0.0/16")));
    assertThat(EndpointUrl.fault("https://10.1.255.255/", rules)).isEmpty();
    assertThat(EndpointUrl.fault("https://10.2.0.0/", rules)).isPresent();
    assertThat(EndpointUrl.fault("http://10.1.0.0/", rules)).isPresent();
  }

  @Test
  void hasALongestUrl() {
    var longest = "https://hooks.example.com/" + "a".repeat(EndpointUrl.MAX_LENGTH - 26);
    assertThat(EndpointUrl.fault(longest, UrlRules.STRICT)).isEmpty();
    assertThat(EndpointUrl.fault(longest + "a", UrlRules.STRICT)).get().asString().contains("2048");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "https://a.example,-,https://a.example",
        "https://a.example/b,-,https://a.example/b",
        "https://a.example,/c,https://a.example/c",
        "https://a.example/,/c,https://a.example/c",
        "https://a.example/b,/c,https://a.example/b/c",
        "https://a.example/b/,/c/,https://a.example/b/c/",
        "https://a.example:8443/b,/c?d=e,https://a.example:8443/b/c?d=e",
        "https://a.example/b?x=1,/c,https://a.example/b/c?x=1",
        "https://a.example/b?x=1,/c?d=e,https://a.example/b/c?x=1&d=e",
        "https://a.example,//evil.org/c,https://a.example//evil.org/c",
        "https://a.example,/@evil.org,https://a.example/@evil.org",
        "https://a.example,/a[1]{b}<c>%,https://a.example/a%5B1%5D%7Bb%7D%3Cc%3E%25",
        "https://a.example,/%2Fa%zz?b=%5Bc|?d,https://a.example/%2Fa%25zz?b=%5Bc%7C?d",
      })
  void appendsTheJobsPath(String endpoint, String path, String expected) {
    assertThat(EndpointUrl.join(URI.create(endpoint), path)).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.0", "10.0.0.1/8", "10.0.0.0/33", "::/129", "a/8", "10.0.0/8", ""})
  void networksHaveTheUsualForm(String text) {
    assertThat(IpNetwork.parse(text)).isEmpty();
  }

  @Test
  void aNetworkIsShownAsItIsWritten() {
    assertThat(IpNetwork.of("10.0.0.0/8")).hasToString("10.0.0.0/8");
  }

  private static void assertRefused(String url, String reason) {
    assertThat(EndpointUrl.fault(url, UrlRules.STRICT)).get().asString().contains(reason);
  }
}

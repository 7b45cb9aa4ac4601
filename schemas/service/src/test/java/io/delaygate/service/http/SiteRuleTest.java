package io.delaygate.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.service.http.SiteRule.Call;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteRuleTest {
  private final SiteRule rule =
      new SiteRule(List.of("Gateway.Example.", "delaygate", "*.pods.svc"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.1.2.3:8080",
        "255.255.255.255",
        "[::1]",
        "[2001:DB8::1]:8080",
        "[fe80::1%eth0]:8080",
        "[::ffff:10.0.0.1]",
        "localhost",
        "LOCALHOST:8080",
        "localhost.",
        "localhost.:8080",
        "localhost:",
        "gateway.example",
        "GATEWAY.example.:1",
        "delaygate:8080",
        "a-0.pods.svc:8082"
      })
  void addressesAndListedNamesAreKnown(String host) {
    assertThat(rule.refusal(call("http", host))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":8080",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "evil.localhost",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io:8080",
        "256.0.0.1",
        "1.2.3",
        "1.2.3.4.5",
        "0x7f.0.0.1",
        "2130706433",
        "::1",
        "[::1",
        "[evil.example]",
        "[::1].evil.example",
        "localhost:evil",
        "localhost:8080:1",
        "localhost@evil.example",
        "localhost, evil.example",
        "evil.example#localhost",
        "gateway.example.evil",
        "sub.gateway.example",
        "pods.svc",
        "a.b.pods.svc",
        "*.pods.svc.evil"
      })
  void otherNamesAreRefused(String host) {
    var refusal = rule.refusal(call("http", host)).orElseThrow();

    assertThat(refusal.header()).isEqualTo("Host");
    assertThat(refusal.isOfHost()).isTrue();
    assertThat(refusal.text()).contains("'" + host + "'", "`http.hosts`");
  }

  @Test
  void aCallOfHttp10NeedsNoHost() {
    assertThat(rule.refusal(call("http", null))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          http,  localhost:8080,   -,           -
          http,  localhost:8080,   same-origin, -
          http,  localhost:8080,   none,        -
          http,  localhost:8080,   same-origin, http://localhost:8080
          http,  localhost:8080,   -,           http://localhost:8080
          http,  LocalHost:8080,   -,           http://localhost:8080
          http,  localhost,        -,           http://localhost
          http,  localhost:80,     -,           http://localhost
          https, localhost,        -,           https://localhost
          https, localhost:443,    -,           https://localhost
          https, localhost:8443,   -,           https://localhost:8443
          http,  [::1]:8080,       -,           http://[::1]:8080
          http,  delaygate,        same-origin, https://delaygate
          http,  delaygate:8443,   same-origin, https://delaygate:8443
          """)
  void itsOwnPagesMayCall(String scheme, String host, String fetchSite, String origin) {
    assertThat(rule.refusal(call(scheme, host, fetchSite, origin))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          http,  localhost:8080, cross-site,                -,                           Sec-Fetch-Site
          http,  localhost:8080, same-site,                 -,                           Sec-Fetch-Site
          http,  localhost:8080, cross-site,                http://localhost:8080,       Sec-Fetch-Site
          http,  localhost:8080, 'same-origin, cross-site', -,                           Sec-Fetch-Site
          http,  localhost:8080, '',                        -,                           Sec-Fetch-Site
          http,  localhost:8080, Same-Origin-Not,           -,                           Sec-Fetch-Site
          http,  localhost:8080, -,                         null,                        Origin
          http,  localhost:8080, -,                         '',                          Origin
          http,  localhost:8080, -,                         http://evil.example,         Origin
          http,  localhost:8080, -,                         http://localhost,            Origin
          http,  localhost:8080, -,                         http://localhost:3000,       Origin
          http,  localhost:8080, -,                         http://127.0.0.1:8080,       Origin
          http,  localhost:8080, -,                         https://localhost:8080,      Origin
          http,  localhost:8080, none,                      https://localhost:8080,      Origin
          https, localhost:8080, -,                         http://localhost:8080,       Origin
          http,  localhost:8080, same-origin,               http://evil.example,         Origin
          http,  delaygate:8080, same-origin,               https://delaygate,           Origin
          http,  localhost:8080, -,                         http://localhost:8080.evil,  Origin
          http,  localhost:8080, -,                         http://localhost:8080@evil,  Origin
          http,  localhost:8080, -,                         http://localhost:8080/,      Origin
          http,  localhost:8080, -,                         'http://localhost:8080 http://evil.example', Origin
          http,  localhost:8080, -,                         chrome-extension://abc,      Origin
          http,  -,              -,                         http://localhost:8080,       Origin
          """)
  void pagesOfOtherSitesMayNot(
      String scheme, String host, String fetchSite, String origin, String header) {
    var refusal = rule.refusal(call(scheme, host, fetchSite, origin)).orElseThrow();

    assertThat(refusal.header()).isEqualTo(header);
    assertThat(refusal.isOfHost()).isFalse();
    assertThat(refusal.text()).contains(header).contains("another site");
  }

  @Test
  void eachOfSeveralHeadersCounts() {
    var own = "http://localhost:8080";
    var sites = new Call("http", "localhost:8080", List.of("same-origin", "cross-site"), List.of());
    var origins = new Call("http", "localhost:8080", List.of(), List.of(own, "http://evil"));

    assertThat(rule.refusal(sites)).isPresent();
    assertThat(rule.refusal(origins)).isPresent();
  }

  private static Call call(String scheme, @Nullable String host) {
    return call(scheme, host, null, null);
  }

  private static Call call(
      String scheme, @Nullable String host, @Nullable String fetchSite, @Nullable String origin) {
    return new Call(
        scheme,
        host,
        fetchSite == null ? List.of() : List.of(fetchSite),
        origin == null ? List.of() : List.of(origin));
  }
}

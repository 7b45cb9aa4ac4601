package io.delaygate.service.settings;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessSettingsTest {
  private static final String SECRET = "0123456789abcdef";

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.9.9.255", "localhost", "LOCALHOST", "::1", "[::1]"})
  void aLocalDoorMayBeOpen(String host) {
    assertThat(faults("host", host)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "::",
        "10.0.0.1",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "127x0.0.1",
        "[::1].example.com",
        "::11",
        ""
      })
  void anyOtherNeedsAKeyOrTheWordThatItNeedsNone(String host) {
    assertThat(faults("host", host))
        .singleElement()
        .asString()
        .contains("'host'", "'query.secret'", "auth.enabled=false");
    assertThat(faults("host", host, "query.secret", SECRET)).isEmpty();
    assertThat(faults("host", host, "auth.enabled", "false")).isEmpty();
  }

  @Test
  void aKeyThatNobodyIsAskedForIsAFault() {
    assertThat(faults("query.secret", SECRET, "auth.enabled", "false"))
        .singleElement()
        .asString()
        .contains("'auth.enabled'", "'query.secret'");
  }

  @Test
  void theSecretIsReadAndNotShown() {
    var settings = check("query.secret", SECRET);

    assertThat(AccessSettings.querySecret(settings)).hasValue(SECRET);
    assertThat(AccessSettings.querySecret(check())).isEmpty();
    assertThat(settings.effective()).contains("query.secret = [hidden]").doesNotContain(SECRET);
  }

  @Test
  void theSecretHasBounds() {
    check("query.secret", "s".repeat(16));
    check("query.secret", "~!".repeat(256));
    for (var bad :
        List.of(
            "s".repeat(15), "s".repeat(513), "with space inside it", "not-ascii-\u00e9-enough")) {
      assertThatExceptionOfType(SettingsException.class)
          .isThrownBy(() -> check("query.secret", bad))
          .withMessageContaining("16 to 512")
          .satisfies(fault -> assertThat(fault.getMessage()).doesNotContain(bad));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.example", "a.example.", "*.svc", "my_host-1", "10.0.0.1"})
  void namesOfHostsAreTaken(String name) {
    assertThat(AccessSettings.hosts(check("http.hosts", name + ", b"))).containsExactly(name, "b");
    assertThat(AccessSettings.hosts(check())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a:80", "http://a", "*", "a.*", "*a", "a b", "[::1]", ".a", "a..b", "a/b"})
  void whatIsNoNameOfAHostIsRefused(String name) {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> check("http.hosts", name))
        .withMessageContaining("http.hosts");
  }

  private static List<String> faults(String... settings) {
    return AccessSettings.contradictions(check(settings), "host", "query.secret");
  }

  private static CheckedSettings check(String... settings) {
    var definitions = new ConfigDef().define("host", STRING, "127.0.0.1", LOW, "");
    AccessSettings.define(definitions);
    var map = new HashMap<String, String>();
    for (var i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return CheckedSettings.check(definitions, map);
  }
}

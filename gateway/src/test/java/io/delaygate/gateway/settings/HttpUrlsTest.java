package io.delaygate.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.service.settings.SettingsException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpUrlsTest {
  @Test
  void takesAListAndNothing() {
    assertThat(urls("http://a:8082,https://b.example:1").own().schedulers().urls())
        .containsExactly("http://a:8082", "https://b.example:1");
    assertThat(urls("").own().schedulers().urls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a:8082", "http://", "ftp://a:1", "http://a:1/path", "http://a:1/", "::"})
  void refusesWhatIsNoAddressOfAServer(String url) {
    assertThatThrownBy(() -> urls(url))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("scheduler.urls");
  }

  private static GatewaySettings urls(String urls) {
    return GatewaySettings.check(Map.of("bootstrap.servers", "h:1", "scheduler.urls", urls));
  }
}

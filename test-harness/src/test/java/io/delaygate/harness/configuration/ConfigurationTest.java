package io.delaygate.harness.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.scheduler.settings.SchedulerSettings;
import io.delaygate.service.settings.ConfigurationPage;
import io.delaygate.service.settings.ConfigurationSample;
import io.delaygate.service.settings.Definitions;
import io.delaygate.service.settings.SettingText;
import io.delaygate.service.settings.SettingsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of the settings page and the sample file of each service, which are generated from its
 * definitions; {@code -Dreadme.update=true} writes them instead of comparing.
 */
class ConfigurationTest {
  private static final Map<String, String> LEAST = Map.of("bootstrap.servers", "localhost:9092");

  /** Services, with their definitions, files and effective settings. */
  enum Of {
    GATEWAY("gateway", GatewaySettings.definitions(), "../gateway") {
      @Override
      String effective(Map<String, String> given) {
        return GatewaySettings.check(given).effective();
      }
    },
    SCHEDULER("scheduler", SchedulerSettings.definitions(), "../streams-scheduler") {
      @Override
      String effective(Map<String, String> given) {
        return SchedulerSettings.of(given).effective();
      }
    };

    private final String service;
    private final Definitions definitions;
    private final Path page;
    private final Path sample;

    Of(String service, Definitions definitions, String module) {
      this.service = service;
      this.definitions = definitions;
      this.page = Path.of(module, "CONFIGURATION.md");
      this.sample = Path.of(module, "src/main/config", service + ".properties");
    }

    abstract String effective(Map<String, String> given);
  }

  @ParameterizedTest
  @EnumSource
  void thePageIsThatOfTheDefinitions(Of of) throws IOException {
    // When
    var page = ConfigurationPage.of(of.service, of.definitions);

    // Then
    assertThat(written(of.page, page)).isEqualTo(page);
  }

  @ParameterizedTest
  @EnumSource
  void theSampleIsThatOfTheDefinitions(Of of) throws IOException {
    // When
    var sample = ConfigurationSample.of(of.service, of.definitions, LEAST);

    // Then
    assertThat(written(of.sample, sample)).isEqualTo(sample);
  }

  @ParameterizedTest
  @EnumSource
  void everySettingHasAMeaningAndAReason(Of of) {
    assertThat(of.definitions.settings().configKeys().values())
        .allSatisfy(
            setting -> {
              var explained = SettingText.of(setting);
              assertThat(explained.meaning()).as(setting.name).endsWith(".");
              assertThat(explained.reason()).as(setting.name).endsWith(".");
              assertThat(explained.reason()).as(setting.name).doesNotContain("\n");
            });
  }

  @ParameterizedTest
  @EnumSource
  void theSampleSaysWhatHoldsAnyway(Of of) {
    // When
    var given = SettingsSource.merge(Map.of(), "--config=" + of.sample);

    // Then
    assertThat(of.effective(given)).isEqualTo(of.effective(LEAST));
  }

  @ParameterizedTest
  @EnumSource
  void theDefaultsInTheSampleAreTheDefaults(Of of, @TempDir Path folder) throws IOException {
    // Given: all settings except those without a default
    var all = Files.readString(of.sample).replaceAll("(?m)^#(?=[a-z.]+=.)", "");
    var file = Files.writeString(folder.resolve("all.properties"), all);

    // When
    var given = SettingsSource.merge(Map.of(), "--config=" + file);

    // Then
    assertThat(given).containsKeys("http.port", "http.host", "target.max.message.bytes");
    assertThat(of.effective(given)).isEqualTo(of.effective(LEAST));
  }

  private static String written(Path file, String text) throws IOException {
    if (Boolean.getBoolean("readme.update")) {
      Files.writeString(file, text);
    }
    return Files.readString(file);
  }
}

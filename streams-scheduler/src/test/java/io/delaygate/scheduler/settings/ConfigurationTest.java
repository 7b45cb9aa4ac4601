package io.delaygate.scheduler.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.settings.ConfigurationPage;
import io.delaygate.schemas.settings.ConfigurationSample;
import io.delaygate.schemas.settings.Explained;
import io.delaygate.schemas.settings.SettingsSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of settings and the sample file are made from the definitions; {@code
 * -Dreadme.update=true} writes them anew instead of comparing.
 */
class ConfigurationTest {
  private static final Path PAGE = Path.of("CONFIGURATION.md");
  private static final Path SAMPLE = Path.of("src/main/config/scheduler.properties");

  @Test
  void thePageIsThatOfTheDefinitions() throws IOException {
    // When
    var page = ConfigurationPage.of("scheduler", SchedulerSettings.definitions());

    // Then
    assertThat(written(PAGE, page)).isEqualTo(page);
  }

  @Test
  void theSampleIsThatOfTheDefinitions() throws IOException {
    // When
    var sample =
        ConfigurationSample.of(
            "scheduler",
            SchedulerSettings.definitions(),
            Map.of("bootstrap.servers", "localhost:9092"));

    // Then
    assertThat(written(SAMPLE, sample)).isEqualTo(sample);
  }

  @Test
  void everySettingHasAMeaningAndAReason() {
    assertThat(SchedulerSettings.definitions().settings().configKeys().values())
        .allSatisfy(
            setting -> {
              var explained = Explained.of(setting);
              assertThat(explained.meaning()).as(setting.name).endsWith(".");
              assertThat(explained.reason()).as(setting.name).endsWith(".");
              assertThat(explained.reason()).as(setting.name).doesNotContain("\n");
            });
  }

  @Test
  void theSampleSaysWhatHoldsAnyway() {
    // When
    var settings = SchedulerSettings.of(SettingsSource.merge(Map.of(), "--config=" + SAMPLE));

    // Then
    var brokers = Map.of("bootstrap.servers", "localhost:9092");
    assertThat(settings.effective()).isEqualTo(SchedulerSettings.of(brokers).effective());
  }

  @Test
  void theDefaultsInTheSampleAreTheDefaults(@TempDir Path folder) throws IOException {
    // Given: all but those that have no default
    var all = Files.readString(SAMPLE).replaceAll("(?m)^#(?=[a-z.]+=.)", "");
    var file = Files.writeString(folder.resolve("all.properties"), all);

    // When
    var given = SettingsSource.merge(Map.of(), "--config=" + file);

    // Then
    var brokers = Map.of("bootstrap.servers", "localhost:9092");
    assertThat(given).containsKeys("http.port", "http.host", "target.max.message.bytes");
    assertThat(SchedulerSettings.of(given).effective())
        .isEqualTo(SchedulerSettings.of(brokers).effective());
  }

  private static String written(Path file, String text) throws IOException {
    if (Boolean.getBoolean("readme.update")) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, text);
    }
    return Files.readString(file);
  }
}

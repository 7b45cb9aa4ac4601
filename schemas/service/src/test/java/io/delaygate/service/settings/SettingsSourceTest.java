package io.delaygate.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsSourceTest {
  private final Path folder;

  SettingsSourceTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void theArgumentsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
    // Given
    var file = file("a=file", "b=file", "c=file", "d=file");
    var environment = Map.of("DELAYGATE_B", "environment", "DELAYGATE_C", "environment");

    // When
    var settings = SettingsSource.merge(environment, "--config=" + file, "--c=argument", "--e=5");

    // Then
    assertThat(settings)
        .isEqualTo(Map.of("a", "file", "b", "environment", "c", "argument", "d", "file", "e", "5"));
  }

  @Test
  void variablesAreLowerCasedAndUnderscoresBecomeDots() {
    // Given
    var environment =
        Map.of("DELAYGATE_HTTP_PORT", "8080", "HTTP_PORT", "1", "delaygate_http_host", "x");

    // When
    var settings = SettingsSource.merge(environment);

    // Then
    assertThat(settings).isEqualTo(Map.of("http.port", "8080"));
  }

  @Test
  void theEnvironmentMayNameTheFileAndAnArgumentAnotherOne() throws IOException {
    // Given
    var file = file("a=1");
    var other = Files.writeString(folder.resolve("other.properties"), "a=2");
    var environment = Map.of("DELAYGATE_CONFIG", file.toString());

    // When
    var settings = SettingsSource.merge(environment);
    var others = SettingsSource.merge(environment, "--config=" + other);

    // Then
    assertThat(settings).isEqualTo(Map.of("a", "1"));
    assertThat(others).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void noSourceAtAllIsFine() {
    assertThat(SettingsSource.merge(Map.of())).isEmpty();
  }

  @Test
  void aValueMayBeEmptyOrHoldAnEqualsSign() {
    assertThat(SettingsSource.merge(Map.of(), "--a=", "--sasl.jaas.config=x y=\"z\";"))
        .isEqualTo(Map.of("a", "", "sasl.jaas.config", "x y=\"z\";"));
  }

  @Test
  void theLastOfTwoEqualArgumentsWins() {
    assertThat(SettingsSource.merge(Map.of(), "--a=1", "--a=2")).isEqualTo(Map.of("a", "2"));
  }

  @Test
  void theFileMayHaveCommentsAndAccents() throws IOException {
    assertThat(SettingsSource.merge(Map.of(), "--config=" + file("# note", "name = \u00fc")))
        .isEqualTo(Map.of("name", "\u00fc"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--", "--=x", "--a", "a=1", "-a=1", "help"})
  void anArgumentOfAnotherFormIsAFault(String argument) {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> SettingsSource.merge(Map.of(), argument))
        .withMessageContaining("'" + argument + "'")
        .withMessageContaining("--key=value");
  }

  @Test
  void aFileThatCannotBeReadIsAFault() throws IOException {
    var missing = folder.resolve("missing.properties");
    var notUtf8 = Files.write(folder.resolve("latin1.properties"), new byte[] {'a', '=', -4});
    assertUnreadable(missing.toString());
    assertUnreadable(folder.toString());
    assertUnreadable(notUtf8.toString());
  }

  @Test
  void aFileWithABrokenEscapeIsAFault() throws IOException {
    assertUnreadable(file("state.dir=C:\\users").toString());
  }

  @Test
  void aFileWithAnImpossibleNameIsAFault() {
    assertUnreadable("a\u0000b");
  }

  private static void assertUnreadable(String file) {
    assertThatExceptionOfType(SettingsException.class)
        .isThrownBy(() -> SettingsSource.merge(Map.of(), "--config=" + file))
        .withMessageContaining("'" + file + "' cannot be read");
  }

  private Path file(String... lines) throws IOException {
    return Files.writeString(folder.resolve("a.properties"), String.join("\n", lines));
  }
}

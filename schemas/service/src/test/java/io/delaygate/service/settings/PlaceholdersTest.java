package io.delaygate.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of placeholders: values come from a directory, a file or the environment. */
class PlaceholdersTest {
  private static final Definitions DEFINITIONS =
      new Definitions(
          List.of(
              new SettingsSection(
                  "All",
                  new ConfigDef()
                      .define("name", ConfigDef.Type.STRING, "", ConfigDef.Importance.LOW, "")
                      .define("token", ConfigDef.Type.PASSWORD, "", ConfigDef.Importance.LOW, "")
                      .define(
                          "port",
                          ConfigDef.Type.INT,
                          1,
                          ConfigDef.Range.between(0, 9),
                          ConfigDef.Importance.LOW,
                          ""))),
          List.of(new PassThrough("kafka.", "Kafka", List.of(ProducerConfig.configDef()))),
          Map.of());

  private static final Map<String, String> ENVIRONMENT =
      Map.of("NAME", "s3cret", "PORT", "5", "LINE", "s3cret\n", "EMPTY", "", "NEST", "${env:NAME}");

  private final Path folder;

  PlaceholdersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void writeSecrets() throws IOException {
    Files.writeString(folder.resolve("plain"), "s3cret");
    Files.writeString(folder.resolve("echoed"), "s3cret\n");
    Files.writeString(folder.resolve("windows"), "s3cret\r\n");
    Files.writeString(folder.resolve("inner"), "\ns3 cret\nmore\n\n");
    Files.writeString(folder.resolve("some.properties"), "password = s3cret\nbroken=a\n");
    Files.write(folder.resolve("binary"), new byte[] {'a', -4});
    Files.writeString(folder.resolve("escape.properties"), "password=\\u12\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${dir:%s:plain}",
        "${dir:%s:echoed}",
        "${dir:%s:windows}",
        "${file:%s/some.properties:password}",
        "${env:NAME}",
        "${env:LINE}"
      })
  void aValueComesFromADirectoryAFileOrTheEnvironmentWithoutItsLineEnd(String value) {
    assertThat(handedOn("<" + value.formatted(folder) + ">")).isEqualTo("<s3cret>");
  }

  @Test
  void theLinesOfACertificateStay() {
    assertThat(handedOn("${dir:%s:inner}".formatted(folder))).isEqualTo("\ns3 cret\nmore");
  }

  @Test
  void aMountedSecretIsALinkInKubernetes() throws IOException {
    // Given
    var version = Files.createDirectory(folder.resolve("..2026"));
    Files.writeString(version.resolve("password"), "s3cret");
    var data = Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026"));
    Files.createSymbolicLink(folder.resolve("password"), Path.of("..data/password"));

    // When
    var settings = check("name", "${dir:%s:password}".formatted(folder));

    // Then
    assertThat(data).exists();
    assertThat(settings.getString("name")).isEqualTo("s3cret");
  }

  @Test
  void placeholdersMayBePartsOfAValueAndStandForNothing() {
    assertThat(check("name", "<${env:NAME}|${env:PORT}${env:EMPTY}>").getString("name"))
        .isEqualTo("<s3cret|5>");
  }

  @Test
  void whatWasFoundIsNotSearchedAgain() {
    assertThat(check("name", "${env:NEST}").getString("name")).isEqualTo("${env:NAME}");
  }

  @Test
  void theValueIsCheckedAsAnyOther() {
    assertThat(check("port", "${env:PORT}").getInt("port")).isEqualTo(5);
    assertThat(fault("port", "${env:NAME}"))
        .contains("'port'", "${env:NAME}", "int 0 to 9")
        .doesNotContain("s3cret");
  }

  @Test
  void whatKafkaWouldNotTakeIsNotShownEither() {
    assertThat(fault("kafka.security.protocol", "${env:NAME}"))
        .contains("'kafka.security.protocol'", "${env:NAME}")
        .hasLineCount(2)
        .doesNotContain("s3cret");
    assertThat(fault("kafka.linger.ms", "${env:NAME}")).doesNotContain("s3cret");
    check("kafka.linger.ms", "${env:PORT}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${dir:%s:missing}",
        "${dir:%s/missing:plain}",
        "${dir:%s/plain:plain}",
        "${dir:%s}",
        "${dir:%s:binary}",
        "${file:%s/missing.properties:password}",
        "${file:%s/some.properties:missing}",
        "${file:%s/escape.properties:password}",
        "${file:%s:password}",
        "${env:MISSING}",
        "${env:%s:NAME}",
        "${env:}",
        "ok${env:NAME}${env:MISSING}"
      })
  void whatIsNotThereIsAFaultOfItsSetting(String value) {
    var given = value.formatted(folder);
    var placeholder = given.substring(given.lastIndexOf("${"));

    assertThat(fault("kafka.sasl.jaas.config", given))
        .contains("'kafka.sasl.jaas.config'", placeholder)
        .hasLineCount(2)
        .doesNotContain("s3cret");
    assertThat(fault("port", given)).contains("'port'", placeholder).hasLineCount(2);
  }

  @Test
  void anotherProvidersPlaceholderIsAFaultThatShowsNoPartOfTheValue() {
    assertThat(fault("kafka.sasl.jaas.config", "${evn:s3cret}"))
        .contains("'kafka.sasl.jaas.config'")
        .doesNotContain("s3cret");
  }

  @Test
  void kafkasClientsMayHaveProvidersOfTheirOwn() {
    // Given
    var given =
        Map.of(
            "kafka.config.providers", "vault",
            "kafka.linger.ms", "${vault:a:b}",
            "kafka.ssl.key.password", "${vault:a:b}${env:NAME}");

    // When
    var settings = CheckedSettings.check(DEFINITIONS, given, ENVIRONMENT);

    // Then
    assertThat(settings.originalsWithPrefix("kafka."))
        .containsEntry("ssl.key.password", "${vault:a:b}s3cret");
  }

  @Test
  void theEnvironmentIsThatOfTheProcessUnlessGiven() {
    assertThat(CheckedSettings.check(DEFINITIONS, Map.of("name", "${env:PATH}")).getString("name"))
        .isEqualTo(System.getenv("PATH"));
  }

  /** A setting that is passed on to Kafka, because Kafka's ConfigDef trims our own settings. */
  private static Object handedOn(String value) {
    return check("kafka.ssl.key.password", value)
        .originalsWithPrefix("kafka.")
        .getOrDefault("ssl.key.password", "nothing");
  }

  private static String fault(String key, String value) {
    return String.valueOf(
        assertThatExceptionOfType(SettingsException.class)
            .isThrownBy(() -> check(key, value))
            .actual()
            .getMessage());
  }

  private static CheckedSettings check(String key, String value) {
    return CheckedSettings.check(DEFINITIONS, Map.of(key, value), ENVIRONMENT);
  }
}

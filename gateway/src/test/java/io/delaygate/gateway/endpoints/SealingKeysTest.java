package io.delaygate.gateway.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.service.settings.SettingsException;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealingKeysTest {
  @Test
  void theFirstLineIsTheKeyInUse() {
    // When
    var keys = SealingKeys.parse("# new\n" + key(1) + "\n\n " + key(2) + " # old\n", "keys");

    // Then
    assertThat(keys.first().bytes()).isEqualTo(bytes(1));
    var old = SealingKeys.parse(key(2), "old").first();
    assertThat(keys.find(old.id()))
        .hasValueSatisfying(it -> assertThat(it.bytes()[0]).isEqualTo((byte) 2));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"c2VjcmV0", "not base64!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="})
  void aLineThatIsNoKeyIsNamedButNotQuoted(String line) {
    assertThatThrownBy(() -> SealingKeys.parse(key(1) + "\n" + line, "keys"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("keys, line 2: must be 32 bytes in base64")
        .hasMessageNotContaining(line);
  }

  @Test
  void aFileNeedsAKeyAndHasNoneTwice() {
    assertThatThrownBy(() -> SealingKeys.parse("# none\n", "keys"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("keys: has no key");
    assertThatThrownBy(() -> SealingKeys.parse(key(1) + "\n" + key(1), "keys"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("line 2: an earlier line has the same key");
  }

  @Test
  void aFileHasAtMostTenKeys() {
    assertThat(SealingKeys.parse(lines(10), "keys").first().bytes()).isEqualTo(bytes(1));
    assertThatThrownBy(() -> SealingKeys.parse(lines(11), "keys"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("11 keys are too many");
  }

  private static String lines(int number) {
    return IntStream.rangeClosed(1, number)
        .mapToObj(SealingKeysTest::key)
        .collect(Collectors.joining("\n"));
  }

  static String key(int number) {
    return Base64.getEncoder().encodeToString(bytes(number));
  }

  private static byte[] bytes(int number) {
    var bytes = new byte[32];
    bytes[0] = (byte) number;
    return bytes;
  }
}

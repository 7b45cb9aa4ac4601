package io.delaygate.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.service.settings.SettingsException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileTokensTest {
  /** Output of {@code printf secret | sha256sum}. */
  private static final String HASH =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

  @Test
  void aTokenIsKnownByItsHash() {
    var tokens = FileTokens.parse("# ours\n\n  alice   write " + HASH + " # until May\n", "file");

    assertThat(tokens.size()).isEqualTo(1);
    assertThat(tokens.find(TokenHasher.of("secret")))
        .hasValueSatisfying(
            token -> {
              assertThat(token.name()).isEqualTo("alice");
              assertThat(token.role()).isEqualTo(Role.WRITE);
            });
    assertThat(tokens.find(TokenHasher.of("Secret"))).isEmpty();
    assertThat(tokens.find(TokenHasher.of(HASH))).isEmpty();
    assertThat(tokens.find(TokenHasher.of(""))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice write",
        "alice secret",
        "alice write secret",
        "alice open " + HASH,
        "alice WRITE " + HASH,
        "alice root " + HASH,
        "al:ce write " + HASH,
        "write " + HASH,
        "alice write " + HASH + "0",
        "alice write " + HASH + " more"
      })
  void aLineThatIsNoneIsNamedAndNotShown(String line) {
    assertThatThrownBy(() -> FileTokens.parse("bob read " + hash(1) + "\n" + line, "tokens.txt"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("tokens.txt, line 2")
        .hasMessageNotContainingAny("secret", HASH, "alice");
  }

  @Test
  void twoTokensCannotBeTheSame() {
    assertThatThrownBy(() -> FileTokens.parse("a read " + HASH + "\nb admin " + HASH, "tokens.txt"))
        .hasMessageContaining("line 2")
        .hasMessageContaining("same hash");
  }

  @Test
  void thereMayBeAThousand() {
    assertThat(FileTokens.parse(lines(FileTokens.MAX), "file").size()).isEqualTo(FileTokens.MAX);
    assertThatThrownBy(() -> FileTokens.parse(lines(FileTokens.MAX + 1), "file"))
        .hasMessageContaining("1001 tokens");
  }

  @Test
  void aRoleAllowsWhatThoseBeforeItDo() {
    assertThat(Role.ADMIN.allows(Role.ADMIN)).isTrue();
    assertThat(Role.ADMIN.allows(Role.READ)).isTrue();
    assertThat(Role.WRITE.allows(Role.ADMIN)).isFalse();
    assertThat(Role.READ.allows(Role.WRITE)).isFalse();
  }

  private static String lines(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "t read " + hash(i))
        .collect(Collectors.joining("\n"));
  }

  private static String hash(int number) {
    return "%064x".formatted(number);
  }
}

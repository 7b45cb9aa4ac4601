package io.delaygate.scheduler.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsignedVarintTest {

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16383, ff7f",
    "16384, 808001",
    "2097151, ffff7f",
    "2097152, 80808001",
    "268435455, ffffff7f",
    "268435456, 8080808001",
    "2147483647, ffffffff07",
    "-1, ffffffff0f",
    "-2147483648, 8080808008"
  })
  void writesReadsAndMeasuresTheseBytes(int value, String hex) {
    // Given
    var bytes = HexFormat.of().parseHex(hex);
    var buffer = ByteBuffer.allocate(bytes.length);

    // When
    UnsignedVarint.write(value, buffer);

    // Then
    assertThat(buffer.array()).isEqualTo(bytes);
    assertThat(UnsignedVarint.size(value)).isEqualTo(bytes.length);
    assertThat(UnsignedVarint.read(buffer.flip())).isEqualTo(value);
    assertThat(buffer.hasRemaining()).isFalse();
  }

  @Test
  void readsNoFurtherThanItsLastByte() {
    // Given
    var buffer = buffer("ac02ff");

    // When
    var value = UnsignedVarint.read(buffer);

    // Then
    assertThat(value).isEqualTo(300);
    assertThat(buffer.position()).isEqualTo(2);
  }

  @Test
  void readsAValueThatWasWrittenLongerThanItHasToBe() {
    assertThat(UnsignedVarint.read(buffer("818000"))).isEqualTo(1);
  }

  @Test
  void ignoresBitsAboveThe32nd() {
    assertThat(UnsignedVarint.read(buffer("ffffffff7f"))).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "ffffffff"})
  void refusesBytesThatEndWithinIt(String hex) {
    assertThatThrownBy(() -> UnsignedVarint.read(buffer(hex)))
        .isInstanceOf(BufferUnderflowException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8080808080", "ffffffffff01"})
  void refusesASixthByte(String hex) {
    assertThatThrownBy(() -> UnsignedVarint.read(buffer(hex)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a varint must have at most five bytes");
  }

  private static ByteBuffer buffer(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }
}

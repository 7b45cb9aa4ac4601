package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordVarintTest {

  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "-1, 01",
    "1, 02",
    "63, 7e",
    "-64, 7f",
    "64, 8001",
    "8191, fe7f",
    "2147483647, feffffff0f",
    "-2147483648, ffffffff0f"
  })
  void readsIntsWhichAreLongsToo(int value, String hex) throws IOException {
    assertThat(RecordVarint.readInt(bytes(hex))).isEqualTo(value);
    assertThat(RecordVarint.readLong(bytes(hex))).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "2147483648, 8080808010",
    "1700000000000, 80a0abfef962",
    "9223372036854775807, feffffffffffffffff01",
    "-9223372036854775808, ffffffffffffffffff01"
  })
  void readsLongs(long value, String hex) throws IOException {
    assertThat(RecordVarint.readLong(bytes(hex))).isEqualTo(value);
  }

  @Test
  void readsNoFurtherThanItsLastByte() throws IOException {
    // Given
    var in = bytes("800105");

    // When
    RecordVarint.readInt(in);

    // Then
    assertThat(in.read()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"''", "80", "ffffffff"})
  void refusesBytesThatEndWithinIt(String hex) {
    assertThatThrownBy(() -> RecordVarint.readInt(bytes(hex)))
        .isInstanceOf(IOException.class)
        .hasMessage("the batch ends in the middle of a number");
  }

  @Test
  void refusesMoreBytesThanTheTypeTakes() {
    assertThatThrownBy(() -> RecordVarint.readInt(bytes("808080808001")))
        .isInstanceOf(IOException.class)
        .hasMessage("a number of the batch is longer than 5 bytes");
    assertThatThrownBy(() -> RecordVarint.readLong(bytes("8080808080808080808001")))
        .isInstanceOf(IOException.class)
        .hasMessage("a number of the batch is longer than 10 bytes");
  }

  private static InputStream bytes(String hex) {
    return new ByteArrayInputStream(HexFormat.of().parseHex(hex));
  }
}

package io.delaygate.service.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PollBytesTest {
  private static final int MOST = 100;

  private final PollBytes bytes = new PollBytes(MOST);
  private final Deserializer<byte[]> keys = bytes.deserializer();
  private final Deserializer<byte[]> values = bytes.deserializer();

  @BeforeEach
  void poll() {
    bytes.begin();
  }

  @Test
  void unpacksOneRecordWhateverItsSize() {
    assertThat(unpack(10 * MOST, 10 * MOST, 0)).isEqualTo(20 * MOST);
  }

  @Test
  void refusesWhatFollowsWhenItHasEnough() {
    // Given
    unpack(40, 40, 20);

    // Then
    assertThatThrownBy(() -> unpack(1, 1, 0)).hasMessageContaining("the next poll begins with");
    assertThatThrownBy(() -> unpack(null, 1, 0)).hasMessageContaining("the next poll begins with");
  }

  @Test
  void unpacksOneMoreWhenAByteIsLeft() {
    // Given
    unpack(40, 40, 19);

    // Then
    assertThat(unpack(MOST, MOST, 0)).isEqualTo(2 * MOST);
    assertThatThrownBy(() -> unpack(1, 1, 0)).hasMessageContaining("the next poll begins with");
  }

  @Test
  void takesTheRefusedRecordInTheNextPoll() {
    // Given
    unpack(MOST, 0, 0);
    assertThatThrownBy(() -> unpack(7, 7, 0)).hasMessageContaining("the next poll begins with");

    // When
    bytes.begin();

    // Then
    assertThat(unpack(7, 7, 0)).isEqualTo(14);
  }

  @Test
  void neverRefusesTheValueOfAKeyThatItTook() {
    assertThat(unpack(MOST, MOST, 0)).isEqualTo(2 * MOST);
  }

  /** Unpacks like a consumer: with separate headers for each record, and from a larger buffer. */
  private int unpack(@Nullable Integer key, @Nullable Integer value, int headerBytes) {
    var headers = new RecordHeaders();
    if (headerBytes > 0) {
      headers.add(new RecordHeader("name", new byte[headerBytes - "name".length()]));
    }
    return length(keys, headers, key) + length(values, headers, value);
  }

  private static int length(
      Deserializer<byte[]> part, RecordHeaders headers, @Nullable Integer bytes) {
    return bytes == null
        ? 0
        : part.deserialize("topic", headers, ByteBuffer.allocate(bytes + 2).slice(1, bytes)).length;
  }
}

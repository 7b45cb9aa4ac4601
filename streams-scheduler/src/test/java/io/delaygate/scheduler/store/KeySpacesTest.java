package io.delaygate.scheduler.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeySpacesTest {
  private static final byte[] ID = "id".getBytes(UTF_8);

  @ParameterizedTest
  @ValueSource(ints = {1, 249, 254, 255, 256, 400, 600})
  void aKeyOfALaneIsTakenApartHoweverLongItsTopic(int length) {
    // Given
    var topic = "t".repeat(length);
    var bucket = KeySpaces.bucket(KeySpaces.READY, topic.getBytes(UTF_8), 7, 3);

    // When
    var key = KeySpaces.bucketFrom(bucket, 42);
    var whole = ByteBuffer.allocate(key.length + ID.length).put(key).put(ID).array();

    // Then
    assertThat(KeySpaces.topicOf(whole)).isEqualTo(topic);
    assertThat(KeySpaces.bucketOf(whole)).isEqualTo(bucket);
    assertThat(KeySpaces.priority(whole)).isEqualTo(3);
    assertThat(KeySpaces.ms(whole)).isEqualTo(42);
    assertThat(KeySpaces.idOfIndex(whole)).isEqualTo(ID);
    assertThat(bucket).startsWith(KeySpaces.bucketsOf(KeySpaces.READY, topic));
  }

  @Test
  void noTopicsBucketsBeginWithThoseOfAnother() {
    for (var one = 1; one < 300; one++) {
      var shorter = KeySpaces.bucketsOf(KeySpaces.DEAD, "\u007f".repeat(one));
      var longer = KeySpaces.bucketsOf(KeySpaces.DEAD, "\u007f".repeat(one + 1));
      assertThat(Arrays.mismatch(shorter, longer)).isBetween(0, shorter.length - 1);
    }
  }

  @Test
  void theBytesOfKeysThatFormerVersionsWroteStay() {
    var bucket = KeySpaces.bucket(KeySpaces.PARKED, "ab".getBytes(UTF_8), 1, 5);

    assertThat(HexFormat.of().formatHex(bucket))
        .isEqualTo("03" + "02" + "6162" + "00000001" + "05");
  }
}

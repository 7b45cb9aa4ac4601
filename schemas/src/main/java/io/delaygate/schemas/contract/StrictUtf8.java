package io.delaygate.schemas.contract;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decoder of UTF-8 that refuses malformed bytes, where Java's constructors replace them. */
public final class StrictUtf8 {
  private StrictUtf8() {}

  /** The text of these bytes; empty when they are not UTF-8. */
  public static Optional<String> decode(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }
}

package io.delaygate.scheduler.store;

import java.nio.ByteBuffer;

/**
 * Codec of the variable-length ints of stored bytes: seven bits a byte, the lowest first, and the
 * highest bit of a byte set where another follows; one byte up to 127, five at most. Part of the
 * disk format, and so not left to a library.
 */
final class UnsignedVarint {
  private static final int BITS = 7;
  private static final int MORE = 0x80;

  /** Of the fifth byte, the last that there can be. */
  private static final int LAST_SHIFT = 4 * BITS;

  private UnsignedVarint() {}

  /** How many bytes a value takes. */
  static int size(int value) {
    return value == 0 ? 1 : (Integer.SIZE - Integer.numberOfLeadingZeros(value) + BITS - 1) / BITS;
  }

  /** Writes a value at the position of a buffer. */
  static void write(int value, ByteBuffer buffer) {
    var rest = value;
    while (rest >>> BITS != 0) {
      buffer.put((byte) (rest | MORE));
      rest >>>= BITS;
    }
    buffer.put((byte) rest);
  }

  /**
   * Reads a value at the position of a buffer. Bits above the 32nd are ignored, so that the value
   * of damaged bytes can be negative.
   *
   * @throws java.nio.BufferUnderflowException if the buffer ends within it
   * @throws IllegalArgumentException if it is longer than five bytes
   */
  static int read(ByteBuffer buffer) {
    var value = 0;
    for (var shift = 0; shift <= LAST_SHIFT; shift += BITS) {
      var part = buffer.get();
      value |= (part & 0x7F) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a varint must have at most five bytes");
  }
}

package io.delaygate.scheduler.clients;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decoder of the variable-length integers of Kafka's message format 2: zig-zag, so that small
 * negative numbers are short too, then seven bits a byte, the lowest first. Kafka's own decoder is
 * internal.
 */
final class RecordVarint {
  private RecordVarint() {}

  /**
   * Reads an int, which takes five bytes at most.
   *
   * @throws IOException if the bytes end within it or it is longer
   */
  static int readInt(InputStream in) throws IOException {
    var value = (int) unsigned(in, 5);
    return (value >>> 1) ^ -(value & 1);
  }

  /**
   * Reads a long, which takes ten bytes at most.
   *
   * @throws IOException if the bytes end within it or it is longer
   */
  static long readLong(InputStream in) throws IOException {
    var value = unsigned(in, 10);
    return (value >>> 1) ^ -(value & 1);
  }

  private static long unsigned(InputStream in, int bytes) throws IOException {
    var value = 0L;
    for (var i = 0; i < bytes; i++) {
      var part = in.read();
      if (part < 0) {
        throw new IOException("the batch ends in the middle of a number");
      }
      value |= (long) (part & 0x7F) << (7 * i);
      if ((part & 0x80) == 0) {
        return value;
      }
    }
    throw new IOException("a number of the batch is longer than " + bytes + " bytes");
  }
}

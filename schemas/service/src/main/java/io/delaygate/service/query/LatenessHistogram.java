package io.delaygate.service.query;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * Histogram of the lateness of jobs, which merges with those of other instances and travels as
 * text. Its percentiles have two significant digits and are never above the largest lateness. Not
 * thread-safe.
 */
public final class LatenessHistogram {
  /** A value is off by at most 1 %; each further digit needs eight times the memory. */
  public static final int DIGITS = 2;

  /**
   * Largest lateness that is told apart, 100 years: above every clock, and the bound of the memory
   * of a histogram, some 40 KiB. Longer ones count as this.
   */
  public static final long LATENESS_MS_MAX = 100L * 365 * 24 * 3_600_000;

  /** Longest text that is read; one with jobs in every bucket has a sixth of it. */
  private static final int TEXT_MAX = 1 << 17;

  private final Histogram counts = new Histogram(DIGITS);
  private long maxMs;

  /**
   * Reads a histogram.
   *
   * @param maxMs largest lateness in it, which its text does not have exactly
   * @return empty if the text is not valid
   */
  public static Optional<LatenessHistogram> read(String text, long maxMs) {
    if (text.length() > TEXT_MAX) {
      return Optional.empty();
    }
    try {
      var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      var read = new LatenessHistogram();
      read.add(Histogram.decodeFromCompressedByteBuffer(bytes, 0), maxMs);
      return Optional.of(read);
    } catch (DataFormatException | RuntimeException notValid) {
      return Optional.empty(); // of another version, or damaged: its reader does without
    }
  }

  /** Adds one job. */
  public void add(long latenessMs) {
    add(latenessMs, 1);
  }

  /** Adds jobs of the same lateness. */
  public void add(long latenessMs, long jobs) {
    var bounded = Math.min(LATENESS_MS_MAX, latenessMs);
    counts.recordValueWithCount(bounded, jobs);
    maxMs = Math.max(maxMs, bounded);
  }

  /** Adds jobs, the latest of which is that late. */
  public void add(AbstractHistogram other, long latestMs) {
    if (other.getTotalCount() > 0) {
      counts.add(other);
      maxMs = Math.max(maxMs, latestMs);
    }
  }

  /** Adds the jobs of another instance or time. */
  public void add(LatenessHistogram other) {
    add(other.counts, other.maxMs);
  }

  /** Number of jobs. */
  public long jobs() {
    return counts.getTotalCount();
  }

  /** Largest lateness, exactly; 0 if there are no jobs. */
  public long maxMs() {
    return maxMs;
  }

  /** Lateness that so many percent of the jobs do not exceed; 0 if there are no jobs. */
  public long percentileMs(double percent) {
    return Math.min(maxMs, counts.getValueAtPercentile(percent));
  }

  /**
   * Number of jobs in ranges of lateness.
   *
   * @param upToMs upper bounds, ascending; the last part has all that are later
   */
  public long[] parts(long... upToMs) {
    var parts = new long[upToMs.length + 1];
    var part = 0;
    for (var value : counts.recordedValues()) {
      var fromMs = counts.lowestEquivalentValue(value.getValueIteratedTo());
      while (part < upToMs.length && upToMs[part] < fromMs) {
        part++;
      }
      parts[part] += value.getCountAddedInThisIterationStep();
    }
    return parts;
  }

  /** The histogram without {@link #maxMs}, compressed and in Base64: some 100 to 500 characters. */
  public String text() {
    var bytes = ByteBuffer.allocate(counts.getNeededByteBufferCapacity());
    var length = counts.encodeIntoCompressedByteBuffer(bytes, Deflater.DEFAULT_COMPRESSION);
    bytes.position(0).limit(length);
    return new String(Base64.getEncoder().encode(bytes).array(), StandardCharsets.ISO_8859_1);
  }
}

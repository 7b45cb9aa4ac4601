package io.delaygate.service.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the histogram of lateness. */
class LatenessHistogramTest {
  @Test
  void percentilesAreThoseOfTheSortedValuesAndNeverAboveTheLargest() {
    var random = new Random(43);
    for (var round = 0; round < 100; round++) {
      // Given
      var histogram = new LatenessHistogram();
      var values = new long[1 + random.nextInt(500)];
      Arrays.setAll(values, i -> (long) Math.exp(random.nextDouble() * 28));
      Arrays.stream(values).forEach(histogram::add);
      Arrays.sort(values);

      for (var percent : new double[] {1, 50, 99, 100}) {
        // When
        var told = histogram.percentileMs(percent);

        // Then
        var rank = Math.max(1, (int) Math.ceil(percent / 100 * values.length));
        var exact = values[rank - 1];
        assertThat(told).isLessThanOrEqualTo(values[values.length - 1]);
        assertThat((double) told).isBetween(exact * .99, exact * 1.01 + 1);
      }
    }
  }

  @Test
  void theSumOfTwoIsTheHistogramOfAll() {
    // Given
    var one = new LatenessHistogram();
    var other = new LatenessHistogram();
    var all = new LatenessHistogram();
    for (var i = 0; i < 1_000; i++) {
      (i % 3 == 0 ? other : one).add((long) i * i);
      all.add((long) i * i);
    }

    // When
    one.add(read(other));

    // Then
    assertThat(one.jobs()).isEqualTo(1_000);
    assertThat(one.maxMs()).isEqualTo(998_001);
    for (var percent = 1; percent <= 100; percent++) {
      assertThat(one.percentileMs(percent)).isEqualTo(all.percentileMs(percent));
    }
  }

  @Test
  void withoutJobsEverythingIsZero() {
    var none = read(new LatenessHistogram());

    assertThat(none.jobs()).isZero();
    assertThat(none.maxMs()).isZero();
    assertThat(none.percentileMs(99)).isZero();
  }

  @Test
  void theTextIsShort() {
    var histogram = new LatenessHistogram();
    for (var i = 0; i < 100_000; i++) {
      histogram.add(i % 5_000);
    }

    assertThat(histogram.text()).hasSizeLessThan(2_000);
  }

  /** 180 of them are kept by each scheduler. */
  @Test
  void theTextIsBoundedHoweverTheLatenessSpreads() {
    var random = new Random(43);
    var histogram = new LatenessHistogram();
    for (var ms = 1L; ms < LatenessHistogram.LATENESS_MS_MAX; ms += 1 + ms / 256) {
      histogram.add(ms, 1 + random.nextInt(1_000_000));
    }

    var text = histogram.text();

    assertThat(text).hasSizeLessThan(20_000);
    assertThat(LatenessHistogram.read(text, histogram.maxMs()).orElseThrow().jobs())
        .isEqualTo(histogram.jobs());
  }

  @Test
  void partsHaveTheValuesUpToTheirBounds() {
    var histogram = new LatenessHistogram();
    for (var value : new long[] {0, 1, 2, 10, 11, 1_000, 50_000}) {
      histogram.add(value);
    }

    assertThat(histogram.parts(1, 10, 1_000)).containsExactly(2, 2, 2, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "AAAA", "HISTFAAAAA=="})
  void aTextThatIsNoHistogramIsNotRead(String text) {
    assertThat(LatenessHistogram.read(text, 1)).isEmpty();
  }

  private static LatenessHistogram read(LatenessHistogram histogram) {
    return LatenessHistogram.read(histogram.text(), histogram.maxMs()).orElseThrow();
  }
}

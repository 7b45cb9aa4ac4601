package io.delaygate.gateway.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.access.NamespaceIds;
import io.delaygate.schemas.contract.JobId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdGeneratorTest {
  private static final int PARTITIONS = 16;
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-26T00:00:00Z"), ZoneOffset.UTC);
  private static final NamespaceIds OF = new NamespaceIds("default");

  private final AtomicLong ticker = new AtomicLong(Long.MAX_VALUE); // a ticker may overflow
  private final AtomicInteger partitions = new AtomicInteger(PARTITIONS);
  private final JobIdGenerator ids =
      new JobIdGenerator(partitions::get, new Random(1), CLOCK, ticker::get);

  @Test
  void theyAreUuidsOfTheirTime() {
    // When
    var made = made(200);

    // Then
    assertThat(made)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.matches("01a21526-e400-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"))
        .extracting(id -> id.substring(0, id.length() - 2))
        .doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "shop"})
  void thoseOfAMomentGoToOnePartition(String namespace) {
    // Given
    var of = new NamespaceIds(namespace);

    // When
    var first = ids.next(of);
    ticker.addAndGet(JobIdGenerator.STAY.toNanos() - 1);
    var last = ids.next(of);

    // Then
    assertThat(partition(of.toSchedule(last))).isEqualTo(partition(of.toSchedule(first)));
  }

  @Test
  void noMoreThanSoManyGoToOnePartition() {
    // When
    var places = made(2 * JobIdGenerator.MOST).stream().map(JobIdGeneratorTest::partition).toList();

    // Then
    var first = places.subList(0, JobIdGenerator.MOST);
    var next = places.subList(JobIdGenerator.MOST, 2 * JobIdGenerator.MOST);
    assertThat(mostly(next)).isNotEqualTo(mostly(first));
  }

  /**
   * The most frequent partition; about one id in a thousand does not fit and goes to another one.
   */
  private static int mostly(List<Integer> places) {
    var most =
        places.stream()
            .max(Comparator.comparingInt(place -> Collections.frequency(places, place)))
            .orElseThrow();
    assertThat(Collections.frequency(places, most)).isGreaterThanOrEqualTo(JobIdGenerator.MOST - 3);
    return most;
  }

  @Test
  void thoseOfOtherMomentsGoToAllPartitionsAlikeEvenIfEachSecondOneHasMore() {
    // When
    var many = new int[PARTITIONS];
    for (var i = 0; i < 100 * PARTITIONS; i++) {
      many[partition(ids.next(OF))]++;
      ticker.addAndGet(JobIdGenerator.STAY.toNanos());
      ids.next(OF);
      ticker.addAndGet(JobIdGenerator.STAY.toNanos());
    }

    // Then: 100 each, plus or minus three standard deviations
    assertThat(IntStream.of(many)).allMatch(one -> one >= 70 && one <= 130);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, JobIdGenerator.TRIES + 1})
  void whereTheNumberOfPartitionsIsOfNoUseNoneIsSought(int count) {
    // Given
    partitions.set(count);
    var tried = new AtomicInteger();

    // When
    var id = ids.next(OF, number -> "x" + tried.getAndIncrement());

    // Then
    assertThat(id).isEqualTo("x0");
    assertThat(tried).hasValue(1);
  }

  @Test
  void whereNoneFitsTheLastOneIsTaken() {
    // Given
    partitions.set(JobIdGenerator.TRIES);
    var elsewhere = "x";
    var tried = new ArrayList<Integer>();

    // When
    var id =
        ids.next(
            OF,
            number -> {
              tried.add(number);
              return elsewhere;
            });

    // Then
    assertThat(id).isEqualTo(elsewhere);
    assertThat(tried).hasSize(JobIdGenerator.TRIES).endsWith(JobIdGenerator.TRIES - 1);
  }

  private List<String> made(int count) {
    return IntStream.range(0, count).mapToObj(i -> ids.next(OF)).toList();
  }

  private static int partition(String id) {
    return new JobId(id).partition(PARTITIONS).orElseThrow();
  }
}

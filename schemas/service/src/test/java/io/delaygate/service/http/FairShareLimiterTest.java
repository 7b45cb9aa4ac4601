package io.delaygate.service.http;

import static io.delaygate.service.http.FairShareLimiter.Grant.FULL;
import static io.delaygate.service.http.FairShareLimiter.Grant.GRANTED;
import static io.delaygate.service.http.FairShareLimiter.Grant.SHARE_USED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FairShareLimiterTest {
  private static final long LONG = Duration.ofSeconds(30).toNanos();

  /** One holder takes as much as it can; the promised number of holders still get their floor. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 1",
    "2, 1, 1, 2",
    "3, 1, 1, 3",
    "4, 1, 2, 3",
    "10, 1, 5, 6",
    "16, 1, 8, 9",
    "64, 1, 32, 9",
    "100, 1, 50, 9",
    "10000, 1, 5000, 9",
    "32, 8, 16, 3",
    "8, 8, 8, 1"
  })
  void aTableOfCapacities(long capacity, long floorMin, long most, long promised) {
    // Given
    var limiter = new FairShareLimiter(capacity, floorMin);

    // When
    var taken = 0;
    while (limiter.take("a", 1) == GRANTED) {
      taken++;
    }

    // Then
    assertThat(taken).isEqualTo(most);
    assertThat(limiter.promised()).isEqualTo(promised);
    for (var i = 1; i < promised; i++) {
      assertThat(limiter.take("other-" + i, limiter.floor())).isEqualTo(GRANTED);
    }
    assertThat(limiter.held()).isLessThanOrEqualTo(capacity);
  }

  @Test
  void aHolderWithoutAShareTakesAll() {
    var limiter = new FairShareLimiter(16);

    var granted = IntStream.range(0, 20).mapToObj(i -> limiter.take(null, 1)).toList();

    assertThat(granted.subList(0, 16)).containsOnly(GRANTED);
    assertThat(granted.subList(16, 20)).containsOnly(FULL);
    limiter.release(null, 1);
    assertThat(limiter.take("a", 1)).isEqualTo(GRANTED);
  }

  @Test
  void aRefusalTellsWhetherTheShareIsUsedOrAllOfIt() {
    var limiter = new FairShareLimiter(4);

    assertThat(limiter.take("a", 3)).isEqualTo(SHARE_USED);
    assertThat(limiter.take("a", 2)).isEqualTo(GRANTED);
    assertThat(limiter.take("a", 1)).isEqualTo(SHARE_USED);
    assertThat(limiter.take("b", 1)).isEqualTo(GRANTED);
    assertThat(limiter.take("b", 1)).isEqualTo(SHARE_USED);
    assertThat(limiter.take("c", 1)).isEqualTo(GRANTED);
    assertThat(limiter.take("d", 1)).isEqualTo(FULL);
  }

  /**
   * Random steps of many holders, most of them greedy: the total stays within the capacity, one
   * holder gets half of it at most, and every promised holder gets its floor.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 16, 100, 1_000})
  void theFloorIsGrantedWhateverTheOthersDo(int capacity) {
    for (var seed = 0; seed < 20; seed++) {
      var random = new Random(seed);
      var floorMin = 1 + random.nextInt(Math.max(1, capacity / 3));
      var limiter = new FairShareLimiter(capacity, floorMin);
      var most = Math.max(limiter.floor(), capacity / 2);
      var holders = 1 + random.nextInt((int) limiter.promised());
      var held = new HashMap<String, Long>();
      for (var step = 0; step < 2_000; step++) {
        var holder = "holder-" + random.nextInt(holders);
        var has = held.getOrDefault(holder, 0L);
        if (has > 0 && random.nextInt(3) == 0) {
          var back = 1 + random.nextLong(has);
          limiter.release(holder, back);
          held.put(holder, has - back);
        } else {
          var wanted = 1 + random.nextLong(limiter.floor());
          var grant = limiter.take(holder, wanted);
          if (has + wanted <= limiter.floor()) {
            assertThat(grant).as("seed %d, step %d", seed, step).isEqualTo(GRANTED);
          }
          held.merge(holder, grant == GRANTED ? wanted : 0, Long::sum);
        }
        var total = held.values().stream().mapToLong(Long::longValue).sum();
        assertThat(limiter.held()).isEqualTo(total).isLessThanOrEqualTo(capacity);
        assertThat(held.getOrDefault(holder, 0L)).isLessThanOrEqualTo(most);
      }
      held.forEach((holder, units) -> limiter.release(holder, units));
      assertThat(limiter.held()).isZero();
      assertThat(limiter.take("new", most)).isEqualTo(GRANTED);
    }
  }

  @Test
  void whoWaitsGetsWhatBecomesFreeInTime() throws Exception {
    // Given
    var limiter = new FairShareLimiter(1);
    assertThat(limiter.take("a", 1)).isEqualTo(GRANTED);
    assertThat(limiter.await("b", 1, 1)).isEqualTo(FULL);
    var waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return limiter.await("b", 1, LONG);
              } catch (InterruptedException stopped) {
                throw new AssertionError(stopped);
              }
            });

    // When
    limiter.release("a", 1);

    // Then
    assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(GRANTED);
    assertThat(limiter.held()).isOne();
  }

  @Test
  void manyThreadsLeaveNothingBehind() {
    // Given
    var limiter = new FairShareLimiter(8);

    // When
    var all = new ArrayList<CompletableFuture<Void>>();
    for (var i = 0; i < 4; i++) {
      var holder = i == 0 ? null : "holder-" + i;
      all.add(
          CompletableFuture.runAsync(
              () -> {
                for (var step = 0; step < 10_000; step++) {
                  if (limiter.take(holder, 2) == GRANTED) {
                    limiter.release(holder, 2);
                  }
                }
              }));
    }
    CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();

    // Then
    assertThat(limiter.held()).isZero();
    assertThat(limiter.take("a", 4)).isEqualTo(GRANTED);
  }
}

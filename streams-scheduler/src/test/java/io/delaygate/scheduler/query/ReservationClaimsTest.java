package io.delaygate.scheduler.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReservationClaimsTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final ReservationClaims claims = new ReservationClaims(nanos::get);

  @Test
  void aJobIsClaimedByOneForAWhile() {
    // Given
    assertThat(claims.take(id("a"))).isTrue();

    // Then
    assertThat(claims.take(id("a"))).isFalse();
    assertThat(claims.take(id("b"))).isTrue();
    nanos.addAndGet(ReservationClaims.TIME.toNanos() - 1);
    assertThat(claims.take(id("a"))).isFalse();
    nanos.addAndGet(1);
    assertThat(claims.take(id("a"))).isTrue();
    assertThat(claims.count()).isEqualTo(1);
  }

  @Test
  void aClaimThatIsGivenUpIsFreeAndEndsNoLaterOne() {
    // Given
    claims.take(id("a"));
    claims.release(id("a"));
    nanos.addAndGet(ReservationClaims.TIME.toNanos() - 1);

    // When
    assertThat(claims.take(id("a"))).isTrue();
    nanos.addAndGet(1);

    // Then
    assertThat(claims.isFree(id("a"))).isFalse();
    assertThat(claims.count()).isEqualTo(1);
  }

  private static byte[] id(String text) {
    return text.getBytes(UTF_8);
  }
}

package io.delaygate.scheduler.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProducersAheadTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000); // a ticker may wrap
  private final ProducersAhead ahead = new ProducersAhead(nanos::get);
  private final ProducerPool pool =
      new ProducerPool(
          new ProducersOnPaper(), Map.of("transactional.id", "delaygate"), Runnable::run);

  @Test
  void isWantedOnceATopicWasNotKnownAndNotTooOften() {
    // Given
    var before = ahead.wishes();

    // When
    ahead.metUnknown(pool);
    nanos.addAndGet(ProducersAhead.EVERY_NANOS - 1);
    ahead.metUnknown(pool);
    var soon = ahead.wishes();
    nanos.addAndGet(1);
    ahead.metUnknown(pool);

    // Then
    assertThat(before).isZero();
    assertThat(soon).isEqualTo(1);
    assertThat(ahead.wishes()).isEqualTo(2);
  }

  @Test
  void nobodyIsAskedBeforeAProducerWasMet() {
    ahead.expect(Set.of("orders"));

    assertThat(ahead.wishes()).isZero();
  }
}

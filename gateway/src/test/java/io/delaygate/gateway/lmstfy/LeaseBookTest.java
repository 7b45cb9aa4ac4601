package io.delaygate.gateway.lmstfy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseBookTest {
  private static final LeaseBook.Key KEY = new LeaseBook.Key("q", "a", "10.0.0.1");

  private final AtomicLong nanos = new AtomicLong();
  private final LeaseBook book = new LeaseBook(nanos::get);

  @Test
  void whoWasHandedAJobIsRememberedWithItsLastLease() {
    book.add(KEY, "l-1", 1_000);
    book.add(KEY, "l-2", 1_000);

    assertThat(book.lease(KEY)).hasValue("l-2");
    assertThat(book.lease(new LeaseBook.Key("q", "a", "10.0.0.2"))).isEmpty();
    assertThat(book.lease(new LeaseBook.Key("p", "a", "10.0.0.1"))).isEmpty();
    book.forget(KEY);
    assertThat(book.lease(KEY)).isEmpty();
  }

  @Test
  void aLeaseIsForgottenAnHourAfterItsEnd() {
    // Given
    book.add(KEY, "l-1", 1_000);

    // When
    nanos.set(Duration.ofSeconds(1).plus(LeaseBook.KEPT).toNanos());
    assertThat(book.lease(KEY)).hasValue("l-1");
    nanos.incrementAndGet();

    // Then
    assertThat(book.lease(KEY)).isEmpty();
  }

  @Test
  void theOldestOfTooManyIsForgotten() {
    // Given
    book.add(KEY, "l-1", 1_000);
    for (var i = 1; i < LeaseBook.MOST; i++) {
      book.add(new LeaseBook.Key("q", "b-" + i, "10.0.0.1"), "l", 1_000);
    }
    assertThat(book.lease(KEY)).hasValue("l-1");

    // When
    book.add(new LeaseBook.Key("q", "one-more", "10.0.0.1"), "l", 1_000);

    // Then
    assertThat(book.lease(KEY)).isEmpty();
    assertThat(book.lease(new LeaseBook.Key("q", "b-1", "10.0.0.1"))).hasValue("l");
  }
}

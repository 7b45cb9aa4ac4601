package io.delaygate.gateway.handout;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.handout.HandOut.Queue;
import io.delaygate.schemas.background.BackgroundFailures;
import io.delaygate.schemas.shutdown.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults that nobody foresees end neither the look for queues nor the reading of one. */
@Timeout(60)
class UnforeseenFaultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final BackgroundFailures failures = new BackgroundFailures(System::nanoTime);
  private final AtomicInteger looks = new AtomicInteger();
  private final HandOut handOut =
      new HandOut(
          new ShareGroups(
              Optional::empty,
              group -> {},
              (group, most) -> {
                throw new NoClassDefFoundError("a part that is missing");
              }),
          new LookedFor(),
          UnusedLeases.create(),
          System::nanoTime,
          failures);

  @AfterEach
  void close() throws InterruptedException {
    handOut.close(Deadline.in(LIMIT, System::nanoTime));
  }

  @Test
  void aQueueIsLookedForAgainAndReadAgain() {
    // When
    handOut.await(
        new WaitingCall(1, 1_000), List.of(new Queue("mails", "mails")), Duration.ofMinutes(1));

    // Then
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> failures.byTask().getOrDefault(HandOut.READING, 0.0) >= 2);
    assertThat(failures.byTask()).containsEntry("lookout", 1.0);
    assertThat(looks).hasValue(2);
  }

  /** There from the second look on; the first one fails. */
  private final class LookedFor extends PresentTopics {
    @Override
    public boolean exists(String topic) {
      if (looks.incrementAndGet() == 1) {
        throw new IllegalStateException("the first look");
      }
      return true;
    }
  }
}

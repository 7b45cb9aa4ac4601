package io.delaygate.gateway.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.DelayHeader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class JustPublishedTest {
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final RecentPublishes just =
      new RecentPublishes(target -> target.startsWith("queue."), nanos::get);

  @Test
  void theLastCommandOfEachPartitionIsKnownForAWhile() {
    // Given
    add("queue.a", 0, 5);
    add("queue.a", 0, 4);
    add("queue.a", 3, 1);
    add("queue.b", 0, 9);
    add("orders", 0, 10);

    // Then
    assertThat(just.of("queue.a").last()).isEqualTo(Map.of(0, 5L, 3, 1L));
    assertThat(just.of("orders").last()).isEmpty();
    nanos.addAndGet(RecentPublishes.YOUNG.toNanos() - 1);
    assertThat(just.of("queue.b").last()).isNotEmpty();
    assertThat(just.isAny("queue.b", nanos.get())).isTrue();
    nanos.incrementAndGet();
    assertThat(just.of("queue.b").last()).isEmpty();
    assertThat(just.isAny("queue.b", nanos.get())).isFalse();
  }

  @Test
  void whoCameBeforeDoesNotWaitForIt() {
    // Given
    var cameAt = nanos.get();
    nanos.incrementAndGet();

    // When
    add("queue.a", 0, 5);

    // Then
    assertThat(just.isAny("queue.a", cameAt)).isFalse();
    assertThat(just.isAny("queue.a", nanos.get())).isTrue();
  }

  @Test
  void whoHasWaitedDoesNotWaitForWhatIsPublishedMeanwhile() {
    // Given
    add("queue.a", 0, 5);
    var cameAt = nanos.get();
    var commands = just.of("queue.a");

    // When
    nanos.incrementAndGet();
    add("queue.a", 0, 6);
    just.forget("queue.a", commands);

    // Then
    assertThat(just.isAny("queue.a", cameAt - 1)).isFalse();
    assertThat(just.isAny("queue.a", nanos.get())).isTrue();
    just.forget("queue.a", just.of("queue.a"));
    assertThat(just.isAny("queue.a", nanos.get())).isFalse();
  }

  @Test
  void ofManyQueuesTheLastAreKnown() {
    // When
    for (var i = 0; i <= RecentPublishes.QUEUES; i++) {
      add("queue." + i, 0, i);
    }

    // Then
    assertThat(just.of("queue.0").last()).isEmpty();
    assertThat(just.of("queue.1").last()).isNotEmpty();
  }

  private void add(String target, int partition, long offset) {
    Header header = new RecordHeader(DelayHeader.TARGET_TOPIC.headerName(), target.getBytes(UTF_8));
    just.add(List.of(header), new PublishResult.Stored(partition, offset, 0));
  }
}

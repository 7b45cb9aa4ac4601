package io.delaygate.gateway.handout;

import io.delaygate.gateway.outcome.Answer;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.publish.CommandPublisher;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.publish.Published;
import io.delaygate.schemas.contract.JobId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Leases of queues without a job: nothing is ever asked for. */
final class UnusedLeases {
  private UnusedLeases() {}

  static Leases create() {
    return new Leases(
        new NoOutcomes(),
        new CommandTopic(new NoPublisher(), "delay-requests"),
        new NoCounts(),
        System::nanoTime);
  }

  private static final class NoOutcomes implements Outcomes {
    @Override
    public CompletableFuture<Answer> ask(JobId id, List<Header> headers, byte @Nullable [] value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Expected awaitResult(
        JobId id, List<Header> headers, byte @Nullable [] value, Duration time) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class NoPublisher implements CommandPublisher {
    @Override
    public OptionalInt partitions() {
      return OptionalInt.empty();
    }

    @Override
    public Map<Integer, Long> ends() {
      return Map.of();
    }

    @Override
    public CompletableFuture<Published> publish(ProducerRecord<byte[], byte[]> record) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
      // nothing was opened
    }
  }

  private static final class NoCounts implements HandOutCounts {
    @Override
    public void handedOut(int jobs) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void handedBack() {
      throw new UnsupportedOperationException();
    }
  }
}

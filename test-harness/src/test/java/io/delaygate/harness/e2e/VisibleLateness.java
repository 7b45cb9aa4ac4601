package io.delaygate.harness.e2e;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a target all the time and notes how long after its due time each job came. */
final class VisibleLateness implements AutoCloseable {
  /** Milliseconds after the due time, by the record's own time stamp and when it was read. */
  private record Seen(long emittedMs, long readMs) {}

  private final Reader reader;
  private final Queue<Seen> seen = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> reading;
  private volatile int ofWarmUp;
  private volatile boolean stopped;

  VisibleLateness(Installation delaygate, String target) {
    reader = delaygate.read(target);
    reading = CompletableFuture.runAsync(this::read, task -> new Thread(task, "reading").start());
  }

  private void read() {
    while (!stopped) {
      var records = reader.poll();
      var nowMs = System.currentTimeMillis();
      records.stream()
          .skip(seen.size())
          .map(record -> new Seen(emittedMs(record), nowMs - dueMs(record)))
          .forEach(seen::add);
    }
  }

  /** Measures what comes from now on. */
  void endWarmUp() {
    ofWarmUp = seen.size();
  }

  /** All records, those of the warm-up too, once there are so many and nothing follows them. */
  List<ConsumerRecord<byte[], byte[]>> await(int count) {
    ContractBench.await().until(() -> seen.size() >= count || reading.isDone());
    stop();
    return reader.toTheEnd();
  }

  static long emittedMs(ConsumerRecord<byte[], byte[]> record) {
    return record.timestamp() - dueMs(record);
  }

  private static long dueMs(ConsumerRecord<byte[], byte[]> record) {
    return Long.parseLong(Reader.header(record, "delay-job-due-ms"));
  }

  String emitted() {
    return percentiles(Seen::emittedMs);
  }

  String visible() {
    return percentiles(Seen::readMs);
  }

  /** The worst after the warm-up, in milliseconds. */
  long maxMs() {
    return measured(Seen::readMs)[measured(Seen::readMs).length - 1];
  }

  private String percentiles(ToLongFunction<Seen> of) {
    var ms = measured(of);
    return "p50 %d ms, p99 %d ms, max %d ms"
        .formatted(ms[ms.length / 2], ms[ms.length * 99 / 100], ms[ms.length - 1]);
  }

  private long[] measured(ToLongFunction<Seen> of) {
    return seen.stream().skip(ofWarmUp).mapToLong(of).sorted().toArray();
  }

  private void stop() {
    stopped = true;
    reading.join();
  }

  @Override
  public void close() {
    stop();
    reader.close();
  }
}

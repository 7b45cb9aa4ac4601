package io.delaygate.harness.e2e;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a target all the time and notes how long after its due time each job was seen. */
final class VisibleLateness implements AutoCloseable {
  private final Reader reader;
  private final ConcurrentLinkedQueue<Long> lateness = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> reading;
  private volatile boolean stopped;

  VisibleLateness(Installation delaygate, String target) {
    reader = delaygate.read(target);
    reading = CompletableFuture.runAsync(this::read, task -> new Thread(task, "reading").start());
  }

  private void read() {
    var before = 0;
    while (!stopped) {
      var records = reader.poll();
      var nowMs = System.currentTimeMillis();
      for (; before < records.size(); before++) {
        var due = Reader.header(records.get(before), "delay-job-due-ms");
        lateness.add(nowMs - Long.parseLong(due));
      }
    }
  }

  /** All records, once there are so many and nothing follows them. */
  List<ConsumerRecord<byte[], byte[]>> await(int count) {
    ContractBench.await().until(() -> lateness.size() >= count || reading.isDone());
    stop();
    return reader.toTheEnd();
  }

  /** Milliseconds, of what was seen while it was awaited. */
  long[] sortedMs() {
    return lateness.stream().mapToLong(Long::longValue).sorted().toArray();
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

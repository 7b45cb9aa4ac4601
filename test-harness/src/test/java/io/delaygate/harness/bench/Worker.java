package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.producer.DelayedRecord;
import io.delaygate.schemas.producer.Feedback;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Worker that reads a target and answers each attempt by the name of the job: most are finished,
 * some fail once, some always, and hopeless ones are buried. In a separate thread.
 */
final class Worker implements AutoCloseable {
  /** Prefix of ids of jobs that are buried at once. */
  static final String HOPELESS = "hopeless-";

  private static final byte[] NOTHING = {};

  private final String bootstrapServers;
  private final String target;
  private final long backoffMs;
  private final Map<String, Seen> seen = new HashMap<>();
  private final CompletableFuture<Void> working;
  private long deliveries;
  private long twice;
  private long soon;
  private volatile boolean finishesAll;
  private volatile boolean stopped;

  /** Starts to work. */
  Worker(Rig rig, String target, long backoffMs) {
    this.bootstrapServers = rig.bootstrapServers();
    this.target = target;
    this.backoffMs = backoffMs;
    working = CompletableFuture.runAsync(this::work, task -> new Thread(task, "worker").start());
  }

  /** Whether a job fails always. */
  static boolean fails(String id) {
    return chance(id) >= 95;
  }

  private static int chance(String id) {
    return Math.floorMod(id.hashCode(), 100);
  }

  /** Expected outcomes of the attempts of a job. */
  static List<String> expected(String id) {
    if (fails(id)) {
      return List.of("RELEASED", "RELEASED", "RELEASED");
    }
    return chance(id) < 80 ? List.of("FINISHED") : List.of("RELEASED", "FINISHED");
  }

  void finishesAllFromNowOn() {
    finishesAll = true;
  }

  /** Number of attempts that were delivered more than once. */
  synchronized long twice() {
    return twice;
  }

  /** Number of attempts that came before the backoff was over. */
  synchronized long soon() {
    return soon;
  }

  /** Waits for this many attempts. */
  void awaitDeliveries(long wanted, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (deliveries() < wanted) {
      if (working.isDone()) {
        working.join();
      }
      if (System.nanoTime() > end) {
        throw new IllegalStateException(deliveries() + " of " + wanted + " deliveries came");
      }
      Bench.pass(Duration.ofMillis(20));
    }
  }

  private synchronized long deliveries() {
    return deliveries;
  }

  private void work() {
    try (var consumer = Lateness.consumer(bootstrapServers, target, true);
        var producer = Feed.producer(bootstrapServers)) {
      while (!stopped) {
        for (var record : consumer.poll(Duration.ofMillis(100))) {
          var command = answer(record).record(NOTHING);
          var id = command.key().getBytes(UTF_8);
          var unused =
              producer.send(
                  new ProducerRecord<>(
                      Rig.requests(), null, id, command.value(), command.headers()));
        }
      }
    }
  }

  private synchronized DelayedRecord answer(ConsumerRecord<byte[], byte[]> record) {
    deliveries++;
    var id = header(record, "delay-job-id");
    var attempt = Integer.parseInt(header(record, "delay-job-attempt"));
    var before = seen.get(id);
    var isNewLife = finishesAll && attempt == 1;
    if (before != null && before.kicked() == isNewLife && before.attempt() >= attempt) {
      twice++;
    }
    if (before != null && !isNewLife && record.timestamp() < before.answeredMs() + backoffMs) {
      soon++;
    }
    seen.put(id, new Seen(attempt, System.currentTimeMillis(), isNewLife));
    var feedback = Feedback.on(record);
    if (finishesAll) {
      return feedback.finish();
    }
    if (id.startsWith(HOPELESS)) {
      return feedback.bury("hopeless");
    }
    var failsNow = fails(id) || (chance(id) >= 80 && attempt == 1);
    return failsNow ? feedback.release("not yet") : feedback.finish();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @Override
  public void close() {
    stopped = true;
    working.join();
  }

  private record Seen(int attempt, long answeredMs, boolean kicked) {}
}

package io.delaygate.harness.upgrade;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.upgrade.Gateways.Answer;
import io.delaygate.harness.upgrade.JobLedger.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Load of some 200 jobs a second by Kafka and over HTTP, each due after 1 to 60 s, of which some
 * are cancelled or rescheduled over HTTP, until it is closed.
 */
final class JobLoad implements AutoCloseable {
  static final String TARGET = "orders";

  /** Longest delay of a job. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int SHORTEST_MS = 1_000;
  private static final int CALLERS = 6;
  private static final int CALLS_PER_SECOND = 10;
  private static final int RECORDS_PER_SECOND = 140;
  private static final int REPEATS = 20;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Gateways gateways;
  private final JobLedger ledger;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicInteger definite = new AtomicInteger();
  private final Map<String, Integer> open = new ConcurrentSkipListMap<>();
  private final List<CompletableFuture<Void>> threads = new ArrayList<>();
  private volatile boolean isOver;

  JobLoad(UpgradeRig rig, Gateways gateways, JobLedger ledger) {
    this.gateways = gateways;
    this.ledger = ledger;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", rig.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Starts the load. */
  void start() {
    start(this::send);
    for (var i = 0; i < CALLERS; i++) {
      var caller = new Caller(i);
      start(caller::work);
    }
  }

  private void start(Runnable work) {
    threads.add(CompletableFuture.runAsync(work, task -> new Thread(task).start()));
  }

  /** Whether most calls so far got a definite answer, without which the test would show nothing. */
  boolean isMostlyAnswered() {
    return definite.get() > 3 * open.values().stream().mapToInt(count -> count).sum();
  }

  /** Number of calls so far, as text. */
  String calls() {
    return definite + " calls with a definite answer, " + open + " without";
  }

  private void send() {
    var random = new Random(0);
    for (var i = 0; !isOver; i++) {
      send("kafka-" + i, TARGET, System.currentTimeMillis() + delayMs(random));
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos() / RECORDS_PER_SECOND);
    }
  }

  /** Schedules a job by Kafka. */
  void send(String id, String target, long dueMs) {
    ledger.expect(id, Expected.ONE_OR_NONE, dueMs);
    var record = new ProducerRecord<>("delay-requests", id.getBytes(UTF_8), id.getBytes(UTF_8));
    record.headers().add(new RecordHeader("delay-target-topic", target.getBytes(UTF_8)));
    record.headers().add(new RecordHeader("delay-due-ms", Long.toString(dueMs).getBytes(UTF_8)));
    var unused =
        producer.send(
            record,
            (stored, failure) -> {
              if (failure == null) {
                ledger.expect(id, Expected.ONE, dueMs);
              }
            });
  }

  void flush() {
    producer.flush();
  }

  private static long delayMs(Random random) {
    return random.nextLong(SHORTEST_MS, LONGEST.toMillis());
  }

  /** Ends the load, after which all answers are known. */
  void stop() {
    isOver = true;
    threads.forEach(CompletableFuture::join);
    producer.flush();
  }

  @Override
  public void close() {
    stop();
    producer.close();
  }

  /** Job that is changed at that time, at the latest a moment after it was due. */
  private record Change(long atMs, String job, long dueMs) {}

  /** Caller with one call at a time. For one thread. */
  private final class Caller {
    private final int number;
    private final Random random;
    private final PriorityQueue<Change> changes =
        new PriorityQueue<>((a, b) -> Long.compare(a.atMs(), b.atMs()));

    private Caller(int number) {
      this.number = number;
      this.random = new Random(number + 1L);
    }

    private void work() {
      for (var i = 0; !isOver; i++) {
        var change = changes.peek();
        if (change == null || change.atMs() > System.currentTimeMillis()) {
          schedule("http-%d-%d".formatted(number, i));
        } else if (random.nextBoolean()) {
          cancel(changes.remove());
        } else {
          reschedule(changes.remove());
        }
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos() / CALLS_PER_SECOND);
      }
    }

    private void schedule(String id) {
      var nowMs = System.currentTimeMillis();
      var dueMs = nowMs + delayMs(random);
      ledger.expect(id, Expected.ONE_OR_NONE, dueMs);
      var path = "/v1/jobs/" + id + (random.nextBoolean() ? "?wait=true" : "");
      var body = "{\"target\":{\"topic\":\"%s\"},\"dueMs\":%d,\"value\":\"x\"}";
      var answer = told(gateways.call("PUT", path, body.formatted(TARGET, dueMs)));
      if (answer.isSuccess() || answer.word().equals("NO_ANSWER")) {
        ledger.expect(id, Expected.ONE, dueMs);
        if (random.nextInt(3) == 0) {
          var atMs = nowMs + random.nextLong(dueMs + PAUSE.toMillis() - nowMs);
          changes.add(new Change(atMs, id, dueMs));
        }
      } else if (!answer.isOpen()) {
        ledger.strange("schedule of %s: %s".formatted(id, answer));
      }
    }

    /** Cancels a job, repeatedly until the answer is definite. */
    private void cancel(Change change) {
      ledger.expect(change.job(), Expected.ONE_OR_NONE, change.dueMs());
      for (var i = 0; i < REPEATS; i++) {
        var answer = told(gateways.call("DELETE", "/v1/jobs/" + change.job(), ""));
        switch (answer.word()) {
          case "CANCELLED" -> ledger.expect(change.job(), Expected.NONE, change.dueMs());
          case "ALREADY_DELIVERED" -> ledger.expect(change.job(), Expected.ONE, change.dueMs());
          // an earlier try has cancelled it, but was not answered
          case "JOB_NOT_FOUND" -> {
            ledger.expect(change.job(), Expected.NONE, change.dueMs());
            if (i == 0) {
              ledger.strange("cancel of %s: %s".formatted(change, answer));
            }
          }
          default -> {
            if (!answer.isOpen()) {
              ledger.strange("cancel of %s: %s".formatted(change, answer));
            }
          }
        }
        if (!answer.isOpen()) {
          return;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }

    private void reschedule(Change change) {
      var laterMs = System.currentTimeMillis() + delayMs(random);
      var both = new Long[] {change.dueMs(), laterMs};
      ledger.expect(change.job(), Expected.ONE, both);
      var body = "{\"dueMs\":%d}".formatted(laterMs);
      var answer = told(gateways.call("PATCH", "/v1/jobs/" + change.job(), body));
      switch (answer.word()) {
        case "RESCHEDULED" -> ledger.expect(change.job(), Expected.ONE, laterMs);
        case "ALREADY_DELIVERED" -> ledger.expect(change.job(), Expected.ONE, change.dueMs());
        default -> {
          if (!answer.isOpen()) {
            ledger.strange("reschedule of %s: %s".formatted(change, answer));
          }
        }
      }
    }

    private Answer told(Answer answer) {
      if (answer.isOpen()) {
        open.merge(answer.status() == 0 ? "connection lost" : answer.word(), 1, Integer::sum);
      } else {
        definite.incrementAndGet();
      }
      return answer;
    }
  }
}

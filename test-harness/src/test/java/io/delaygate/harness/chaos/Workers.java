package io.delaygate.harness.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.chaos.Operation.Claim;
import io.delaygate.harness.chaos.Operation.Delay;
import io.delaygate.harness.chaos.Operation.Door;
import io.delaygate.harness.chaos.Operation.Terms;
import io.delaygate.harness.chaos.Operation.Verb;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Workers that read targets and dead letters during the load, and act on each attempt and letter as
 * the seed says; in the end they finish all attempts, so that nothing stays pending. They read
 * {@code read_committed}, because other readers see attempts of aborted transactions. In a separate
 * thread.
 */
final class Workers implements AutoCloseable {
  /** First number of the workers' operations; those of the plan are smaller. */
  private static final int FIRST_NUMBER = 1_000_000;

  /** Longer than any lease of {@link Ack#random}. */
  private static final int LATE_MS = 3_300;

  private static final int EXTENSION_MS = 1_500;
  private static final int RELEASE_MS = 700;
  private static final long LIMIT_SECONDS = 30;

  private final Doors doors;
  private final Deeds deeds;
  private final Set<String> misrouted;
  private final Map<String, Integer> deaths = new HashMap<>();
  private final Map<String, Claim> before = new HashMap<>();
  private final AtomicInteger number = new AtomicInteger(FIRST_NUMBER);
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private final CompletableFuture<Void> working;
  private volatile boolean finishesAll;
  private volatile boolean stopped;

  /** Starts to work; closes the doors at the end. */
  Workers(Rig rig, Plan plan, Doors doors) {
    this.doors = doors;
    this.deeds = new Deeds(plan.seed());
    this.misrouted =
        plan.operations().stream()
            .filter(operation -> operation.terms().door() == Door.MISROUTED)
            .map(Operation::id)
            .collect(Collectors.toSet());
    var servers = rig.brokers().bootstrapServers();
    working =
        CompletableFuture.runAsync(
            () -> work(servers), task -> new Thread(task, "workers").start());
  }

  /** Finishes all attempts from now on, and leaves dead letters alone. */
  void finishAll() {
    finishesAll = true;
  }

  private void work(String bootstrapServers) {
    try (var targets =
            new Reader(bootstrapServers, Rig.STAMPED_BY_BROKER, Rig.STAMPED_BY_SCHEDULER);
        var letters = new Reader(bootstrapServers, Rig.NAMES.deadLetters(), Rig.CLIENT_LETTERS)) {
      var done = 0;
      var read = 0;
      while (!stopped) {
        for (var all = targets.poll(); done < all.size(); done++) {
          attempted(all.get(done));
        }
        for (var all = letters.poll(); read < all.size(); read++) {
          died(all.get(read));
        }
      }
    }
  }

  private void attempted(ConsumerRecord<byte[], byte[]> record) {
    var delivery = Delivery.of(record);
    if (delivery == null || delivery.lease() == null) {
      return;
    }
    var id = delivery.id();
    var claim = new Claim(delivery.lease(), delivery.attempt(), 0);
    var life = deaths.getOrDefault(id, 0);
    var door = door(id, deeds.overHttp(id, life, delivery.attempt()));
    var deed = deeds.forAttempt(id, life, delivery.attempt());
    act(finishesAll ? Deeds.Deed.FINISH : deed, new Attempt(id, door, claim));
    before.put(id, claim);
  }

  /** Attempt of a job, as a worker gets it. */
  private record Attempt(String id, Door door, Claim claim) {
    Claim withLease(long ms) {
      return new Claim(claim.lease(), claim.attempt(), ms);
    }

    Claim withLease(String lease) {
      return new Claim(lease, claim.attempt(), 0);
    }
  }

  private void act(Deeds.Deed deed, Attempt attempt) {
    switch (deed) {
      case FINISH -> say(Verb.FINISH, attempt, attempt.claim());
      case FINISH_TWICE -> {
        say(Verb.FINISH, attempt, attempt.claim());
        say(Verb.FINISH, attempt, attempt.claim());
      }
      case FINISH_LATE -> {
        var unused =
            later.schedule(
                () -> say(Verb.FINISH, attempt, attempt.claim()), LATE_MS, TimeUnit.MILLISECONDS);
      }
      case RELEASE -> say(Verb.RELEASE, attempt, attempt.claim());
      case RELEASE_UNTIL ->
          say(Verb.RELEASE, attempt, attempt.claim(), new Delay(RELEASE_MS, false, 0));
      case EXTEND_AND_FINISH -> {
        say(Verb.EXTEND, attempt, attempt.withLease(EXTENSION_MS));
        say(Verb.FINISH, attempt, attempt.claim());
      }
      case RESERVE_AND_FINISH -> reserveAndFinish(attempt);
      case BURY -> say(Verb.BURY, attempt, attempt.claim());
      case SPEAK_FOR_ANOTHER -> {
        var another = before.getOrDefault(attempt.id(), attempt.withLease("0-0"));
        say(Verb.FINISH, attempt, another);
        say(Verb.RELEASE, attempt, another);
        say(Verb.BURY, attempt, another);
      }
      case NOTHING -> {}
    }
  }

  /** Reserves over HTTP, because only the answer has the new lease. */
  private void reserveAndFinish(Attempt attempt) {
    if (attempt.door() == Door.MISROUTED) {
      say(Verb.FINISH, attempt, attempt.claim());
      return;
    }
    var terms = Terms.work(Door.HTTP, Delay.NONE, attempt.claim());
    doors.call(operation(Verb.RESERVE, attempt.id(), terms), answer -> reserved(attempt, answer));
  }

  private void reserved(Attempt attempt, JsonNode answer) {
    if (answer.path("outcome").asText().equals("RESERVED")) {
      var lease = answer.path("job").path("lease").asText();
      say(Verb.FINISH, attempt, attempt.withLease(lease));
    }
  }

  private void died(ConsumerRecord<byte[], byte[]> record) {
    var letter = Letter.of(record);
    if (letter == null || CallPlan.isCall(letter.id())) {
      return;
    }
    var id = letter.id();
    var life = deaths.merge(id, 1, Integer::sum);
    var mercy = finishesAll ? Deeds.Mercy.NONE : deeds.forLetter(id, life);
    if (mercy != Deeds.Mercy.NONE) {
      var terms =
          Terms.change(door(id, deeds.overHttp(id, life, 0)), Delay.NONE, Terms.ANY_VERSION);
      doors.send(operation(mercy == Deeds.Mercy.KICK ? Verb.KICK : Verb.DISCARD, id, terms));
    }
  }

  private Door door(String id, boolean overHttp) {
    if (misrouted.contains(id)) {
      return Door.MISROUTED;
    }
    return overHttp ? Door.HTTP : Door.KAFKA;
  }

  private void say(Verb verb, Attempt attempt, Claim claim) {
    say(verb, attempt, claim, Delay.NONE);
  }

  private void say(Verb verb, Attempt attempt, Claim claim, Delay delay) {
    var terms = Terms.work(attempt.door(), delay, claim);
    doors.send(operation(verb, attempt.id(), terms));
  }

  private Operation operation(Verb verb, String id, Terms terms) {
    return new Operation(number.getAndIncrement(), 0, verb, id, terms);
  }

  /** Stops sending for good; further calls do nothing. */
  void stop() {
    stopped = true;
    try {
      working.join();
      later.shutdown();
      if (!later.awaitTermination(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("what workers say late is not said");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      doors.close();
    }
  }

  @Override
  public void close() {
    stop();
  }
}

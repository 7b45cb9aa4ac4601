package io.delaygate.harness.e2e;

import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.SchedulerChildMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Installation whose scheduler process is killed repeatedly while commands are in flight, with a
 * record of the answers to its callers. For one thread.
 */
final class KilledScheduler implements AutoCloseable {
  /** Commands that are sent while the process starts, so that it is busy from the beginning. */
  private static final int WAITING = 8;

  private static final int MORE = 4;

  /** Greatest number of commands for one process; for each there is a job. */
  private static final int PER_LIFE = 80;

  /** Least and greatest number of answers after which the process is killed. */
  private static final int ENOUGH_MIN = 20;

  private static final int ENOUGH_MAX = 40;

  /** Greatest time between the last commands and the kill; commits come every 25 ms. */
  private static final int FUSE_MS = 40;

  private final Installation delaygate;
  private final JavaCommand command;
  private final Random random;
  private final String target;
  private final Inbox inbox;
  private final long farMs = System.currentTimeMillis() + TimeUnit.HOURS.toMillis(2);
  private final List<SentCommand> sent = new ArrayList<>();
  private final Set<String> told = new HashSet<>();
  private JavaProcess process;

  /** Starts the first process. */
  KilledScheduler(KafkaCluster cluster, Path directory, long seed) {
    delaygate = new Installation(cluster, directory, 2);
    random = new Random(seed);
    target = delaygate.target("survivors", 1);
    inbox = new Inbox(delaygate);
    var settings = delaygate.settings("child", Map.of("group.instance.id", "child"));
    command =
        JavaCommand.of(SchedulerChildMain.class, directory.resolve("scheduler.log"))
            // without the optimising compiler, whose work does not pay off in a few seconds
            .withJvmFlags("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
            .withArguments(
                settings.entrySet().stream()
                    .map(e -> "--" + e.getKey() + "=" + e.getValue())
                    .toList());
    process = JavaProcess.start(command);
  }

  /** Schedules the jobs for the commands, and kills this many processes. */
  void live(int lives) {
    var due = Long.toString(farMs);
    for (var i = 0; i < lives * PER_LIFE; i++) {
      var id = SentCommand.jobOf(i);
      inbox.sendLater("first-" + i, id, "delay-due-ms", due, "delay-target-topic", target);
    }
    delaygate.client().flush();
    inbox.await(lives * PER_LIFE);
    for (var life = 0; life < lives; life++) {
      sendUntilKilled();
      process = JavaProcess.start(command);
    }
  }

  private void sendUntilKilled() {
    var life = sent.size();
    var enough = ENOUGH_MIN + random.nextInt(ENOUGH_MAX - ENOUGH_MIN);
    var deadline = System.nanoTime() + Installation.LIMIT.toNanos();
    send(WAITING, life);
    for (var answered = 0L; answered < enough; answered = answered(life)) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        throw new AssertionError("%d answers\n%s".formatted(answered, process.outputTail()));
      }
      send(answered > 0 ? MORE : 0, life);
    }
    send(MORE, life);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(FUSE_MS)));
    process.kill();
    inbox.toTheEnd();
    sent.stream().skip(life).map(SentCommand::id).filter(this::isAnswered).forEach(told::add);
  }

  private void send(int more, int life) {
    for (var i = 0; i < more && sent.size() - life < PER_LIFE; i++) {
      var next = new SentCommand(sent.size(), farMs);
      inbox.sendLater(next.id(), next.id(), next.headers(target));
      sent.add(next);
    }
  }

  private long answered(int life) {
    inbox.poll();
    return sent.stream().skip(life).map(SentCommand::id).filter(this::isAnswered).count();
  }

  private boolean isAnswered(String correlationId) {
    return inbox.to(correlationId).isPresent();
  }

  /** Number of commands that were answered before their process was killed. */
  int answeredCommands() {
    return told.size();
  }

  /** Number of commands that were not answered by then. */
  int unansweredCommands() {
    return sent.size() - told.size();
  }

  /** Number of commands that were never answered. */
  long neverAnswered() {
    return sent.stream().filter(command -> !isAnswered(command.id())).count();
  }

  /**
   * Contradictions between the answers and the present state, which the last process is asked for.
   */
  List<String> faults() {
    for (var command : sent) {
      inbox.sendLater(probe(command), command.id(), "delay-op", "cancel", "delay-if-version", "0");
    }
    delaygate.client().flush();
    // a probe follows its command, whose answer must have come before
    var answers = inbox.all(sent.stream().map(KilledScheduler::probe).toList());
    try (var reader = delaygate.read(target)) {
      var deliveries =
          reader.toTheEnd().stream()
              .map(record -> String.valueOf(Reader.text(record.key())))
              .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
      var faults = new ArrayList<String>();
      for (var command : sent) {
        var probe = answers.get(probe(command)).get(0);
        var seen = SentCommand.seen(probe, deliveries.getOrDefault(command.id(), 0L));
        judge(command, answers.getOrDefault(command.id(), List.of()), seen).ifPresent(faults::add);
        deliveries.remove(command.id());
      }
      deliveries.keySet().forEach(id -> faults.add(id + " was delivered; nobody fired it"));
      return faults;
    }
  }

  private Optional<String> judge(SentCommand command, List<Answer> answers, String seen) {
    var texts = answers.stream().map(Answer::text).toList();
    // a command may only be lost if it was not answered
    var allowed =
        texts.isEmpty() ? Set.of(command.done(), command.undone()) : Set.of(command.done());
    var isTrue =
        (texts.isEmpty() || command.answers().stream().map(List::of).anyMatch(texts::equals))
            && allowed.stream().anyMatch(state -> isSeen(state, seen));
    return isTrue
        ? Optional.empty()
        : Optional.of(
            "%s, %s by the kill: answers %s, then %s"
                .formatted(
                    command,
                    told.contains(command.id()) ? "answered" : "not answered",
                    texts,
                    seen));
  }

  /** A job that was parked briefly has a higher version. */
  private static boolean isSeen(String expected, String seen) {
    return seen.equals(expected) || seen.equals(expected.replace("DELIVERED 2", "DELIVERED 3"));
  }

  private static String probe(SentCommand command) {
    return "probe-" + command.id();
  }

  @Override
  public void close() {
    process.close();
    inbox.close();
    delaygate.close();
  }
}

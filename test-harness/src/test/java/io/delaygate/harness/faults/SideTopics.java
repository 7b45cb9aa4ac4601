package io.delaygate.harness.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Causes with a healthy target, and a reply topic or dead-letter topic that refuses records: jobs
 * must be delivered, or die, as usual.
 */
final class SideTopics {
  /** Time until an attempt is over and its letter is due to be written. */
  private static final Duration DYING = Duration.ofSeconds(5);

  /** Longer than the longest pause of a breaker, on a busy machine. */
  private static final Duration ANSWERED = Duration.ofSeconds(30);

  private SideTopics() {}

  /** All causes for which a side topic refuses records while all brokers are available. */
  static List<Cause> all() {
    var ofTargets =
        Stream.concat(
            Stream.of(Causes.timestamps(), Causes.unwritable()), Causes.unforeseen().stream());
    var causes = new ArrayList<Cause>();
    ofTargets.forEach(
        cause -> {
          causes.add(reply("reply-" + cause.name(), cause.steps(), Timing.AT_ONCE));
          causes.add(letters("letters-" + cause.name(), cause.steps(), Timing.AT_ONCE));
        });
    return causes;
  }

  /** One cause for replies and one for dead letters. */
  static List<Cause> some() {
    var name = "-unforeseen-callback";
    return all().stream().filter(cause -> cause.name().endsWith(name)).toList();
  }

  /**
   * A refused reply; the topic is broken from the start, because the reply follows the command at
   * once.
   */
  static Cause reply(String name, Steps topic, Timing timing) {
    return new Cause(
        name,
        End.delivered(),
        trial -> JobShape.to(trial.sound()).replyingTo(trial.topic()),
        new Steps(
            topic.make().andThen(Causes::makeSound).andThen(topic.spoil()),
            trial -> {},
            topic.mend().andThen(SideTopics::awaitReply)),
        timing);
  }

  /** Waits until the mended topic gets outcomes again, without a job that waits for it. */
  private static void awaitReply(CauseTrial trial) {
    var id = trial.cause().name() + ".again";
    var cancel = List.of(header("delay-op", "cancel"), header("delay-reply-topic", trial.topic()));
    try (var reader = trial.delaygate().read(trial.topic())) {
      var isAnswered =
          CauseTrial.await(
              ANSWERED,
              () -> {
                trial.delaygate().sender().send(id, "", cancel);
                return reader.poll().stream().anyMatch(seen -> seen.text().contains(id));
              });
      if (!isAnswered) {
        trial.wrong("no outcome within %s after it was mended".formatted(ANSWERED));
      }
    }
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, value.getBytes(UTF_8));
  }

  static Cause letters(String name, Steps topic, Timing timing) {
    Consumer<CauseTrial> wait = trial -> Pauses.pass(DYING);
    return new Cause(
        name,
        End.died(),
        trial -> JobShape.to(trial.sound()).dyingInto(trial.topic()),
        new Steps(
            topic.make().andThen(Causes::makeSound), topic.spoil(), wait.andThen(topic.mend())),
        timing);
  }
}

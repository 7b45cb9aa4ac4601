package io.delaygate.harness.faults;

import io.delaygate.harness.faults.Cause.Steps;
import io.delaygate.harness.faults.Cause.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Jobs for a target that takes them, with a reply topic, or a topic for their dead letters, that
 * refuses records: they must be delivered, or die, as if it did not.
 */
final class SideTopics {
  /** Until an attempt is over and its letter was to be written. */
  private static final Duration DYING = Duration.ofSeconds(5);

  private SideTopics() {}

  /** Each way in which such a topic refuses records while all brokers stand. */
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

  /** One for replies and one for dead letters. */
  static List<Cause> some() {
    var name = "-unforeseen-callback";
    return all().stream().filter(cause -> cause.name().endsWith(name)).toList();
  }

  /** The reply comes with the command, so the topic is spoiled before. */
  static Cause reply(String name, Steps topic, Timing timing) {
    return new Cause(
        name,
        End.delivered(),
        trial -> JobShape.to(trial.sound()).replyingTo(trial.topic()),
        new Steps(
            topic.make().andThen(Causes::makeSound).andThen(topic.spoil()),
            trial -> {},
            topic.mend()),
        timing);
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

package io.delaygate.scheduler.app;

import io.delaygate.scheduler.clients.AdaptiveCommitTrigger;
import io.delaygate.scheduler.clients.FailedTasks;
import io.delaygate.scheduler.clients.PollBound;
import io.delaygate.scheduler.control.FailureWatch;
import io.delaygate.scheduler.due.DueEngine.Pace;
import io.delaygate.scheduler.effects.EffectApplier.Delivery;
import io.delaygate.scheduler.history.Retention;
import io.delaygate.scheduler.intake.CommandIntake;
import io.delaygate.scheduler.ops.SchedulerMetrics;
import io.delaygate.scheduler.outbound.DeadLetters;
import io.delaygate.scheduler.outbound.DeliverySpans;
import io.delaygate.scheduler.outbound.JobEvents;
import io.delaygate.scheduler.query.QueryContext;
import io.delaygate.scheduler.rules.DueRules;
import io.delaygate.scheduler.targets.CircuitBreaker;
import io.delaygate.schemas.contract.JobEvent;
import io.delaygate.schemas.topics.TopicNames;
import io.delaygate.service.actor.ActorClaims;
import io.delaygate.service.tracing.LinkedSpans;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Configuration of a scheduler under test.
 *
 * @param partitions of the topics of commands; a test drives partition 0
 * @param sliceJobs budget of one run, in jobs
 * @param reroutedTo topic for commands of other partitions; another topic than the default is not
 *     read back
 * @param history retention of the history of ended jobs
 * @param maxPending limit of pending jobs of a target; 0 for none
 * @param control decisions about targets
 * @param mayBegin whether a transaction may be the first to write to a topic
 */
record Setup(
    int partitions,
    int sliceJobs,
    String reroutedTo,
    Retention history,
    int maxPending,
    Control control,
    Predicate<String> mayBegin) {
  static final Duration HISTORY = Duration.ofMinutes(15);
  static final Duration PARK_MAX = Duration.ofMinutes(10);
  static final Duration LETTERS = Duration.ofDays(14);
  static final Duration UNRESERVED = Duration.ofMillis(40);
  static final Duration RECHECK = Duration.ofSeconds(1);
  static final Duration SLICE_TIME = Duration.ofMillis(100);
  static final String INSTANCE = "one:8081";
  static final ActorClaims CLAIMS =
      ActorClaims.of(Optional.of("secret of gateways and schedulers"));
  static final TopicNames NAMES = TopicNames.prefixed("");

  static Setup usual() {
    return new Setup(
        1, 1000, NAMES.rerouted(), Retention.of(HISTORY), 0, new Control(), any -> true);
  }

  Setup slice(int jobs) {
    return new Setup(partitions, jobs, reroutedTo, history, maxPending, control, mayBegin);
  }

  /** Several partitions; rerouted commands go to this topic and are not read back. */
  Setup reroutingTo(String topic, int ofPartitions) {
    return new Setup(ofPartitions, sliceJobs, topic, history, maxPending, control, mayBegin);
  }

  Setup withoutHistory() {
    return new Setup(
        partitions,
        sliceJobs,
        reroutedTo,
        Retention.of(Duration.ZERO),
        maxPending,
        control,
        mayBegin);
  }

  /** A history of so many bytes at most. */
  Setup historyOf(long maxBytes) {
    return new Setup(
        partitions,
        sliceJobs,
        reroutedTo,
        new Retention(HISTORY, maxBytes),
        maxPending,
        control,
        mayBegin);
  }

  Setup atMost(int pendingJobs) {
    return new Setup(partitions, sliceJobs, reroutedTo, history, pendingJobs, control, mayBegin);
  }

  Setup beginning(Predicate<String> topics) {
    return new Setup(partitions, sliceJobs, reroutedTo, history, maxPending, control, topics);
  }

  TaskDependencies stages(TopicsOnPaper topics, SchedulerMetrics metrics, Clocks clocks) {
    return stages(topics, metrics, clocks, QueryContext.empty(System::nanoTime));
  }

  TaskDependencies stages(
      TopicsOnPaper topics, SchedulerMetrics metrics, Clocks clocks, QueryContext queryable) {
    var breaker = new CircuitBreaker();
    var trials = new TrialsOnPaper(breaker);
    var names = NAMES.withRerouted(reroutedTo);
    var intake =
        new CommandIntake(
            new CommandIntake.Commands(names, partitions, topic -> control.view().defaults(topic)),
            CLAIMS,
            topics,
            metrics);
    var delivery =
        new Delivery(
            new DueRules(PARK_MAX.toMillis(), UNRESERVED.toMillis()),
            topics,
            trials,
            new DeadLetters(names.deadLetters(), topics),
            new JobEvents(names.events(), EnumSet.allOf(JobEvent.class), () -> INSTANCE),
            new DeliverySpans(LinkedSpans.OFF),
            new FailureWatch(control::view, partitions),
            metrics);
    var commits = new AdaptiveCommitTrigger(Duration.ofMillis(25), clocks.ticker(), () -> false);
    var poll = new PollBound(clocks.wall(), commits);
    var pace = Pace.of(sliceJobs, SLICE_TIME, RECHECK, clocks.ticker(), () -> false);
    return new TaskDependencies(
        intake,
        delivery,
        breaker,
        pace,
        poll,
        commits,
        new FailedTasks(() -> false),
        history,
        LETTERS,
        () -> 0.5,
        () -> true,
        new TaskDependencies.Targets(control::view, maxPending, partitions, mayBegin),
        queryable);
  }

  /** The two clocks of a test, both set by hand. */
  record Clocks(LongSupplier wall, LongSupplier ticker) {}
}

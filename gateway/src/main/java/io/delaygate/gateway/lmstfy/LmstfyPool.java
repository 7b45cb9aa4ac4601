package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.Access;
import io.delaygate.gateway.access.CallWindows;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.AnswerLater;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.WholeBody;
import io.delaygate.gateway.jobs.GetJob;
import io.delaygate.gateway.outcome.Feedbacks;
import io.delaygate.gateway.outcome.Outcomes;
import io.delaygate.gateway.payload.Intake;
import io.delaygate.gateway.payload.NewIds;
import io.delaygate.gateway.publish.CommandTopic;
import io.delaygate.gateway.queues.AskReady;
import io.delaygate.gateway.queues.ChangeQueue;
import io.delaygate.gateway.queues.CountQueues;
import io.delaygate.gateway.queues.PeekQueue;
import io.delaygate.gateway.queues.Queues;
import io.delaygate.gateway.queues.ReserveJobs;
import io.delaygate.gateway.schedulers.QueryAnswer;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.topics.TopicNames;
import java.time.Clock;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * One installation as clients of lmstfy see it.
 *
 * @param names of its topics
 * @param tokens of its namespaces
 */
public record LmstfyPool(
    TopicNames names, Steps steps, Questions questions, TenantTokens tokens, Given given) {
  /**
   * The steps of the native calls that are gone along here, too.
   *
   * @param threads may be held up
   */
  public record Steps(
      Access access,
      Quotas quotas,
      CallWindows windows,
      WholeBody bodies,
      Intake intake,
      CommandTopic commands,
      Outcomes outcomes,
      Feedbacks feedbacks,
      ReserveJobs reserve,
      ChangeQueue change,
      AnswerLater later,
      Executor threads) {}

  /** What is asked, and how that is answered. */
  public record Questions(
      GetJob get, PeekQueue peek, CountQueues counts, QueryAnswer answer, Queues queues) {}

  /**
   * What nobody can work out.
   *
   * @param clock what times are told by
   * @param ticker monotonic nanoseconds
   * @param random makes ids
   * @param ids chooses among them
   * @param threads how many HTTP threads calls of the pool may hold at a time
   */
  public record Given(
      Clock clock, LongSupplier ticker, RandomGenerator random, NewIds ids, int threads) {}

  /** Handlers of calls about its queues. */
  Routes.Handlers handlers(GatewaySettings settings) {
    var book = new LeaseBook(given.ticker());
    var look = new LookAtJobs(questions.get(), questions.peek(), questions.counts(), given.clock());
    var ack =
        new AckJob(
            book, look, steps.feedbacks(), steps.outcomes(), new AckJob.Way(steps.later(), names));
    var publish =
        new PublishJobs.Steps(
            steps.bodies(),
            steps.intake(),
            steps.commands(),
            steps.later(),
            steps.threads(),
            names,
            settings.maxBodyBytes());
    var bounds = new ConsumeJobs.Bounds(settings.queues().longestWait(), names);
    var ids = new NameJobs(given.ids(), new JobIds(given.random()), given.clock());
    return new Routes.Handlers(
        new ThreadShare(given.threads()),
        new Entrance(steps.access(), steps.quotas(), steps.windows()),
        new PublishJobs(publish, ids, ack),
        new ConsumeJobs(steps.reserve(), steps.later(), book, given.clock(), bounds),
        ack,
        new ShowQueue(look, questions.answer(), names, given.clock()),
        new ClearQueue(steps.change(), questions.answer(), names, ack));
  }

  /** All its queues by namespace; waits for the schedulers. */
  SortedMap<String, SortedSet<String>> queuesEverywhere() {
    try {
      var topics = questions.counts().topics(CallTrace.NONE).join();
      return questions.queues().everywhere(topics);
    } catch (CompletionException failed) {
      throw AskReady.problem(failed);
    }
  }
}

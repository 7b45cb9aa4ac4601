package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.IntervalRateLimiter;
import io.delaygate.gateway.access.Quotas;
import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.outcome.FeedbackSender;
import io.delaygate.gateway.outcome.RequestReply;
import io.delaygate.gateway.payload.CommandValidator;
import io.delaygate.gateway.payload.JobIdGenerator;
import io.delaygate.gateway.publish.CommandRouter;
import io.delaygate.gateway.queues.PeekHandler;
import io.delaygate.gateway.queues.QueueBulkHandler;
import io.delaygate.gateway.queues.QueueCatalog;
import io.delaygate.gateway.queues.QueueStatsHandler;
import io.delaygate.gateway.queues.ReadyJobsClient;
import io.delaygate.gateway.queues.ReserveHandler;
import io.delaygate.gateway.schedulers.QueryResponder;
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
 * Pool of the lmstfy API: one installation with its topics, tokens and handlers.
 *
 * @param names of its topics
 * @param tokens of its namespaces
 */
public record LmstfyPool(
    TopicNames names, Steps steps, Questions questions, TenantTokens tokens, Given given) {
  /**
   * Components that this API shares with the native API.
   *
   * @param threads may block
   */
  public record Steps(
      AccessGuard access,
      Quotas quotas,
      IntervalRateLimiter windows,
      BodyReader bodies,
      CommandValidator validator,
      CommandRouter commands,
      RequestReply outcomes,
      FeedbackSender feedbacks,
      ReserveHandler reserve,
      QueueBulkHandler change,
      AsyncResponder later,
      Executor threads) {}

  /** Queries to the schedulers, and the responder of their answers. */
  public record Questions(
      GetJobHandler get,
      PeekHandler peek,
      QueueStatsHandler counts,
      QueryResponder answer,
      QueueCatalog queues) {}

  /**
   * Clocks, randomness and limits that are passed in.
   *
   * @param clock wall clock
   * @param ticker monotonic nanoseconds
   * @param random source of the random digits of ids
   * @param ids chooses among candidate ids
   * @param threads how many HTTP threads calls of the pool may hold at a time
   */
  public record Given(
      Clock clock, LongSupplier ticker, RandomGenerator random, JobIdGenerator ids, int threads) {}

  /** Creates the handlers of calls about its queues. */
  LmstfyRoutes.Handlers handlers(GatewaySettings settings) {
    var book = new LeaseBook(given.ticker());
    var look = new JobLookup(questions.get(), questions.peek(), questions.counts(), given.clock());
    var ack =
        new AckHandler(
            book,
            look,
            steps.feedbacks(),
            steps.outcomes(),
            new AckHandler.Way(steps.later(), names));
    var publish =
        new PublishHandler.Steps(
            steps.bodies(),
            steps.validator(),
            steps.commands(),
            steps.later(),
            steps.threads(),
            names,
            settings.maxBodyBytes());
    var bounds = new ConsumeHandler.Bounds(settings.queues().longestWait(), names);
    var ids = new PublishIds(given.ids(), new JobIds(given.random()), given.clock());
    return new LmstfyRoutes.Handlers(
        new PoolThreadLimiter(given.threads(), PoolThreadLimiter.WAIT),
        new LmstfyAccess(steps.access(), steps.quotas(), steps.windows()),
        new PublishHandler(publish, ids, ack),
        new ConsumeHandler(steps.reserve(), steps.later(), book, given.clock(), bounds),
        ack,
        new ShowQueueHandler(look, questions.answer(), names, given.clock()),
        new ClearQueueHandler(steps.change(), questions.answer(), names, ack));
  }

  /** All its queues by namespace; waits for the schedulers. */
  SortedMap<String, SortedSet<String>> queuesEverywhere() {
    try {
      var topics = questions.counts().topics(CallTrace.NONE).join();
      return questions.queues().everywhere(topics);
    } catch (CompletionException failed) {
      throw ReadyJobsClient.problem(failed);
    }
  }
}

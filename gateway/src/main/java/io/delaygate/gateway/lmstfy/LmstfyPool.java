package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.control.TenantTokens;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.jobs.GetJobHandler;
import io.delaygate.gateway.jobs.JobStatsHandler;
import io.delaygate.gateway.payload.JobIdGenerator;
import io.delaygate.gateway.queues.QueueDispatcher;
import io.delaygate.gateway.queues.QueueHandlers;
import io.delaygate.gateway.queues.ReadyJobsClient;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.schemas.topics.TopicNames;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Pool of the lmstfy API: one installation, with what its handlers share with the native API.
 *
 * @param names of its topics
 * @param entrance checks its tokens and limits
 * @param tokens of its namespaces
 * @param clock wall clock
 * @param ticker monotonic nanoseconds
 * @param random source of the random digits of ids
 * @param ids chooses among candidate ids
 * @param threads how many HTTP threads calls of the pool may hold at a time
 */
public record LmstfyPool(
    TopicNames names,
    LmstfyAccess entrance,
    CommandSteps steps,
    GetJobHandler get,
    JobStatsHandler counts,
    QueueHandlers queues,
    TenantTokens tokens,
    Clock clock,
    LongSupplier ticker,
    RandomGenerator random,
    JobIdGenerator ids,
    int threads) {
  /** Creates the handlers of calls about its queues. */
  LmstfyRoutes.Handlers handlers(GatewaySettings settings) {
    var book = new LeaseBook(ticker);
    var look = new JobLookup(this);
    var ack = new AckHandler(this, book, look);
    return new LmstfyRoutes.Handlers(
        new PoolThreadLimiter(threads, PoolThreadLimiter.WAIT),
        entrance,
        new PublishHandler(this, ack, settings.maxBodyBytes()),
        new ConsumeHandler(this, book, settings.queues().longestWait()),
        ack,
        new ShowQueueHandler(this, look),
        new ClearQueueHandler(this, ack));
  }

  /** The queue that a path names. */
  QueueDispatcher.Queue queue(Context ctx) {
    return LmstfyPath.queue(ctx, names, LmstfyPath.of(ctx).queue());
  }

  /** Answers a call when its question is; see {@link QueryResponder#run}. */
  <T> void answer(
      Context ctx,
      Function<InflightBytes.Claim, CompletableFuture<T>> question,
      Consumer<T> write) {
    steps.answer().run(ctx, question, write);
  }

  /** All its queues by namespace; waits for the schedulers. */
  SortedMap<String, SortedSet<String>> queuesEverywhere() {
    try {
      return queues.catalog().everywhere(counts.topics().join());
    } catch (CompletionException failed) {
      throw ReadyJobsClient.problem(failed);
    }
  }
}

package io.delaygate.harness.push;

import io.delaygate.harness.process.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Trial of calls during crashes: the first gateway and the first scheduler are killed while jobs
 * call an endpoint. The gateway stays away, and the scheduler comes back.
 */
public final class CallTrial {
  private static final String ENDPOINT = "trial";

  private static final String SET =
      """
      , "timeoutMs": 1000, "parallelism": 64,
       "ack": {"maxAttempts": 50, "backoff": {"kind": "fixed", "initialMs": 100}}""";

  private final List<ServiceProcess> gateways;
  private final List<ServiceProcess> schedulers;
  private final Plan plan;
  private final GatewayCalls calls;
  private final Random random;

  /** Prepares a trial; needs two gateways and a scheduler. */
  public CallTrial(List<ServiceProcess> gateways, List<ServiceProcess> schedulers, Plan plan) {
    this.gateways = gateways;
    this.schedulers = schedulers;
    this.plan = plan;
    this.calls = new GatewayCalls(gateways.get(gateways.size() - 1)); // stays alive
    this.random = new Random(plan.seed());
  }

  /**
   * Plan of a trial.
   *
   * @param seed of due times and failures
   * @param within time in which the jobs are due
   * @param limit time in which all jobs must have ended
   */
  public record Plan(long seed, int jobs, Duration within, Duration limit) {}

  /**
   * Result of a trial.
   *
   * @param lost ids of jobs that were not called
   * @param early ids of jobs that were called before they were due
   * @param renamed ids of jobs whose calls had more than one message id
   * @param calls number of calls
   * @param dead number of jobs that died
   */
  public record Result(
      List<String> lost, List<String> early, List<String> renamed, int calls, int dead) {}

  /** Schedules, kills, and waits until no job is left. */
  public Result run() {
    try (var server = PlannedServer.start(this::reaction)) {
      calls.put(ENDPOINT, server.url(), SET);
      var nowMs = System.currentTimeMillis();
      calls.schedule(plan.jobs(), i -> GatewayCalls.job(id(i), dueMs(nowMs), ENDPOINT));
      await(() -> server.count() >= plan.jobs() / 3);
      gateways.get(0).kill();
      await(() -> server.count() >= plan.jobs() / 2);
      schedulers.get(0).kill();
      schedulers.get(0).startAgain();
      schedulers.get(0).awaitReady();
      await(() -> calls.isDone(ENDPOINT));
      return result(server.calls());
    } catch (IOException ended) {
      throw new UncheckedIOException(ended);
    }
  }

  /** Some calls fail; the endpoint takes a moment for each. */
  private synchronized Reaction reaction(ReceivedCall call) {
    var answer = Reaction.status(random.nextInt(20) == 0 ? 500 : 200);
    return new Reaction.Late(Duration.ofMillis(random.nextInt(20)), answer);
  }

  private static String id(int i) {
    return "call-" + i;
  }

  private long dueMs(long nowMs) {
    return nowMs + random.nextLong(plan.within().toMillis());
  }

  private Result result(List<ReceivedCall> received) {
    var byId =
        received.stream().collect(Collectors.groupingBy(call -> call.header("delay-job-id")));
    return new Result(
        IntStream.range(0, plan.jobs())
            .mapToObj(CallTrial::id)
            .filter(id -> !byId.containsKey(id))
            .toList(),
        received.stream()
            .filter(call -> call.atMs() < Long.parseLong(call.header("delay-job-due-ms")))
            .map(call -> call.header("delay-job-id"))
            .toList(),
        byId.entrySet().stream()
            .filter(entry -> messageIds(entry.getValue()) > 1)
            .map(entry -> entry.getKey())
            .toList(),
        received.size(),
        calls.dead());
  }

  private static long messageIds(List<ReceivedCall> calls) {
    Function<ReceivedCall, String> id = ReceivedCall::messageId;
    return calls.stream().map(id).distinct().count();
  }

  private void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(plan.limit())
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsInstanceOf(IllegalStateException.class)
        .until(condition);
  }
}

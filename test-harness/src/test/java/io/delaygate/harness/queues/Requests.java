package io.delaygate.harness.queues;

import io.delaygate.harness.process.Service;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Callers that publish and wait for the result, some of them in vain, and workers that answer. */
public final class Requests {
  /** Prefix of values that workers do not answer. */
  private static final String MUTE = "mute-";

  private static final String RESULT = "result of ";
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration WAIT_IN_VAIN = Duration.ofSeconds(1);

  private final List<? extends Service> gateways;
  private final Plan plan;
  private final String path;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger inVain = new AtomicInteger();
  private final AtomicInteger late = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();

  /** Prepares a run. */
  public Requests(List<? extends Service> gateways, Plan plan) {
    this.gateways = gateways;
    this.plan = plan;
    this.path = "/v1/queues/" + plan.queue();
  }

  /** Plan of a run; one request in twenty is never answered. */
  public record Plan(long seed, String queue, int requests, int callers, int workers) {}

  /**
   * Result of a run.
   *
   * @param answered number of callers that got their own result
   * @param inVain number without a result, as planned
   * @param late number without a result, though it was planned
   * @param wrong number of all other answers
   */
  public record Result(int answered, int inVain, int late, int wrong) {}

  /** Runs callers and workers until all requests have ended. */
  public Result run() {
    var isOver = new AtomicBoolean();
    var workers = atOnce(plan.workers(), i -> () -> work(i, isOver));
    try {
      atOnce(plan.callers(), i -> () -> ask(i)).forEach(CompletableFuture::join);
    } finally {
      isOver.set(true);
    }
    workers.forEach(CompletableFuture::join);
    return new Result(answered.get(), inVain.get(), late.get(), wrong.get());
  }

  private static List<CompletableFuture<Void>> atOnce(int count, IntFunction<Runnable> work) {
    return IntStream.range(0, count)
        .mapToObj(work)
        .map(one -> CompletableFuture.runAsync(one, task -> new Thread(task).start()))
        .toList();
  }

  private void ask(int caller) {
    var random = new Random(plan.seed() + caller);
    try (var gateway = new Calling(gateways, caller)) {
      for (var i = asked.getAndIncrement(); i < plan.requests(); i = asked.getAndIncrement()) {
        var isMute = random.nextInt(20) == 0;
        var text = (isMute ? MUTE : "") + plan.seed() + "-" + i;
        var wait = isMute ? WAIT_IN_VAIN : WAIT;
        var body = "{\"value\":\"%s\",\"waitMs\":%d}".formatted(text, wait.toMillis());
        judge(gateway.post(path + "/request", body), text, isMute).incrementAndGet();
      }
    }
  }

  private AtomicInteger judge(Calling.Told told, String text, boolean isMute) {
    var isOwn = told.json().path("result").asText().equals(RESULT + text);
    if (told.status() == 200 && isOwn && !isMute) {
      return answered;
    }
    if (told.status() == 503 && told.json().path("reason").asText().equals("NO_ANSWER")) {
      return isMute ? inVain : late;
    }
    return wrong;
  }

  private void work(int worker, AtomicBoolean isOver) {
    var random = new Random(~plan.seed() - worker);
    try (var gateway = new Calling(gateways, worker)) {
      while (!isOver.get()) {
        var wish =
            "{\"count\":%d,\"wait\":\"1s\",\"lease\":\"1m\"}".formatted(1 + random.nextInt(5));
        for (var job : gateway.post(path + "/reserve", wish).json().path("jobs")) {
          var text = job.get("value").asText();
          if (!text.startsWith(MUTE)) {
            var word = random.nextBoolean() ? "/finish?wait=true" : "/finish";
            gateway.post(
                path + word,
                "{\"id\":%s,\"lease\":%s,\"result\":\"%s\"}"
                    .formatted(job.get("id"), job.get("lease"), RESULT + text));
          }
        }
      }
    }
  }
}

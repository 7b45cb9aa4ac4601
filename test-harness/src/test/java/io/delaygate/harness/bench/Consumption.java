package io.delaygate.harness.bench;

import io.delaygate.harness.queues.Connection;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Workers who reserve and finish what is in a queue, until nothing is left. Thread-safe. */
final class Consumption {
  /** The last ones wait for what others have in hands: they say nothing of the rate. */
  private static final double COUNTED = 0.98;

  private static final int SAMPLE = 100;

  private final int port;
  private final String path;
  private final int count;
  private final int jobs;
  private final AtomicInteger finished = new AtomicInteger();
  private final NavigableMap<Integer, Long> finishedAt = new ConcurrentSkipListMap<>();

  /**
   * None has begun.
   *
   * @param count reserved and finished by a call
   * @param jobs in the queue
   */
  Consumption(int port, String queue, int count, int jobs) {
    this.port = port;
    this.path = "/v1/queues/" + queue;
    this.count = count;
    this.jobs = jobs;
  }

  /** One worker, with a connection of its own. */
  void work() {
    var wish = "{\"count\":%d,\"wait\":\"1s\"}".formatted(count);
    try (var connection = new Connection(port)) {
      while (finished.get() < jobs) {
        var claims = Claim.all(connection.post(path + "/reserve", wish));
        if (!claims.isEmpty()) {
          finish(connection, claims);
          note(claims.size());
        }
      }
    }
  }

  private void finish(Connection connection, List<Claim> claims) {
    var list = claims.stream().map(Claim::json).collect(Collectors.joining(","));
    var answer = connection.post(path + "/finish", count == 1 ? list : "{\"jobs\":[" + list + "]}");
    if (answer.status() / 100 != 2 || answer.body().contains("\"problem\"")) {
      throw new IllegalStateException("finish was answered with " + answer);
    }
  }

  private void note(int more) {
    var now = System.nanoTime();
    var all = finished.addAndGet(more);
    if (all / SAMPLE > (all - more) / SAMPLE) {
      finishedAt.put(all, now);
    }
  }

  /** The rate of the last so many jobs. */
  double perSecond(int last) {
    var to = finishedAt.floorEntry((int) (jobs * COUNTED));
    var from = finishedAt.floorEntry(jobs - last);
    return (to.getKey() - from.getKey()) * 1e9 / (to.getValue() - from.getValue());
  }
}

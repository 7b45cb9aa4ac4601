package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the query secret: schedulers answer only gateways that know it. */
@KafkaTest
class QuerySecretTest {
  private static final Map<String, String> SECRET =
      Map.of("query.secret", "a-secret-of-some-length");

  private static final Map<String, String> OTHER = Map.of("query.secret", "another-of-that-length");

  private final Installation delaygate;

  QuerySecretTest(KafkaCluster cluster, @TempDir Path state) {
    delaygate = new Installation(cluster, state);
  }

  @AfterEach
  void stop() {
    delaygate.close();
  }

  @Test
  void onlyGatewaysThatKnowItAreAnswered() {
    var target = delaygate.target("orders", 1);
    var scheduler = delaygate.startScheduler("one", SECRET);
    try (var friend = door(scheduler, SECRET);
        var stranger = door(scheduler, Map.of());
        var impostor = door(scheduler, OTHER)) {
      delaygate.client().send("a", "v", "delay", "1h", "delay-target-topic", target);

      Awaitility.await()
          .atMost(Installation.LIMIT)
          .until(() -> friend.call("GET", "/v1/jobs/a", "").status() == 200);
      assertThat(stranger.call("GET", "/v1/jobs/a", "").status()).isEqualTo(503);
      assertThat(impostor.call("GET", "/v1/jobs/a", "").status()).isEqualTo(503);
      assertThat(friend.call("GET", "/v1/jobs/a", "").status()).isEqualTo(200);
    }
  }

  private Door door(Service scheduler, Map<String, String> secret) {
    var settings = new HashMap<>(secret);
    settings.put("scheduler.urls", Service.urls(List.of(scheduler)));
    return new Door(delaygate, 1, settings);
  }
}

package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.BrokerOptions;
import io.delaygate.harness.broker.EmbeddedKafka;
import io.delaygate.harness.process.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where brokers have no share groups, all works but handing out. */
class WithoutShareGroupsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void queuesSayWhatIsMissingAndAllElseWorks(@TempDir Path state) throws Exception {
    try (var cluster = EmbeddedKafka.start(BrokerOptions.singleNode());
        var admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
      turn(admin, 0);
      try (var delaygate = new Installation(cluster, state);
          var door =
              new Door(
                  delaygate,
                  1,
                  Map.of("scheduler.urls", Service.urls(delaygate.startSchedulers(Map.of()))))) {
        var queue = new QueueCalls(door, "mails");

        // When
        Awaitility.await().until(() -> queue.post("/reserve", "{}").status() == 503);

        // Then
        assertThat(queue.post("/reserve", "{}").json().get("detail").asText())
            .contains("share.version");
        queue.publishReady("{\"id\": \"a\"}");
        assertThat(queue.get("/stats").json().at("/states/ready").intValue()).isEqualTo(1);

        // When
        turn(admin, 1);

        // Then
        Awaitility.await().atMost(LIMIT).until(() -> queue.post("/reserve", "{}").status() == 200);
      }
    }
  }

  private static void turn(Admin admin, int level) throws Exception {
    var type =
        level == 0 ? FeatureUpdate.UpgradeType.SAFE_DOWNGRADE : FeatureUpdate.UpgradeType.UPGRADE;
    admin
        .updateFeatures(
            Map.of("share.version", new FeatureUpdate((short) level, type)),
            new UpdateFeaturesOptions())
        .all()
        .get();
  }
}

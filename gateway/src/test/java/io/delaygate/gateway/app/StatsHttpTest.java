package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatsHttpTest {
  private final QueryServers servers = QueryServers.of(2);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @BeforeEach
  void jobs() {
    for (var i = 0; i < 30; i++) {
      servers.add("o-" + i, 1_000 + i, i < 20 ? "orders" : "mails");
    }
    servers.add("o-3", 1_003, "orders").put("state", "PARKED");
  }

  @AfterEach
  void stop() {
    gateway.close();
    servers.close();
  }

  @Test
  void addsUpAllPartitions() {
    var json = TestGateway.json(gateway.send("GET", "/v1/stats"));

    assertThat(json.get("jobs").intValue()).isEqualTo(30);
    assertThat(json.get("states"))
        .isEqualTo(
            TestGateway.json(
                """
                {"SCHEDULED": 29, "PARKED": 1, "READY": 0, "RESERVED": 0, "DEAD": 0}
                """));
    assertThat(json.get("topics"))
        .isEqualTo(
            TestGateway.json(
                """
                [{"topic": "mails", "jobs": 10, "states":
                   {"SCHEDULED": 10, "PARKED": 0, "READY": 0, "RESERVED": 0, "DEAD": 0}},
                 {"topic": "orders", "jobs": 20, "states":
                   {"SCHEDULED": 19, "PARKED": 1, "READY": 0, "RESERVED": 0, "DEAD": 0},
                  "parked": [
                   {"reason": "TARGET_NO_LEADER", "reasonText": "no broker leads it", "jobs": 1,
                    "sinceMs": 500, "since": "1970-01-01T00:00:00.500Z",
                    "nextTryMs": 2000, "nextTry": "1970-01-01T00:00:02Z"}]}]
                """));
    assertThat(json.get("stale").booleanValue()).isFalse();
    assertThat(json.get("asOf").textValue()).isEqualTo("2023-11-14T22:13:20Z");
    assertThat(json.get("nextDueMs").longValue()).isEqualTo(1_000);
    assertThat(json.get("nextDue").textValue()).isEqualTo("1970-01-01T00:00:01Z");
    assertThat(json.get("oldestOverdueMs").longValue()).isEqualTo(1_000);
    assertThat(json.get("lag").longValue()).isEqualTo(120); // 0 + 1 + ... + 15
  }

  @Test
  void whatIsUnreadOfAllIsUnknownWhereItIsOfOne() {
    servers.instances.get(0).isLagKnown = false;

    var json = TestGateway.json(gateway.send("GET", "/v1/stats"));

    assertThat(json.get("lag").isNull()).isTrue();
    assertThat(json.at("/partitions/0/lag").isNull()).isTrue();
    assertThat(json.at("/partitions/1/lag").intValue()).isEqualTo(1);
  }

  @Test
  void namesTheOwnerOfEachPartition() {
    var partitions = TestGateway.json(gateway.send("GET", "/v1/stats")).get("partitions");

    assertThat(partitions).hasSize(16);
    for (var i = 0; i < 16; i++) {
      assertThat(partitions.get(i).get("partition").intValue()).isEqualTo(i);
      assertThat(partitions.get(i).get("owner").textValue())
          .isEqualTo(servers.instances.get(i % 2).url());
      assertThat(partitions.get(i).get("lag").intValue()).isEqualTo(i);
    }
  }

  @Test
  void saysWhichPartitionsAStandbyAnsweredFor() {
    servers.instances.get(0).close();

    var json = TestGateway.json(gateway.send("GET", "/v1/stats"));

    assertThat(json.get("stale").booleanValue()).isTrue();
    assertThat(json.at("/partitions/0/stale").booleanValue()).isTrue();
    assertThat(json.at("/partitions/1/stale").booleanValue()).isFalse();
    assertThat(json.get("jobs").intValue()).isEqualTo(30);
  }

  @Test
  void countsOneTopic() {
    var json = TestGateway.json(gateway.send("GET", "/v1/topics/orders/stats"));

    assertThat(json.get("topic").textValue()).isEqualTo("orders");
    assertThat(json.get("jobs").intValue()).isEqualTo(20);
    assertThat(json.at("/states/PARKED").intValue()).isEqualTo(1);
    assertThat(json.at("/parked/0/reason").textValue()).isEqualTo("TARGET_NO_LEADER");
    assertThat(json.at("/parked/0/jobs").intValue()).isEqualTo(1);
  }

  @Test
  void aTopicThatWasMadeAgainSaysWhenThatWasSeenLast() {
    servers.instances.get(0).remadeMs.put("orders", 3_000L);
    servers.instances.get(1).remadeMs.put("orders", 2_000L);

    var orders = TestGateway.json(gateway.send("GET", "/v1/topics/orders/stats"));
    var all = TestGateway.json(gateway.send("GET", "/v1/stats"));

    assertThat(orders.path("remadeMs").longValue()).isEqualTo(3_000);
    assertThat(orders.path("remade").textValue()).isEqualTo("1970-01-01T00:00:03Z");
    assertThat(all.at("/topics/0").has("remadeMs")).isFalse();
    assertThat(all.at("/topics/1/remadeMs").longValue()).isEqualTo(3_000);
  }

  @Test
  void aTopicThatNobodySchedulesForHasNone() {
    var json = TestGateway.json(gateway.send("GET", "/v1/topics/nobody/stats"));

    assertThat(json.get("jobs").intValue()).isZero();
  }
}

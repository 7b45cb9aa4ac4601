package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that commands show why jobs are parked. */
@Timeout(60)
class ParkedCommandsTest {
  private final StubGateway gateway;

  ParkedCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  /** The clock of these commands stands at 2030-01-31T08:00:00Z. */
  @Test
  void aParkedJobSaysWhyItWaitsAndForHowLong() {
    // Given
    gateway.answering(
        200,
        "{'id': 'a', 'state': 'PARKED', 'target': {'topic': 'orders'}, 'waiting': {'reason':"
            + " 'TARGET_NO_LEADER', 'reasonText': 'no broker leads it', 'sinceMs': 1896076740000,"
            + " 'nextTryMs': 1896076804000, 'untilMs': 1896163200000}}");

    // When
    var called = gateway.call("get", "a");

    // Then
    assertThat(called.out())
        .contains(
            "waits for    TARGET_NO_LEADER: no broker leads it\n",
            "waits since  2030-01-31T07:59:00.000Z (1m 0s ago)\n",
            "next try     2030-01-31T08:00:04.000Z (in 4.000s)\n",
            "waits until  2030-02-01T08:00:00.000Z (in 1d 0h)\n");
  }

  @Test
  void aListingNamesTheReasonOfParkedJobs() {
    // Given
    gateway.answering(
        200,
        "{'jobs': [{'id': 'a', 'state': 'PARKED', 'waiting': {'reason': 'TARGET_NO_LEADER'}},"
            + " {'id': 'b', 'state': 'SCHEDULED'}]}");

    // When
    var called = gateway.call("list");

    // Then
    assertThat(called.out().lines().toList().get(0)).contains("WAITS FOR");
    assertThat(called.out().lines().toList().get(1)).endsWith("TARGET_NO_LEADER");
  }

  @Test
  void countsNameTheReasonsWhyJobsAreParked() {
    // Given
    var parked =
        "'parked': [{'reason': 'TARGET_NO_LEADER', 'reasonText': 'no broker leads it', 'jobs': 3,"
            + " 'sinceMs': 1896076740000, 'nextTryMs': 1896076804000},"
            + " {'reason': 'TARGET_PAUSED', 'reasonText': 'paused', 'jobs': 1}]";
    var states = "'states': {'PARKED': 4}, ";
    var topics = "'topics': [{'topic': 'mails', 'states': {'PARKED': 0}}, {'topic': 'orders', ";
    gateway
        .answering(200, "{'topic': 'orders', " + states + parked + "}")
        .answering(200, "{" + states + topics + states + parked + "}]}");

    // When
    var one = gateway.call("stats", "orders");
    var all = gateway.call("stats");

    // Then
    var table =
        """

        TARGET  PARKED  REASON            SINCE                                NEXT TRY   TEXT
        orders  3       TARGET_NO_LEADER  2030-01-31T07:59:00.000Z  1m 0s ago  in 4.000s  no broker leads it
        orders  1       TARGET_PAUSED                                                     paused
        """;
    assertThat(one.out()).endsWith(table);
    assertThat(all.out()).endsWith(table);
  }

  @Test
  void endpointsAreCountedBehindTheTopics() {
    // Given
    var states = "'states': {'READY': 4}}";
    gateway.answering(
        200,
        "{'states': {'READY': 8}, 'topics': [{'topic': 'orders', "
            + states
            + "], 'endpoints': [{'namespace': 'shop', 'endpoint': 'billing', "
            + states
            + "]}");

    // When
    var all = gateway.call("stats");

    // Then
    assertThat(all.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains("orders 4", "endpoint billing of shop 4", "all 8");
  }

  @Test
  void countsTellOfTopicsThatWereMadeAgain() {
    // Given
    var orders = "'topic': 'orders', 'states': {}, 'remadeMs': 1896076740000}";
    gateway
        .answering(200, "{" + orders)
        .answering(200, "{'states': {}, 'topics': [{" + orders + "]}");

    // When
    var one = gateway.call("stats", "orders");
    var all = gateway.call("stats");

    // Then
    var line = "orders was deleted and recreated 2030-01-31T07:59:00.000Z";
    assertThat(one.out()).contains(line);
    assertThat(all.out()).contains(line);
  }

  @Test
  void countsTellHowManyCommandsAreNotReadWhereThatIsKnown() {
    // Given
    gateway
        .answering(200, "{'jobs': 1, 'states': {}, 'topics': [], 'lag': 375640}")
        .answering(200, "{'jobs': 1, 'states': {}, 'topics': []}");

    // When
    var known = gateway.call("stats");
    var unknown = gateway.call("stats");

    // Then
    assertThat(known.out()).contains("unread commands  375640");
    assertThat(unknown.out()).doesNotContain("unread");
  }

  @Test
  void aQueueNamesTheReasonsWhyItsJobsAreParked() {
    // Given
    var counts =
        "'states': {'parked': 2}, 'parked': [{'reason': 'TARGET_UNKNOWN', 'reasonText': 'gone',"
            + " 'jobs': 2}]}";
    gateway
        .answering(200, "{'queue': 'mails', " + counts)
        .answering(200, "{'queues': [{'queue': 'mails', " + counts + "]}");

    // When
    var one = gateway.call("queues", "stats", "mails");
    var all = gateway.call("queues", "list");

    // Then
    var table =
        """

        QUEUE  PARKED  REASON          SINCE    NEXT TRY  TEXT
        mails  2       TARGET_UNKNOWN                     gone
        """;
    assertThat(one.out()).endsWith(table);
    assertThat(all.out()).endsWith(table);
  }
}

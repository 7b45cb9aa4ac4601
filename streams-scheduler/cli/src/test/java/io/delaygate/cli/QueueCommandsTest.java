package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of queue commands: the calls that they make, and the output for each answer. */
@Timeout(60)
class QueueCommandsTest {
  private static final String JOB =
      "{'id': 'a', 'queue': 'mails', 'lease': 'L1', 'attempt': 1, 'maxAttempts': 3,"
          + " 'value': 'x\\u001b'}";

  private final StubGateway gateway;

  QueueCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void aJobIsPublishedWithItsTimeOrAtOnce() {
    // Given
    gateway.answering(201, "{'outcome': 'SCHEDULED', 'id': 'a'}");

    // When
    var later =
        queues(
            "publish mails --id=a --in=30m --value=hi --header=a=b --priority=0 --ttl=1h"
                + " --if-exists=reject --max-attempts=3");
    var now = queues("publish mails --no-wait");

    // Then
    assertThat(later.status()).as(later.err()).isZero();
    assertThat(later.out()).contains("outcome  SCHEDULED");
    assertThat(now.status()).isZero();
    assertThat(gateway.lines())
        .containsExactly("POST /v1/queues/mails/jobs?wait=true", "POST /v1/queues/mails/jobs");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'id':'a','priority':0,'ifExists':'reject','ttlMs':3600000,'delay':'30m',"
                + "'headers':[{'name':'a','value':'b'}],'value':'hi','ack':{'maxAttempts':3}}",
            "{'delayMs':0}");
  }

  @Test
  void aRequestWaitsForItsResult() {
    // Given
    gateway
        .answering(200, "{'id': 'a', 'result': '1.08'}")
        .answering(200, "{'id': 'b', 'resultBase64': '/wA='}")
        .answering(503, "{'detail': 'nobody finished it', 'reason': 'NO_ANSWER'}");

    // When
    var text = queues("request prices --value=EUR");
    var bytes = queues("request prices --wait=5s");
    var none = queues("request prices");

    // Then
    assertThat(text.out()).isEqualTo("id      a\nresult  1.08\n");
    assertThat(bytes.out()).contains("/wA= (base64)");
    assertThat(none.status()).isEqualTo(3);
    assertThat(gateway.lines()).containsOnly("POST /v1/queues/prices/request");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'delayMs':0,'value':'EUR','waitMs':30000}",
            "{'delayMs':0,'waitMs':5000}",
            "{'delayMs':0,'waitMs':30000}");
  }

  @Test
  void reservedJobsAreShownWithTheirLease() {
    // Given
    gateway.answering(200, "{'jobs': [" + JOB + "]}");

    // When
    var plain = queues("reserve urgent,mails --count=10 --wait=30s --lease=5m");
    var json = queues("reserve mails --json");

    // Then
    assertThat(plain.status()).isZero();
    assertThat(plain.out())
        .isEqualTo(
            """
            queue    mails
            lease    L1
            id       a
            attempt  1/3
            value    x\\u001b

            """);
    assertThat(json.out()).startsWith("{\"id\":\"a\"").endsWith("}\n");
    assertThat(gateway.lines())
        .containsExactly("POST /v1/queues/urgent%2Cmails/reserve", "POST /v1/queues/mails/reserve");
    assertThat(gateway.bodies())
        .containsExactly("{'count':10,'waitMs':30000,'leaseMs':300000}", "{}");
  }

  @Test
  void whereNoJobIsTheAnswerIsNo() {
    // Given
    gateway.answering(200, "{'jobs': []}");

    // When
    var none = queues("reserve mails");

    // Then
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.out()).isEmpty();
    assertThat(none.err()).isEqualTo("No job is ready.\n");
  }

  /** The client's time-out begins after the time that the gateway itself waits for a job. */
  @ParameterizedTest
  @ValueSource(strings = {"reserve mails --wait=PT0.3S", "request mails --wait=PT0.3S"})
  void theTimeToWaitForAnAnswerBeginsWithTheWait(String arguments) throws IOException {
    // Given
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var url = "http://127.0.0.1:" + silent.getLocalPort();

      // When
      var called = queues(arguments + " --timeout=PT0.2S --gateway=" + url);

      // Then
      assertThat(called.status()).isEqualTo(3);
      assertThat(called.err()).contains("did not answer within 500ms");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "finish mails a --lease=L | {'id':'a','lease':'L'}",
        "finish mails a --lease=L --result=ok | {'id':'a','lease':'L','result':'ok'}",
        "release mails a --lease=L | {'id':'a','lease':'L'}",
        "release mails a --lease=L --in=5s --failure=no"
            + "| {'id':'a','lease':'L','delay':'5s','failure':'no'}",
        "release mails a --lease=L --unused | {'id':'a','lease':'L','unused':true}",
        "extend mails a --lease=L --for=5m | {'id':'a','lease':'L','leaseMs':300000}",
        "bury mails a --lease=L --failure=no | {'id':'a','lease':'L','failure':'no'}"
      })
  void aWorkerSaysWhatBecameOfItsJob(String arguments, String body) {
    // Given
    gateway.answering(200, "{'outcome': 'DONE', 'id': 'a'}");

    // When
    var said = queues(arguments);

    // Then
    assertThat(said.status()).as(said.err()).isZero();
    assertThat(said.out()).contains("outcome  DONE");
    assertThat(gateway.lines())
        .containsExactly(
            "POST /v1/queues/mails/" + arguments.replaceFirst(" .*", "") + "?wait=true");
    assertThat(gateway.bodies()).containsExactly(body);
  }

  @Test
  void queuesAreListedAndCounted() {
    // Given
    var counts = "'queue': 'mails', 'jobs': 5, 'states': {'delayed': 3, 'ready': 2}";
    gateway
        .answering(200, "{'queues': [{" + counts + "}], 'stale': true}")
        .answering(
            200,
            "{%s, 'asOfMs': 0, 'oldestReadyMs': %d, 'waiting': 7}"
                .formatted(counts, Called.NOW.toEpochMilli() - 90_000));

    // When
    var listed = queues("list");
    var counted = queues("stats mails");

    // Then
    assertThat(listed.out()).isEqualTo("QUEUE  DELAYED  READY\nmails  3        2\n");
    assertThat(listed.err()).contains("A standby answered");
    assertThat(counted.out())
        .isEqualTo(
            """
            as of         1970-01-01T00:00:00.000Z
            jobs          5
            oldest ready  2030-01-31T07:58:30.000Z (1m 30s ago)
            waiting       7

            QUEUE  DELAYED  READY
            mails  3        2
            """);
    assertThat(gateway.lines()).containsExactly("GET /v1/queues", "GET /v1/queues/mails/stats");
  }

  @Test
  void theNextJobOfAStateIsShown() {
    // Given
    gateway.answering(404, "{'detail': 'there is none', 'reason': 'JOB_NOT_FOUND'}");

    // When
    var ready = queues("peek mails");
    queues("peek mails --state=dead");

    // Then
    assertThat(ready.status()).isEqualTo(1);
    assertThat(gateway.lines())
        .containsExactly(
            "GET /v1/queues/mails/peek?state=ready", "GET /v1/queues/mails/peek?state=dead");
  }

  @Test
  void deadLettersAreReadPageByPage() {
    // Given
    gateway
        .answering(200, "{'deadLetters': [{'id': 'a', 'reason': 'BURIED'}], 'cursor': 'x'}")
        .answering(200, "{'deadLetters': [{'id': 'b', 'reason': 'BURIED'}]}");

    // When
    var listed = queues("dead-letters mails");

    // Then
    assertThat(listed.out().lines()).hasSize(3);
    assertThat(gateway.lines())
        .containsExactly(
            "GET /v1/queues/mails/dead-letters?limit=100",
            "GET /v1/queues/mails/dead-letters?limit=99&cursor=x");
  }

  @Test
  void aQueueIsPausedAndResumed() {
    // Given
    gateway.answering(200, "{'queue': 'mails', 'paused': true, 'pausedUntilMs': 31000}");

    // When
    var paused = queues("pause mails --for=30s");
    queues("resume mails");

    // Then
    assertThat(paused.out()).startsWith("queue   mails\npaused  yes\nuntil   1970-01-01T00:00:31");
    assertThat(gateway.lines())
        .containsExactly("POST /v1/queues/mails/pause", "POST /v1/queues/mails/resume");
    assertThat(gateway.bodies()).containsExactly("{'for':'30s'}", "");
  }

  @Test
  void aPurgeIsAnOperation() {
    // Given
    gateway.answering(
        200, "{'id': '0abc', 'kind': 'cancel', 'state': 'DONE', 'counts': {'cancelled': 10002}}");

    // When
    var purged = queues("purge mails --state=delayed --yes");

    // Then
    assertThat(purged.status()).isZero();
    assertThat(purged.out()).isEqualTo("cancelled 10002\n");
    assertThat(gateway.lines()).containsExactly("POST /v1/queues/mails/purge");
    assertThat(gateway.bodies()).containsExactly("{'state':'delayed'}");
    assertThat(gateway.asked().get(0).headers()).containsKey("Prefer");
  }

  @Test
  void whatLeavesTheListIsAskedForAgainWithoutACursor() {
    // Given
    gateway
        .answering(200, "{'kicked': 10000, 'cursor': 'x', 'done': false}")
        .answering(200, "{'kicked': 1, 'failed': 0, 'cursor': 'y', 'done': false}")
        .answering(200, "{'kicked': 0, 'failed': 0, 'done': true}");

    // When
    var respawned = queues("respawn mails --limit=10005 --yes");

    // Then
    assertThat(respawned.status()).as(respawned.err()).isZero();
    assertThat(respawned.out()).isEqualTo("kicked 10001\n");
    assertThat(gateway.lines()).containsOnly("POST /v1/queues/mails/dead-letters/respawn");
    assertThat(gateway.bodies()).containsExactly("{'limit':10000}", "{'limit':5}", "{'limit':4}");
  }

  @Test
  void lettersThatCannotBeDroppedEndIt() {
    // Given
    gateway.answering(200, "{'discarded': 0, 'done': false}");

    // When
    var discarded = queues("discard mails");

    // Then
    assertThat(discarded.status()).isEqualTo(3);
    assertThat(gateway.asked()).hasSize(1);
    assertThat(discarded.err()).contains("The operation stopped before the end");
  }

  @Test
  void aKickIsOneCall() {
    // Given
    gateway.answering(200, "{'fired': 1, 'stale': 0}");

    // When
    var kicked = queues("kick mails");

    // Then
    assertThat(kicked.out()).isEqualTo("fired 1\n");
    assertThat(gateway.bodies()).containsExactly("{'count':1}");
  }

  @Test
  void aQueueIsDeletedWithAllItHolds() {
    // Given
    gateway
        .answering(200, "{'deleted': false, 'cancelled': 9, 'discarded': 0}")
        .answering(200, "{'deleted': true, 'cancelled': 1, 'discarded': 3}");

    // When
    var deleted = queues("delete mails --yes");

    // Then
    assertThat(deleted.status()).isZero();
    assertThat(deleted.out()).isEqualTo("cancelled 10, discarded 3\n");
    assertThat(gateway.lines())
        .containsExactly("DELETE /v1/queues/mails", "DELETE /v1/queues/mails");
  }

  @Test
  void aQueueThatCannotBeEmptiedIsNotAskedForEver() {
    // Given
    gateway.answering(200, "{'deleted': false, 'cancelled': 0, 'discarded': 0}");

    // When
    var stuck = queues("delete mails --yes");

    // Then
    assertThat(stuck.status()).isEqualTo(3);
    assertThat(gateway.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "purge mails",
        "purge mails --all",
        "purge mails --yes",
        "purge mails --limit=1 --yes",
        "purge mails --all --state=dead --yes",
        "kick mails --count=2",
        "respawn mails --limit=2",
        "discard mails --limit=2",
        "delete mails",
        "purge mails --all --limit=0 --yes",
        "kick mails --count=0",
        "finish mails a",
        "finish mails --lease=L",
        "release mails a --lease=L --in=1s --at=2030-01-31T08:00:00Z",
        "extend mails a --lease=L --for=soon",
        "reserve",
        "reserve mails --wait=0s",
        "publish",
        "request mails --wait=never"
      })
  void withoutAYesOrWhatItNeedsNothingIsAsked(String arguments) {
    // When
    var called = queues(arguments);

    // Then
    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).isNotEmpty().doesNotContain("\tat ");
    assertThat(gateway.asked()).isEmpty();
  }

  private Called queues(String arguments) {
    return gateway.call(("queues " + arguments).split(" "));
  }
}

package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of commands for many jobs: they ask for confirmation, continue to the end, and report. */
@Timeout(60)
class BulkCommandsTest {
  private static final String ALL = "{'cancelled': 2, 'notFound': 0, 'failed': 0, 'done': true}";

  private final StubGateway gateway;

  BulkCommandsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource({"y, 0, 1", "YES, 0, 1", "n, 1, 0", "'', 1, 0", "yesterday, 1, 0", ", 2, 0"})
  void aFilterNeedsAYes(String answer, int status, int calls) {
    // Given
    gateway.answering(200, ALL);

    // When
    var called =
        Called.with(
            Map.of(Session.GATEWAY, gateway.url()),
            new byte[0],
            Called.typing(answer),
            "cancel",
            "--topic=orders");

    // Then
    assertThat(called.status()).isEqualTo(status);
    assertThat(gateway.asked()).hasSize(calls);
  }

  @Test
  void withoutATerminalTheQuestionIsToldAndItsAnswer() {
    var called =
        gateway.call("dead-letters", "discard", "--topic=orders", "--died-to=5", "--limit=3");

    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err())
        .contains("Discard all dead letters with topic orders, diedTo 5, at most 3?", "--yes");
  }

  @Test
  void anOperationIsFollowedToItsEnd() {
    // Given
    gateway
        .answering(202, operation("RUNNING", "'kicked': 100", ",'total': 10003,'perSecond': 50.2"))
        .answering(200, operation("RUNNING", "'kicked': 9000", ",'waiting': 'nobody answers'"))
        .answering(200, operation("DONE", "'kicked': 10002, 'stale': 1", ""));

    // When
    var called = gateway.call("dead-letters", "kick", "--topic=t", "--yes");

    // Then
    assertThat(called.status()).isEqualTo(1);
    assertThat(called.out()).isEqualTo("kicked 10002, changed meanwhile 1\n");
    assertThat(called.err())
        .contains(
            "delaygate operations wait 0abc",
            "RUNNING: 100 of 10003, 50/s\n",
            "RUNNING: 9000; it waits: nobody answers\n");
    assertThat(gateway.lines())
        .containsExactly(
            "POST /v1/dead-letters/kick",
            "GET /v1/operations/0abc?waitSeconds=2",
            "GET /v1/operations/0abc?waitSeconds=2");
    assertThat(gateway.bodies()).element(0).isEqualTo("{'filter':{'topic':'t'}}");
    assertThat(gateway.asked().get(0).headers().get("Prefer"))
        .containsExactly("respond-async, wait=1");
  }

  @Test
  void whoDetachesGetsTheId() {
    // Given
    gateway.answering(202, operation("QUEUED", "", ""));

    // When
    var called = gateway.call("cancel", "--all", "--yes", "--detach");

    // Then
    assertThat(called.status()).isZero();
    assertThat(called.out()).isEqualTo("0abc\n");
    assertThat(gateway.asked()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "DONE    | 'kicked': 2                  | 0 | kicked 2",
        "DONE    |                              | 0 | kicked 0",
        "ABORTED | 'kicked': 2                  | 3 | kicked 2",
        "ABORTED | 'kicked': 2, 'unanswered': 1 | 3 | kicked 2, stored without an answer yet 1",
        "FAILED  | 'kicked': 2                  | 3 | kicked 2",
        "DONE    | 'failed': 1                  | 3 | kicked 0, failed 1"
      })
  void theStatusSaysHowItEnded(String state, String counts, int status, String said) {
    // Given
    gateway.answering(200, operation(state, counts == null ? "" : counts, ""));

    // When
    var called = gateway.call("operations", "wait", "0abc");

    // Then
    assertThat(called.status()).isEqualTo(status);
    assertThat(called.out()).isEqualTo(said + "\n");
  }

  private static String operation(String state, String counts, String more) {
    var handled = counts.replaceAll("\\D+", " ").strip().split(" ", -1)[0];
    return "{'id': '0abc', 'kind': 'kick', 'state': '%s', 'handled': %s, 'counts': {%s}%s}"
        .formatted(state, handled.isEmpty() ? "0" : handled, counts, more);
  }

  @Test
  void aLimitThatIsReachedIsSaid() {
    // Given
    gateway.answering(
        200,
        "{'id':'0abc','kind':'cancel','state':'DONE','request':{'limit':2},'handled':2,"
            + "'counts':{'cancelled':2}}");

    // When
    var called = gateway.call("cancel", "--due-to=5", "--limit=2", "--yes");

    // Then
    assertThat(called.status()).isZero();
    assertThat(called.out()).isEqualTo("cancelled 2\n");
    assertThat(called.err()).isEqualTo("There may be more: raise --limit.\n");
    assertThat(gateway.bodies()).containsExactly("{'filter':{'dueTo':'5'},'limit':2}");
  }

  /** It does not know operations, and answers with what it did in some seconds. */
  @Test
  void anOlderGatewayDoesAPart() {
    // Given
    gateway.answering(200, "{'cancelled': 7, 'failed': 0, 'cursor': 'x', 'done': false}");

    // When
    var called = gateway.call("cancel", "--topic=t", "--yes");

    // Then
    assertThat(gateway.asked()).hasSize(1);
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.out()).isEqualTo("cancelled 7\n");
    assertThat(called.err()).contains("The operation stopped before the end");
  }

  @Test
  void idsThatWereNotReachedAreSentAgain() {
    // Given
    gateway
        .answering(
            200,
            "{'cancelled': 1, 'notFound': 0, 'failed': 0, 'done': false,"
                + " 'results': [{'index': 0, 'id': 'a', 'status': 200}]}")
        .answering(
            200,
            "{'cancelled': 1, 'notFound': 1, 'failed': 0, 'done': true, 'results': ["
                + "{'index': 0, 'id': 'b', 'status': 200}, {'index': 1, 'id': 'c', 'status': 404,"
                + " 'problem': {'detail': 'no such job', 'reason': 'JOB_NOT_FOUND'}}]}");

    // When
    var called = gateway.call("cancel", "a", "b", "c");

    // Then
    assertThat(gateway.bodies()).containsExactly("{'ids':['a','b','c']}", "{'ids':['b','c']}");
    assertThat(called.status()).isEqualTo(1);
    assertThat(called.out()).isEqualTo("cancelled 2, not found 1\n");
    assertThat(called.err()).isEqualTo("c: no such job (JOB_NOT_FOUND)\n");
  }

  @Test
  void idsThatCannotBeSentAreNamed() {
    // Given
    gateway.answering(
        200,
        "{'cancelled': 0, 'failed': 1, 'done': false, 'results': [{'index': 0, 'id': 'a',"
            + " 'status': 503, 'problem': {'detail': 'Kafka is slow', 'reason': 'UNAVAILABLE'}}]}");

    // When
    var called = gateway.call("cancel", "a", "b", "c");

    // Then
    assertThat(called.status()).isEqualTo(3);
    assertThat(gateway.asked()).hasSize(1);
    assertThat(called.out()).isEqualTo("cancelled 0, failed 3\n");
    assertThat(called.err()).contains("a: Kafka is slow", "The ids from 'b' on");
  }

  @Test
  void lettersThatAreLeftAreSentAgain() {
    // Given
    gateway
        .answering(
            200,
            "{'sent': 1, 'refused': 0, 'notFound': 1, 'left': [{'partition': 3, 'offset': 46}],"
                + " 'done': false}")
        .answering(200, "{'sent': 1, 'refused': 0, 'notFound': 0, 'done': true}");

    // When
    var called = gateway.call("dead-letters", "redrive", "3:44", "3:45", "3:46");

    // Then
    assertThat(gateway.bodies()).element(1).isEqualTo("{'letters':[{'partition':3,'offset':46}]}");
    assertThat(called.status()).isEqualTo(1);
    assertThat(called.out()).isEqualTo("sent 2, not found 1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "'', only one of these",
    "3:44 --all, only one of these",
    "--all --reason=X, only one of these",
    "3:44 --limit=1, requires a filter",
    "3/44, like 3:44",
    "order-1, like 3:44"
  })
  void aRedriveSaysWhatItIsAbout(String arguments, String said) {
    var called = gateway.call(("dead-letters redrive " + arguments).strip().split(" "));

    assertThat(called.status()).isEqualTo(2);
    assertThat(called.err()).contains(said);
    assertThat(gateway.asked()).isEmpty();
  }
}

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
  void aFilterIsFollowedToItsEnd() {
    // Given
    gateway
        .answering(200, "{'kicked': 10000, 'stale': 0, 'cursor': 'x', 'done': false}")
        .answering(200, "{'kicked': 0, 'stale': 0, 'cursor': 'y', 'done': false}")
        .answering(200, "{'kicked': 2, 'stale': 1, 'done': true}");

    // When
    var called = gateway.call("dead-letters", "kick", "--topic=t", "--limit=10005", "--yes");

    // Then
    assertThat(called.status()).isEqualTo(1);
    assertThat(called.out()).isEqualTo("kicked 10002, changed meanwhile 1\n");
    assertThat(gateway.bodies())
        .containsExactly(
            "{'filter':{'topic':'t'},'limit':10000}",
            "{'filter':{'topic':'t'},'limit':5,'cursor':'x'}",
            "{'filter':{'topic':'t'},'limit':5,'cursor':'y'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'cancelled': 1, 'failed': 1, 'cursor': 'x', 'done': false} | 1 | 3",
        "{'cancelled': 0, 'unanswered': 0, 'cursor': 'x', 'done': false} | 2 | 3"
      })
  void whatGoesNoFurtherEnds(String answer, int calls, int status) {
    // Given
    gateway.answering(200, answer);

    // When
    var called = gateway.call("cancel", "--topic=t", "--yes");

    // Then
    assertThat(gateway.asked()).hasSize(calls);
    assertThat(called.status()).isEqualTo(status);
    assertThat(called.err()).contains("The operation stopped before the end");
  }

  @Test
  void aLimitThatIsReachedIsSaid() {
    // Given
    gateway.answering(200, "{'cancelled': 2, 'cursor': 'x', 'done': false}");

    // When
    var called = gateway.call("cancel", "--due-to=5", "--limit=2", "--yes", "--json");

    // Then
    assertThat(called.status()).isZero();
    assertThat(called.out()).isEqualTo("{\"cancelled\":2,\"cursor\":\"x\",\"done\":false}\n");
    assertThat(called.err()).isEqualTo("There may be more: raise --limit.\n");
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
  void aRedriveTellsItsProgressAndWhereToGoOn() {
    // Given
    gateway
        .answering(
            200,
            "{'sent': 9999, 'refused': 1, 'failed': 0, 'refusals': [{'letter': {'partition': 3,"
                + " 'offset': 44}, 'id': 'o-1', 'reason': 'TARGET_UNKNOWN', 'reasonText': 'there is"
                + " no topic'}], 'cursor': 'x', 'done': false}")
        .answering(
            200,
            "{'sent': 1, 'refused': 0, 'failed': 1, 'refusals': [], 'problem': {'detail': 'Kafka is"
                + " slow', 'reason': 'UNAVAILABLE'}, 'cursor': 'y', 'done': false}");

    // When
    var called = gateway.call("dead-letters", "redrive", "--all", "--yes");

    // Then
    assertThat(gateway.bodies())
        .containsExactly("{'all':true,'limit':10000}", "{'all':true,'limit':10000,'cursor':'x'}");
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.out()).isEqualTo("sent 10000, refused 1, failed 1\n");
    assertThat(called.err())
        .contains(
            "3:44 o-1: there is no topic (TARGET_UNKNOWN)\n",
            "sent 9999, refused 1 so far\n",
            "Kafka is slow (UNAVAILABLE)",
            "To continue, repeat the call with --cursor=y\n");
  }

  @Test
  void aRedriveThatIsRefusedInTheMidstTellsWhereToGoOn() {
    // Given
    gateway
        .answering(200, "{'sent': 5, 'refused': 0, 'cursor': 'x', 'done': false}")
        .answering(503, "{'reason': 'QUERY_UNAVAILABLE', 'detail': 'not now'}");

    // When
    var called = gateway.call("dead-letters", "redrive", "--reason=ID_INVALID", "--yes");

    // Then
    assertThat(called.status()).isEqualTo(3);
    assertThat(called.err())
        .contains("sent 5 so far\n", "To continue, repeat the call with --cursor=x\n", "not now");
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
    "--cursor=x, only one of these",
    "3:44 --limit=1, require a filter",
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

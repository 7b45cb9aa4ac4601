package io.delaygate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the table of verbs: each argument goes to its place in path, query, header or body. */
@Timeout(60)
class VerbRequestsTest {
  private final StubGateway gateway;

  VerbRequestsTest() throws IOException {
    gateway = new StubGateway();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "schedule --target t --in 1s --ack --no-wait | POST /v1/jobs"
            + "| {'target':{'topic':'t'},'delay':'1s','ack':{}}",
        "schedule --target t --at 1 --lease 5s | POST /v1/jobs?wait=true"
            + "| {'target':{'topic':'t'},'due':'1','ack':{'lease':'5s'}}",
        "reschedule a --in 2h --header x=y | PATCH /v1/jobs/a"
            + "| {'delay':'2h','headers':[{'name':'x','value':'y'}]}",
        "fire a.b | POST /v1/jobs/a%2Eb/fire |",
        "get a/b | GET /v1/jobs/a%2Fb |",
        "list --topic t --state READY --due-from 1 --due-to 2 --id-prefix x --limit 7"
            + "| GET /v1/jobs?topic=t&state=READY&dueFrom=1&dueTo=2&idPrefix=x&limit=7 |",
        "stats | GET /v1/stats |",
        "stats t | GET /v1/topics/t/stats |",
        "trends | GET /v1/trends |",
        "trends --from 1 --step 10m | GET /v1/trends?from=1&step=10m |",
        "cancel a | DELETE /v1/jobs/a |",
        "cancel --topic t --due-from 1 --due-to 2 --limit 7 --yes | POST /v1/jobs/cancel"
            + "| {'filter':{'topic':'t','dueFrom':'1','dueTo':'2'},'limit':7}",
        "cancel --all --yes | POST /v1/jobs/cancel | {'all':true}",
        "dead-letters list --topic t --died-from 1 --died-to 2 --id-prefix x | GET"
            + " /v1/dead-letters?topic=t&diedFrom=1&diedTo=2&idPrefix=x&limit=100 |",
        "dead-letters list --rejected | GET /v1/dead-letters?kind=rejected&limit=100 |",
        "dead-letters kick a | POST /v1/jobs/a/kick |",
        "dead-letters kick --topic t --died-from 1 --died-to 2 --yes | POST /v1/dead-letters/kick"
            + "| {'filter':{'topic':'t','diedFrom':'1','diedTo':'2'}}",
        "dead-letters discard a | DELETE /v1/dead-letters/a |",
        "dead-letters discard a b | POST /v1/dead-letters/discard | {'ids':['a','b']}",
        "dead-letters redrive 3:44 0:1 | POST /v1/dead-letters/redrive"
            + "| {'letters':[{'partition':3,'offset':44},{'partition':0,'offset':1}]}",
        "dead-letters redrive --reason R --id-prefix x --rejected-from 1 --rejected-to 2 --yes"
            + "| POST /v1/dead-letters/redrive"
            + "| {'filter':{'idPrefix':'x','reason':'R','rejectedFrom':'1','rejectedTo':'2'}}",
        "dead-letters redrive --all --limit 7 --yes | POST /v1/dead-letters/redrive"
            + "| {'all':true,'limit':7}",
        "operations abort 0abc | POST /v1/operations/0abc/abort |",
        "operations pause 0abc | POST /v1/operations/0abc/pause |",
        "operations resume 0abc | POST /v1/operations/0abc/resume |",
        "operations get 0abc | GET /v1/operations/0abc |",
        "resume t | POST /v1/topics/t/resume |",
        "queues publish q --at 1 | POST /v1/queues/q/jobs?wait=true | {'due':'1'}",
        "queues release q a --lease L --at 1 | POST /v1/queues/q/release?wait=true"
            + "| {'id':'a','lease':'L','due':'1'}",
        "dead-letters kick --all --limit 3 --yes | POST /v1/dead-letters/kick"
            + "| {'all':true,'limit':3}",
        "queues purge q --all --yes | POST /v1/queues/q/purge | {'all':true}",
        "queues discard q | POST /v1/queues/q/dead-letters/discard | {'limit':1}",
        "namespaces set n --requests-per-second 1 --jobs-per-second 2 --payload-bytes 3"
            + "| PUT /v1/admin/namespaces/n"
            + "| {'limits':{'requestsPerSecond':1,'jobsPerSecond':2,'payloadBytes':3}}",
        "tokens make n x --role read | POST /v1/admin/namespaces/n/tokens"
            + "| {'name':'x','role':'read','limits':{}}"
      })
  void anArgumentHasItsPlaceInTheRequest(String arguments, String line, String body) {
    assertSends(arguments, line, body);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "schedule --endpoint e --path /a?b=c --in 1s --no-wait | POST /v1/jobs"
            + "| {'target':{'endpoint':'e','path':'/a?b=c'},'delay':'1s'}",
        "reschedule a --endpoint e --path /a | PATCH /v1/jobs/a"
            + "| {'target':{'endpoint':'e','path':'/a'}}",
        "reschedule a --target t --key k | PATCH /v1/jobs/a"
            + "| {'target':{'topic':'t','key':'k'}}",
        "list --endpoint e | GET /v1/jobs?endpoint=e&limit=100 |",
        "cancel --endpoint e --yes | POST /v1/jobs/cancel" + "| {'filter':{'endpoint':'e'}}",
        "dead-letters list --endpoint e | GET /v1/dead-letters?endpoint=e&limit=100 |"
      })
  void aTargetIsATopicOrAnEndpoint(String arguments, String line, String body) {
    assertSends(arguments, line, body);
  }

  @Test
  void theConditionOnAVersionIsAHeader() {
    // Given
    gateway.answering(200, "{'outcome': 'DONE', 'id': 'a'}");

    // When
    gateway.call("cancel", "a", "--if-version=3");
    gateway.call("fire", "a", "--if-version=4");

    // Then
    assertThat(gateway.asked().get(0).headers().get("If-match")).containsExactly("\"3\"");
    assertThat(gateway.asked().get(1).headers().get("If-match")).containsExactly("\"4\"");
  }

  private void assertSends(String arguments, String line, String body) {
    // Given
    gateway.answering(200, "{'results': [{}, {}], 'done': true}");

    // When
    var called = gateway.call(arguments.split(" "));

    // Then
    assertThat(called.status()).as(called.err()).isZero();
    assertThat(gateway.lines()).containsExactly(line);
    assertThat(gateway.bodies()).containsExactly(body == null ? "" : body);
  }
}

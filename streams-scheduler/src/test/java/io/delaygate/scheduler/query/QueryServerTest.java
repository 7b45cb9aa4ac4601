package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.query.Placement.Instance;
import io.delaygate.schemas.job.EndState;
import io.delaygate.schemas.job.EndedJob;
import io.delaygate.schemas.job.Job;
import io.delaygate.schemas.job.JobTimes;
import io.delaygate.schemas.job.Payload;
import io.delaygate.schemas.job.Policy;
import io.delaygate.schemas.job.Target;
import io.delaygate.service.directory.TopicStatus;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of queries and answers over real HTTP. */
class QueryServerTest extends AskedServer {
  @Test
  void aPendingJobIsShownWithWhatItWouldDeliver() throws Exception {
    // Given
    var payload =
        new Payload(
            new byte[] {0, (byte) 0xFF},
            List.of(new RecordHeader("h", new byte[] {1}), new RecordHeader("h", (byte[]) null)));
    process
        .active(0)
        .add(
            Job.scheduled(
                due("a", 0).id(),
                JobTimes.due(7, 2_000).expiring(9_000),
                new Target("orders", "k".getBytes(UTF_8), 3),
                payload,
                Policy.USUAL.withPriority(3)));

    // When
    var answer = get("/internal/v1/jobs/a");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(JSON.readTree(answer.body()))
        .isEqualTo(
            JSON.readTree(
                """
                {"stale": false, "asOfMs": 1000,
                 "job": {"id": "a", "state": "SCHEDULED", "version": 1, "createdMs": 7,
                         "dueMs": 2000, "expiresMs": 9000,
                         "target": {"topic": "orders", "partition": 3}, "priority": 3},
                 "timeline": {"changes": [{"atMs": 7, "event": "SCHEDULED", "actor": "kafka"}],
                              "omitted": 0},
                 "payload": {"key": "aw==", "value": "AP8=",
                             "headers": [{"name": "h", "value": "AQ=="},
                                         {"name": "h", "value": null}]}}
                """));
  }

  @Test
  void anEndedJobIsShownFromTheHistoryAndAnUnknownOneIsNotFound() throws Exception {
    // Given
    var stores = process.active(0);
    stores.table().put(EndedJob.of(due("done", 900), EndState.DELIVERED, 950));
    stores.commit();

    // When
    var ended = get("/internal/v1/jobs/done");
    var unknown = get("/internal/v1/jobs/never");
    now.addAndGet(TimeUnit.HOURS.toMillis(1));
    var forgotten = get("/internal/v1/jobs/done");

    // Then
    assertThat(ended.statusCode()).isEqualTo(200);
    assertThat(json(ended).get("job").get("state").asText()).isEqualTo("DELIVERED");
    assertThat(json(ended).has("payload")).isFalse();
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).isEqualTo("{\"stale\":false,\"asOfMs\":1000}");
    assertThat(forgotten.statusCode()).isEqualTo(404);
  }

  @Test
  void aParkedJobIsShownAndListedWithTheReasonOfNow() throws Exception {
    // Given
    process.active(0).add(due("d", 800, "lost", null).parked(5_000, null));
    process.targets().tell("lost", new TopicStatus.Missing());

    // When
    var one = json(get("/internal/v1/jobs/d"));
    var listed = json(get("/internal/v1/jobs?partitions=0&limit=9"));

    // Then
    assertThat(one.at("/job/waiting/reason").asText()).isEqualTo("TARGET_UNKNOWN");
    assertThat(one.at("/job/waiting/untilMs").asLong()).isEqualTo(5_000);
    assertThat(listed.at("/jobs/0/waiting")).isEqualTo(one.at("/job/waiting"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "a b",
        "100%",
        "%41",
        "a;b=c",
        "a?b",
        "a#b",
        "..",
        ".",
        "../../x",
        "a/b",
        "/",
        "//",
        "a/",
        "a+b",
        "\uD83D\uDE00",
        "caf\u00E9",
        "a\\b",
        "a\nb",
        "'\"",
        "~0-17",
        "&=",
        ":"
      })
  void anyIdCanBeAskedFor(String id) throws Exception {
    // Given
    process.active(0).add(due(id, 2_000));

    // When
    var answer = get("/internal/v1/jobs/" + encoded(id));

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer).get("job").get("id").asText()).isEqualTo(id);
  }

  @Test
  void aPlusInAPathIsAPlus() throws Exception {
    // Given
    process.active(0).add(due("a+b", 2_000));

    // When
    var answer = get("/internal/v1/jobs/a+b");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  /** Encodes every byte, so that no client or server in between changes the path. */
  private static String encoded(String id) {
    return HexFormat.of().withUpperCase().withPrefix("%").formatHex(id.getBytes(UTF_8));
  }

  @Test
  void aListingFiltersAndPages() throws Exception {
    // Given
    var stores = process.active(0);
    stores.add(due("x-1", 500, "orders", null));
    stores.add(due("x-2", 600, "invoices", null).parked(900, null));
    stores.add(due("x-3", 700, "invoices", null).parked(900, null));
    stores.add(due("y-4", 800, "invoices", null).parked(900, null));
    stores.add(due("x-5", 900, "invoices", null).parked(900, null));
    var filter =
        "/internal/v1/jobs?partitions=0&limit=1&topic=invoices&state=PARKED&idPrefix=x-"
            + "&dueFrom=600&dueTo=900";

    // When
    var one = json(get(filter));
    var two = json(get(filter + "&after=" + one.get("next").asText()));
    var three = json(get(filter + "&after=" + two.get("next").asText()));

    // Then
    assertThat(one.get("stale").asBoolean()).isFalse();
    assertThat(one.get("asOfMs").asLong()).isEqualTo(NOW);
    assertThat(one.at("/jobs/0/id").asText()).isEqualTo("x-2");
    assertThat(one.at("/jobs/0/state").asText()).isEqualTo("PARKED");
    assertThat(two.at("/jobs/0/id").asText()).isEqualTo("x-3");
    assertThat(three.get("jobs")).isEmpty();
    assertThat(three.has("next")).isFalse();
  }

  @Test
  void aListingOfANamespaceHasNobodyElsesJobs() throws Exception {
    // Given
    var stores = process.active(0);
    stores.add(due("@shop/x-1", 500));
    stores.add(due("@shop/y-2", 600));
    stores.add(due("x-3", 700));

    // When
    var jobs = "/internal/v1/jobs?partitions=0&idPrefix=x-";
    var shop = json(get(jobs + "&namespace=shop"));
    var ofDefault = json(get(jobs + "&namespace=default"));

    // Then
    assertThat(shop.get("jobs")).hasSize(1);
    assertThat(shop.at("/jobs/0/id").asText()).isEqualTo("@shop/x-1");
    assertThat(ofDefault.get("jobs")).hasSize(1);
    assertThat(ofDefault.at("/jobs/0/id").asText()).isEqualTo("x-3");
  }

  @Test
  void statsTellCountsAndDueTimes() throws Exception {
    // Given
    var stores = process.active(0);
    stores.add(due("a", 900, "orders", null));
    stores.add(due("b", 1_000, "orders", null));
    stores.add(due("c", 1_001, "orders", null));
    stores.add(due("d", 800, "lost", null).parked(5_000, null));
    stores.add(due("@shop/e", 1_002, "orders", null));
    stores.add(due("@shop/f", 1_002, "mails", null));
    stores.add(due("@bank/g", 1_003, "lost", null).parked(5_000, null));
    process.targets().tell("lost", new TopicStatus.Missing());
    process.unread(0, 12);
    stores.table().readTo(42);
    stores.commit();
    process.remade().remade("mails");

    // When
    var answer = json(get("/internal/v1/stats?partitions=0"));

    // Then
    assertThat(answer)
        .isEqualTo(
            JSON.readTree(
                """
                {"asOfMs": 1000, "history": {"retentionMs": 900000, "maxBytes": 0}, "partitions": [
                  {"partition": 0, "stale": false, "position": 42,
                   "counts": [{"topic": "lost", "state": "PARKED", "jobs": 2},
                              {"topic": "mails", "state": "SCHEDULED", "jobs": 1},
                              {"topic": "orders", "state": "SCHEDULED", "jobs": 4}],
                   "namespaces": [{"namespace": "bank", "state": "PARKED", "jobs": 1},
                                  {"namespace": "shop", "state": "SCHEDULED", "jobs": 2}],
                   "history": {"entries": 0, "bytes": 0, "completeFromMs": 0},
                   "nextDueMs": 1001, "oldestOverdueMs": 800, "lag": 12}],
                 "parked": [{"topic": "lost", "reason": "TARGET_UNKNOWN",
                             "reasonText": "the topic does not exist", "nextTryMs": 2000}],
                 "remade": [{"topic": "mails", "atMs": 900}],
                 "rejected": {"others": 0, "counts": []}}
                """));
  }

  @Test
  void statsLeaveOutWhatThereIsNot() throws Exception {
    // Given
    process.active(0);

    // When
    var answer = json(get("/internal/v1/stats?partitions=0"));

    // Then
    assertThat(answer.at("/partitions/0"))
        .isEqualTo(
            JSON.readTree(
                """
                {"partition": 0, "stale": false, "counts": [], "namespaces": [],
                 "history": {"entries": 0, "bytes": 0, "completeFromMs": 0}}
                """));
  }

  @Test
  void anAuditShowsCountsAndWhatIsThere() throws Exception {
    // Given
    var stores = process.active(0);
    stores.add(due("@shop/a", 900, "orders", null));
    var good = json(get("/internal/v1/partitions/0/audit"));

    // When
    stores.miscount(due("b", 900, "orders", null));

    // Then
    assertThat(good)
        .isEqualTo(
            JSON.readTree(
                """
                {"partition": 0, "agrees": true,
                 "counts": [{"topic": "orders", "state": "SCHEDULED", "jobs": 1}],
                 "scanned": [{"topic": "orders", "state": "SCHEDULED", "jobs": 1}],
                 "namespaces": [{"namespace": "shop", "state": "SCHEDULED", "jobs": 1}],
                 "scannedNamespaces": [{"namespace": "shop", "state": "SCHEDULED", "jobs": 1}]}
                """));
    var bad = json(get("/internal/v1/partitions/0/audit"));
    assertThat(bad.get("agrees").asBoolean()).isFalse();
    assertThat(bad.at("/counts/0/jobs").asLong()).isEqualTo(2);
  }

  @Test
  void theAssignmentNamesEveryInstance() throws Exception {
    // Given
    process
        .placement()
        .instances(
            new Instance("http://a:8082", Set.of(0), Set.of()),
            new Instance("http://b:8082", Set.of(), Set.of(0)));

    // When
    var answer = get("/internal/v1/assignment");

    // Then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(json(answer))
        .isEqualTo(
            JSON.readTree(
                """
                {"partitions": 1, "instances": [
                  {"url": "http://a:8082", "active": [0], "standby": []},
                  {"url": "http://b:8082", "active": [], "standby": [0]}]}
                """));
  }

  /** A long poll ends some seconds after the stop of its server. */
  @Test
  void anAnswerAfterTheStopIsDropped() throws Exception {
    // Given
    var threads = new QueuedThreadPool();
    threads.start();
    threads.stop();

    // When
    var answered = new AtomicBoolean();
    QueryServer.untilStopped(threads).execute(() -> answered.set(true));

    // Then
    assertThat(answered).isFalse();
  }
}

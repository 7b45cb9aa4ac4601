package io.delaygate.scheduler.query;

import static io.delaygate.scheduler.rules.JobExamples.due;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.query.Placement.Role;
import io.delaygate.service.query.QueryPath;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of queries that are refused, and of the problem that the caller gets. */
class QueryRefusalTest extends AskedServer {
  @Test
  void anAuditThatTakesTooLongGivesUp() throws Exception {
    // Given
    var stores = process.active(0);
    for (var i = 0; i < 3_000; i++) {
      stores.add(due("job-" + i, i));
    }
    var nanos = new AtomicLong();
    server.close();
    server = serve(() -> nanos.addAndGet(TimeUnit.MINUTES.toNanos(1)));

    // When
    var answer = get("/internal/v1/partitions/0/audit");

    // Then
    assertThat(answer.statusCode()).isEqualTo(503);
  }

  @Test
  void aStandbyAnswersAndSaysSo() throws Exception {
    // Given
    process.standby(0).add(due("a", 900, "orders", null));
    process.unread(0, 3);

    // When
    var job = json(get("/internal/v1/jobs/a"));
    var none = get("/internal/v1/jobs/b");
    var list = json(get("/internal/v1/jobs?partitions=0"));
    var stats = json(get("/internal/v1/stats?partitions=0"));
    var audit = get("/internal/v1/partitions/0/audit");

    // Then
    assertThat(job.get("stale").asBoolean()).isTrue();
    assertThat(none.statusCode()).isEqualTo(404);
    assertThat(json(none).get("stale").asBoolean()).isTrue();
    assertThat(list.get("stale").asBoolean()).isTrue();
    assertThat(list.get("jobs")).hasSize(1);
    assertThat(stats.at("/partitions/0/stale").asBoolean()).isTrue();
    assertThat(stats.at("/partitions/0/counts/0/jobs").asLong()).isEqualTo(1);
    assertThat(stats.at("/partitions/0").has("lag")).isFalse();
    assertThat(audit.statusCode()).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"jobs/a", "jobs?partitions=0", "stats?partitions=0", "partitions/0/audit"})
  void whatIsHeldElsewhereOrRestoredOrClosedIsRefused(String question) throws Exception {
    // Given
    var path = "/internal/v1/" + question;
    process.placement().role(0, Role.NONE);
    var elsewhere = get(path);
    process.placement().role(0, Role.UNSETTLED);
    var moving = get(path);
    process.placement().role(0, Role.STANDBY);
    var notOpenYet = get(path);
    var restoring = process.store(0);
    process.placement().role(0, Role.ACTIVE);
    var notReady = get(path);
    process.task(0, restoring);
    var ready = get(path);

    // When
    restoring.close();
    var closed = get(path);

    // Then
    assertThat(elsewhere.statusCode()).isEqualTo(421);
    assertThat(json(elsewhere))
        .isEqualTo(JSON.readTree("{\"error\":\"NOT_HERE\",\"partitions\":[0]}"));
    assertThat(List.of(moving, notOpenYet, notReady, closed))
        .allSatisfy(
            refused -> {
              assertThat(refused.statusCode()).isEqualTo(503);
              assertThat(json(refused).get("error").asText()).isEqualTo("UNAVAILABLE");
              assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            });
    assertThat(ready.statusCode()).isIn(200, 404);
  }

  @Test
  void aStoreThatClosesDuringAnAuditIsUnavailable() throws Exception {
    // Given
    var stores = process.active(0);
    for (var i = 0; i < 3_000; i++) {
      stores.add(due("job-" + i, i));
    }
    server.close();
    server =
        serve(
            () -> {
              stores.close();
              return 0;
            });

    // When
    var answer = get("/internal/v1/partitions/0/audit");

    // Then
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(json(answer).get("error").asText()).isEqualTo("UNAVAILABLE");
  }

  @Test
  void aThirdScanAtATimeIsRefusedAndOtherQuestionsAreNot() throws Exception {
    // Given
    process.active(0).add(due("a", 2_000));
    var scanning = new CountDownLatch(ScanLimit.AT_A_TIME);
    var goOn = new CountDownLatch(1);
    server.close();
    server =
        serve(
            () -> {
              scanning.countDown();
              await(goOn);
              return 0;
            });
    var callers = Executors.newFixedThreadPool(ScanLimit.AT_A_TIME);
    var scan = "/internal/v1/jobs?partitions=0";
    var first = callers.submit(() -> get(scan));
    var second = callers.submit(() -> get("/internal/v1/partitions/0/audit"));
    await(scanning);

    // When
    var third = get(scan);
    var job = get("/internal/v1/jobs/a");
    var stats = get("/internal/v1/stats?partitions=0");
    goOn.countDown();

    // Then
    assertThat(third.statusCode()).isEqualTo(503);
    assertThat(third.headers().firstValue("Retry-After")).hasValue("1");
    assertThat(json(third).get("error").asText()).isEqualTo("BUSY");
    assertThat(job.statusCode()).isEqualTo(200);
    assertThat(stats.statusCode()).isEqualTo(200);
    assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(second.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(get(scan).statusCode()).isEqualTo(200);
    callers.shutdown();
  }

  /** A share that scans is refused a second scan; another share may scan. */
  @Test
  void aShareLeavesAScanToTheOthers() throws Exception {
    // Given
    process.active(0).add(due("a", 2_000));
    var scanning = new CountDownLatch(1);
    var bothScan = new CountDownLatch(2);
    var goOn = new CountDownLatch(1);
    server.close();
    server =
        serve(
            () -> {
              scanning.countDown();
              bothScan.countDown();
              await(goOn);
              return 0;
            });
    var callers = Executors.newFixedThreadPool(2);
    var first = callers.submit(() -> list("default/greedy"));
    await(scanning);

    // When
    var more = list("default/greedy");
    var other = callers.submit(() -> list("default/other"));
    await(bothScan);
    goOn.countDown();

    // Then
    assertThat(json(more).get("error").asText()).isEqualTo("BUSY");
    assertThat(other.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    callers.shutdown();
  }

  @Test
  void anAssignmentThatIsNotKnownYetIsUnavailable() throws Exception {
    // When
    process.placement().nothingIsKnown();

    // Then
    assertThat(get("/internal/v1/assignment").statusCode()).isEqualTo(503);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%FF", "%C0%80", "", "%7Eodd", "%7E5-1"})
  void whatIsNoIdIsNotUnderstood(String segment) throws Exception {
    // Given
    process.active(0);

    // When
    var answer = get("/internal/v1/jobs/" + segment);

    // Then
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(json(answer).get("error").asText()).isEqualTo("NOT_UNDERSTOOD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "partitions=",
        "partitions=0,,0",
        "partitions=1",
        "partitions=-1",
        "partitions=0&limit=0",
        "partitions=0&limit=1001",
        "partitions=0&limit=many",
        "partitions=0&color=red",
        "partitions=0&state=DELIVERED",
        "partitions=0&dueFrom=-1",
        "partitions=0&dueTo=99999999999999999999",
        "partitions=0&topic=",
        "partitions=0&namespace=",
        "partitions=0&namespace=a/b",
        "partitions=0&after=5",
        "partitions=0&after=5.5.!",
        "partitions=0&after=5.5.A"
      })
  void aListingThatMakesNoSenseIsNotUnderstood(String query) throws Exception {
    // Given
    process.active(0);

    // When
    var answer = get("/internal/v1/jobs?" + query);

    // Then
    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(json(answer).get("error").asText()).isEqualTo("NOT_UNDERSTOOD");
    assertThat(json(answer).has("detail")).isTrue();
  }

  @Test
  void otherPathsAreNotFound() throws Exception {
    // When
    var answer = get("/internal/v1/secrets");

    // Then
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(json(answer).get("error").asText()).isEqualTo("NO_SUCH_PATH");
  }

  private HttpResponse<String> list(String share) throws Exception {
    return get("/internal/v1/jobs?partitions=0", QueryPath.SHARE_HEADER, share);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.schemas.contract.ReasonCode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListingHttpTest {
  private final QueryServers servers = QueryServers.of(3);
  private final TestGateway gateway = TestGateway.start("scheduler.urls", servers.urls());

  @AfterEach
  void reset() {
    servers.reset();
  }

  @AfterAll
  void stop() {
    gateway.close();
    servers.close();
  }

  /** In UTF-16, the last two ids sort in the opposite order. */
  @Test
  void saysWhyAParkedJobWaitsWithTimesForPeople() {
    servers
        .add("parked", 1, "orders")
        .put("state", "PARKED")
        .putObject("waiting")
        .put("reason", "TARGET_NO_LEADER")
        .put("reasonText", "no broker leads it")
        .put("sinceMs", 1)
        .put("nextTryMs", 2_000);

    var json = TestGateway.json(gateway.send("GET", "/v1/jobs?state=PARKED"));

    assertThat(json.at("/jobs/0/waiting"))
        .isEqualTo(
            TestGateway.json(
                """
                {"reason": "TARGET_NO_LEADER", "reasonText": "no broker leads it",
                 "sinceMs": 1, "since": "1970-01-01T00:00:00.001Z",
                 "nextTryMs": 2000, "nextTry": "1970-01-01T00:00:02Z"}
                """));
  }

  @Test
  void mergesByDueTimeThenPriorityThenTheIdsBytes() {
    for (var id : List.of("c", "a", "\uFF5E", "😀", "B")) {
      servers.add(id, 5, "orders");
    }
    servers.add("z", 5, "orders").put("priority", 1);
    servers.add("y", 4, "orders").put("priority", 9);

    var json = TestGateway.json(gateway.send("GET", "/v1/jobs"));

    assertThat(ids(json)).containsExactly("y", "z", "B", "a", "c", "\uFF5E", "😀");
    assertThat(json.has("cursor")).isFalse();
    assertThat(json.get("stale").booleanValue()).isFalse();
    assertThat(json.at("/jobs/0/due").textValue()).isEqualTo("1970-01-01T00:00:00.004Z");
  }

  @Test
  void filters() {
    servers.add("a-1", 1_000, "orders");
    servers.add("a-2", 2_000, "orders");
    servers.add("a-3", 2_000, "mails");
    servers.add("b-1", 2_000, "orders").put("state", "PARKED");
    servers.add("a-4", 3_000, "orders");

    assertThat(listed("topic=mails")).containsExactly("a-3");
    assertThat(listed("state=PARKED")).containsExactly("b-1");
    assertThat(listed("dueFrom=2000&dueTo=3000&idPrefix=a-")).containsExactly("a-2", "a-3");
    assertThat(listed("dueTo=1970-01-01T01:00:01.5%2B01:00")).containsExactly("a-1");
  }

  @Test
  void aPageThatEndsTheListingHasNoCursor() {
    servers.add("a", 1, "orders");
    servers.add("b", 2, "orders");

    var first = TestGateway.json(gateway.send("GET", "/v1/jobs?limit=1"));
    var second =
        TestGateway.json(
            gateway.send("GET", "/v1/jobs?limit=1&cursor=" + first.get("cursor").textValue()));

    assertThat(ids(first)).containsExactly("a");
    assertThat(ids(second)).containsExactly("b");
    assertThat(second.has("cursor")).isFalse();
  }

  @Test
  void scansThatEndEarlyAreGoneOnWith() {
    servers.scanBudget = 2;
    for (var i = 0; i < 60; i++) {
      servers.add("o-" + i, i, i % 20 == 0 ? "rare" : "orders");
    }

    assertThat(listed("topic=rare")).containsExactly("o-0", "o-20", "o-40");
  }

  /** The call ends at any scan budget, and its cursor lets the caller continue. */
  @Test
  void aScanThatFindsNothingForLongIsHandedBackAsACursor() {
    servers.scanBudget = 1;
    // jobs of one partition, so that each round of queries advances by one job
    IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "o-" + i)
        .filter(id -> QueryServers.partition(id) == 0)
        .limit(120)
        .forEach(id -> servers.add(id, 1, "orders"));
    servers.add("last", 1_000, "rare");

    var found = new ArrayList<String>();
    @Nullable String cursor = null;
    var pages = 0;
    do {
      var json = page("topic=rare", cursor);
      found.addAll(ids(json));
      cursor = json.path("cursor").textValue();
      pages++;
    } while (cursor != null);

    assertThat(found).containsExactly("last");
    assertThat(pages).isGreaterThan(1);
  }

  /** A peek scans some pages at most, and calls a queue empty only if it is. */
  @Test
  void aPeekThatMayLookNoFurtherSaysHowFarItLooked() {
    servers.scanBudget = 1;
    IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "o-" + i)
        .filter(id -> QueryServers.partition(id) == 0)
        .limit(400)
        .forEach(id -> servers.add(id, 5_000, "orders"));
    servers.add("last", 9_000, "queue.default.mails");

    var tooFar = gateway.send("GET", "/v1/queues/mails/peek?state=delayed");
    servers.scanBudget = 1_000;
    var found = gateway.send("GET", "/v1/queues/mails/peek?state=delayed");

    assertProblem(tooFar, 503, ReasonCode.QUERY_UNAVAILABLE, null);
    assertThat(tooFar.body()).contains("due before 1970-01-01T00:00:05Z");
    assertThat(TestGateway.json(found).path("id").asText()).isEqualTo("last");
  }

  @Test
  void aCursorBelongsToItsFilter() {
    servers.add("a", 1, "orders");
    servers.add("b", 2, "orders");
    var cursor = TestGateway.json(gateway.send("GET", "/v1/jobs?limit=1")).get("cursor").asText();

    assertInvalid("topic=orders&cursor=" + cursor);
    assertInvalid("cursor=" + cursor.substring(1));
    assertInvalid("cursor=" + (cursor.charAt(20) == 'A' ? 'B' : 'A') + cursor.substring(1));
    assertInvalid("cursor=AAAA");
    assertInvalid("cursor=*");
  }

  /**
   * Jobs come and go, partitions move and scans end early between pages: each unchanged job must be
   * listed exactly once, and all in order.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void listsEveryUnchangedJobExactlyOnce(int seed) {
    // Given
    var random = new Random(seed);
    var stays = new HashSet<String>();
    for (var i = 0; i < 200; i++) {
      stays.add(addAny(random, "s" + i));
    }
    var others = new ArrayList<String>();
    for (var i = 0; i < 50; i++) {
      others.add(addAny(random, "o" + i));
    }

    // When
    var listed = new ArrayList<JsonNode>();
    @Nullable String cursor = null;
    do {
      servers.scanBudget = 1 + random.nextInt(30);
      var json = page("limit=" + (1 + random.nextInt(40)), cursor);
      json.get("jobs").forEach(listed::add);
      cursor = json.path("cursor").textValue();
      disturb(random, others);
    } while (cursor != null);

    // Then
    assertThat(listed).as("seed " + seed).isSortedAccordingTo(QueryServers.ORDER);
    assertThat(listed.stream().map(job -> job.get("id").textValue()).filter(stays::contains))
        .as("seed " + seed)
        .containsExactlyInAnyOrderElementsOf(stays);
  }

  private void disturb(Random random, List<String> others) {
    servers.move(random.nextInt(QueryServers.PARTITIONS), servers.instances.get(random.nextInt(3)));
    var id = others.get(random.nextInt(others.size()));
    servers.jobs.remove(id);
    addAny(random, "n" + random.nextInt(1_000));
  }

  /** Adds a job with one of few due times and priorities, so that ids decide the order. */
  private String addAny(Random random, String prefix) {
    var id = prefix + List.of("", "é", "\uFF5E", "😀").get(random.nextInt(4));
    servers.add(id, random.nextInt(8), "orders").put("priority", random.nextInt(3));
    return id;
  }

  private void assertInvalid(String query) {
    assertProblem(
        gateway.send("GET", "/v1/jobs?" + query), 400, ReasonCode.CURSOR_INVALID, "cursor");
  }

  private List<String> listed(String query) {
    return ids(TestGateway.json(gateway.send("GET", "/v1/jobs?" + query)));
  }

  private JsonNode page(String query, @Nullable String cursor) {
    var more = cursor == null ? "" : "&cursor=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
    var response = gateway.send("GET", "/v1/jobs?" + query + more);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return TestGateway.json(response);
  }

  private static List<String> ids(JsonNode listing) {
    return StreamSupport.stream(listing.get("jobs").spliterator(), false)
        .map(job -> job.get("id").textValue())
        .toList();
  }
}

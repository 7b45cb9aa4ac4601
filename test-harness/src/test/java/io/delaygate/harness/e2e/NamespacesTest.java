package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.process.Service;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of namespaces: callers of one cannot reach anything of another. */
@EndToEnd
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NamespacesTest {
  private static final String ALL = "/v1/admin/namespaces";
  private static final String JOB = "{\"target\":{\"topic\":\"%s\"},\"delay\":\"1h\"%s}";

  private final Installation delaygate;
  private final Door door;
  private final String target;
  private String shop = "";
  private String depot = "";

  NamespacesTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    delaygate = new Installation(cluster, folder);
    delaygate.allowQueues();
    target = delaygate.target("orders", 1);
    var schedulers = delaygate.startSchedulers(Map.of());
    var hash = MessageDigest.getInstance("SHA-256").digest("root".getBytes(UTF_8));
    var tokens =
        Files.writeString(folder.resolve("tokens"), "root admin " + HexFormat.of().formatHex(hash));
    door =
        new Door(
            delaygate,
            2,
            Map.of(
                "scheduler.urls", Service.urls(schedulers), "auth.tokens.file", tokens.toString()));
  }

  @BeforeAll
  void makeNamespaces() {
    for (var name : new String[] {"shop", "depot"}) {
      assertThat(call("root", "PUT", ALL + "/" + name, "{}").status()).isEqualTo(201);
    }
    shop = token("shop").path("token").asText();
    depot = token("depot").path("token").asText();
    for (var token : new String[] {shop, depot}) {
      awaitStatus(token, 404);
    }
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @Test
  void theSameIdIsThreeJobs() {
    // When
    for (var token : new String[] {"root", shop, depot}) {
      var put = call(token, "PUT", "/v1/jobs/same?wait=true", job(",\"value\":\"" + token + "\""));
      assertThat(put.text()).startsWith("201 SCHEDULED");
      assertThat(put.json().path("id").asText()).isEqualTo("same");
      assertThat(put.json().at("/job/id").asText()).isEqualTo("same");
      assertThat(put.header("Location")).isEqualTo("/v1/jobs/same");
    }

    // Then
    for (var token : new String[] {"root", shop, depot}) {
      var got = call(token, "GET", "/v1/jobs/same", null);
      assertThat(got.json().path("id").asText()).isEqualTo("same");
      assertThat(got.json().path("value").asText()).isEqualTo(token);
      assertThat(ids(token, "idPrefix=sam")).containsExactly("same");
    }
    assertThat(call(shop, "DELETE", "/v1/jobs/same", null).text()).startsWith("200 CANCELLED");
    assertThat(call(depot, "GET", "/v1/jobs/same", null).status()).isEqualTo(200);
    assertThat(call("root", "GET", "/v1/jobs/same", null).status()).isEqualTo(200);
  }

  @Test
  void everyRouteThatNamesAJobSaysThatThereIsNone() {
    // Given
    assertThat(call(shop, "PUT", "/v1/jobs/hidden?wait=true", job("")).status()).isEqualTo(201);

    // Then
    for (var path : new String[] {"/v1/jobs/hidden", "/v1/jobs/%40shop%2Fhidden"}) {
      for (var token : new String[] {depot, "root"}) {
        for (var each : JobRoutes.of(path).toList()) {
          var answer = call(token, each[0], each[1], each[2]);
          assertThat(answer.text())
              .as("%s %s by %s", each[0], each[1], token)
              .startsWith("404 JOB_NOT_FOUND");
        }
      }
    }
    var letter = call(depot, "DELETE", "/v1/dead-letters/%40shop%2Fhidden", null);
    assertThat(letter.text()).startsWith("404 JOB_NOT_FOUND");
    assertThat(call("root", "PUT", "/v1/jobs/%40shop%2Fhidden", job("")).text())
        .isEqualTo("400 ID_INVALID");
    assertThat(call("root", "POST", "/v1/jobs", job(",\"id\":\"@shop/hidden\"")).text())
        .isEqualTo("400 ID_INVALID");
    var mine = call(shop, "GET", "/v1/jobs/hidden", null);
    assertThat(mine.json().path("version").asInt()).isEqualTo(1);
  }

  @Test
  void listsAndBulkCallsSeeOnlyTheirOwn() {
    // Given
    for (var token : new String[] {"root", shop, depot}) {
      var batch =
          call(token, "POST", "/v1/jobs/batch", "[" + named("l-1") + "," + named("l-2") + "]");
      assertThat(batch.json().at("/results/0/id").asText()).isEqualTo("l-1");
    }
    ContractBench.await()
        .until(
            () ->
                Stream.of("root", shop, depot)
                    .allMatch(token -> ids(token, "idPrefix=l-").equals(Set.of("l-1", "l-2"))));

    // When
    var found = "{\"filter\":{\"topic\":\"" + target + "\",\"dueFrom\":0}}";
    var all = call(shop, "POST", "/v1/jobs/cancel", found);
    var byIds = call(depot, "POST", "/v1/jobs/cancel", "{\"ids\":[\"l-1\",\"@shop/l-2\"]}");

    // Then
    assertThat(all.status()).isEqualTo(200);
    assertThat(ids(shop, "topic=" + target)).isEmpty();
    assertThat(byIds.json().path("cancelled").asInt()).as("%s", byIds.json()).isEqualTo(1);
    assertThat(byIds.json().at("/results/0/id").asText()).isEqualTo("l-1");
    assertThat(byIds.json().at("/results/1/status").asInt()).isEqualTo(404);
    assertThat(ids(depot, "idPrefix=l-")).containsExactly("l-2");
    assertThat(ids("root", "idPrefix=l-")).containsExactlyInAnyOrder("l-1", "l-2");
    assertThat(ids("root", "idPrefix=%40")).isEmpty();
  }

  @Test
  void anAdministratorActsInsideANamespace() {
    call(shop, "PUT", "/v1/jobs/seen?wait=true", job(""));

    var inside = door.call("GET", "/v1/jobs/seen", null, headers("root", "shop"));
    var nowhere = door.call("GET", "/v1/jobs/seen", null, headers("root", "nowhere"));
    var foreign = door.call("GET", "/v1/jobs/seen", null, headers(depot, "shop"));

    assertThat(inside.status()).isEqualTo(200);
    assertThat(nowhere.text()).isEqualTo("404 NAMESPACE_NOT_FOUND");
    assertThat(foreign.text()).isEqualTo("404 NAMESPACE_NOT_FOUND");
  }

  @Test
  void jobsNameOnlyTargetsOfTheirNamespace() {
    // Given
    var other = delaygate.target("other", 1);
    assertThat(call("root", "PUT", ALL + "/narrow", "{\"deny\":[\"" + other + "\"]}").status())
        .isEqualTo(201);
    var narrow = token("narrow").path("token").asText();
    awaitStatus(narrow, 404);

    // Then
    var letters = ",\"deadLetterTopic\":\"" + other + "\"";
    assertThat(call(narrow, "POST", "/v1/jobs", job("")).status()).isEqualTo(201);
    assertThat(call(narrow, "POST", "/v1/jobs", job(letters)).text())
        .isEqualTo("422 TARGET_FORBIDDEN");
    assertThat(call(narrow, "POST", "/v1/jobs", JOB.formatted(other, "")).text())
        .isEqualTo("422 TARGET_FORBIDDEN");
    assertThat(call(shop, "POST", "/v1/jobs", JOB.formatted(other, "")).status()).isEqualTo(201);
    var queue = delaygate.prefix() + "queue.shop.mails";
    assertThat(call(depot, "POST", "/v1/jobs", JOB.formatted(queue, "")).text())
        .isEqualTo("422 TARGET_FORBIDDEN");
  }

  @Test
  void aRevokedTokenIsRefusedEverywhereWithinASecond() {
    // Given
    var made = token("shop");
    var token = made.path("token").asText();
    awaitStatus(token, 404);

    // When
    var revoked = call("root", "DELETE", ALL + "/shop/tokens/" + made.path("id").asText(), null);

    // Then
    assertThat(revoked.status()).isEqualTo(200);
    Awaitility.await()
        .atMost(Duration.ofSeconds(1))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> bothAnswer(token, 401));
  }

  @Test
  void limitsHoldForAllGatewaysTogether() {
    // Given
    awaitGateways();
    var limits = "{\"limits\":{\"jobsPerSecond\":10,\"payloadBytes\":5}}";
    assertThat(call("root", "PUT", ALL + "/small", limits).status()).isEqualTo(201);
    var small = token("small").path("token").asText();
    awaitStatus(small, 404);

    // When
    var items = Stream.generate(() -> job("")).limit(40).toList().toString();
    var passed =
        call(small, "POST", "/v1/jobs/batch", items).json().path("scheduled").asInt()
            + call(small, "POST", "/v1/jobs/batch", items).json().path("scheduled").asInt();
    var large = call(small, "POST", "/v1/jobs", job(",\"value\":\"123456\""));

    // Then: the burst of a second, and the calls that pass during the test
    assertThat(passed).isBetween(10, 20);
    assertThat(large.text()).isEqualTo("429 LIMIT_EXCEEDED");
    assertThat(large.header("Retry-After")).isEqualTo("1");
  }

  /**
   * Within a fifth, like all limits that gateways share: each gateway takes its part of the
   * remainder that schedulers reported up to a second ago, rounded up.
   */
  @Test
  void pendingJobsAreCountedAndBoundedByNamespace() {
    // Given
    awaitGateways();
    var limits = "{\"limits\":{\"pendingJobs\":20}}";
    assertThat(call("root", "PUT", ALL + "/full", limits).status()).isEqualTo(201);
    var full = token("full").path("token").asText();
    awaitStatus(full, 404);
    call(shop, "PUT", "/v1/jobs/of-another?wait=true", job(""));

    // When
    ContractBench.await()
        .until(
            () -> call(full, "POST", "/v1/jobs?wait=true", job("")).status() != 201,
            isRefused -> isRefused && stats(full, "jobs") >= 20);
    var refused = call(full, "POST", "/v1/jobs", job(""));

    // Then
    assertThat(refused.text()).isEqualTo("429 LIMIT_EXCEEDED");
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(stats(full, "jobs")).isBetween(20L, 24L);
    assertThat(stats(full, "states/SCHEDULED")).isEqualTo(stats(full, "jobs"));

    // When
    for (var id : ids(full, "limit=100")) {
      assertThat(call(full, "DELETE", "/v1/jobs/" + id, null).status()).isEqualTo(200);
    }

    // Then
    ContractBench.await()
        .until(() -> call(full, "POST", "/v1/jobs?wait=true", job("")).status() == 201);
  }

  @Test
  void deadLettersAreOfTheirNamespace() {
    // Given: no worker answers
    var unread = delaygate.target("unread", 1);
    var dying =
        "{\"target\":{\"topic\":\"%s\"},\"delayMs\":0,\"ack\":{\"maxAttempts\":1,\"lease\":\"1s\"}}"
            .formatted(unread);
    for (var token : new String[] {shop, depot}) {
      var put = call(token, "PUT", "/v1/jobs/dying?wait=true", dying);
      assertThat(put.status()).as(put.toString()).isEqualTo(201);
    }
    for (var token : new String[] {shop, depot}) {
      ContractBench.await().until(() -> letters(token).equals(List.of("dying")));
    }

    // When
    var found = "{\"filter\":{\"topic\":\"%s\"}}".formatted(unread);
    var discarded = call(depot, "POST", "/v1/dead-letters/discard", found);

    // Then
    assertThat(discarded.json().path("discarded").intValue()).isEqualTo(1);
    ContractBench.await().until(() -> letters(depot).isEmpty());
    assertThat(letters("root")).isEmpty();
    assertThat(letters(shop)).containsExactly("dying");
    assertThat(call(shop, "POST", "/v1/jobs/dying/kick", "").json().path("outcome").textValue())
        .isEqualTo("KICKED");
  }

  @Test
  void queuesAreOfTheirNamespace() {
    // Given: a queue name that both namespaces use, and one that only the shop uses
    var keeper = token("depot", "admin").path("token").asText();
    awaitStatus(keeper, 404);
    var theirs = new NamespaceQueue(door, shop, "mails");
    var own = new NamespaceQueue(door, keeper, "mails");
    var hidden = new NamespaceQueue(door, keeper, "hidden");
    new NamespaceQueue(door, shop, "hidden").publish("{\"id\":\"q-hid\",\"delay\":\"1h\"}");
    theirs.publish("{\"id\":\"q-shop\"}");
    own.publish("{\"id\":\"q-depot\"}");

    // When
    var held = theirs.reserve();

    // Then
    assertThat(held.findValuesAsText("id")).containsExactly("q-shop");
    assertThat(own.reserve().findValuesAsText("id")).containsExactly("q-depot");
    var lease = held.get(0).path("lease").asText();
    own.assertKnowsNothingOf("q-shop", lease);
    own.assertKnowsNothingOf("@shop/q-shop", lease);
    assertThat(own.all()).containsExactly("mails");
    assertThat(hidden.call("GET", "/peek?state=delayed", null).text())
        .startsWith("404 QUEUE_EMPTY");
    assertThat(hidden.post("/purge", "{\"all\": true}").json().path("cancelled").asInt()).isZero();

    // When
    assertThat(own.post("/pause", "").status()).isEqualTo(200);
    var buried = theirs.post("/bury", "{\"id\":\"q-shop\",\"lease\":\"" + lease + "\"}");

    // Then
    assertThat(buried.text()).startsWith("200 BURIED");
    ContractBench.await().until(() -> theirs.dead().equals(List.of("q-shop")));
    assertThat(own.dead()).isEmpty();
    own.post("/dead-letters/respawn", "{\"limit\":9}");
    own.post("/dead-letters/discard", "{\"limit\":9}");
    assertThat(own.call("DELETE", "", "").json().path("deleted").asBoolean()).isTrue();
    assertThat(theirs.dead()).containsExactly("q-shop");
    var stats = theirs.call("GET", "/stats", null).json();
    assertThat(stats.path("paused").asBoolean()).isFalse();
    var dropped = theirs.post("/dead-letters/discard", "{\"limit\": 1}").json();
    assertThat(dropped.path("discarded").asInt()).isEqualTo(1);
  }

  /** Waits until the gateways know each other, because they divide the limits. */
  private void awaitGateways() {
    ContractBench.await()
        .until(
            () ->
                Stream.of(1, 2)
                    .map(turn -> call("root", "GET", "/metrics", null).response().body())
                    .allMatch(page -> page.contains("delaygate_gateway_live_gateways 2.0")));
  }

  private long stats(String token, String count) {
    return call(token, "GET", "/v1/stats", null).json().at("/" + count).longValue();
  }

  private List<String> letters(String token) {
    var listed = call(token, "GET", "/v1/dead-letters", null).json();
    return listed.path("deadLetters").findValuesAsText("id");
  }

  private String job(String more) {
    return JOB.formatted(target, more);
  }

  private String named(String id) {
    return job(",\"id\":\"" + id + "\"");
  }

  private Set<String> ids(String token, String query) {
    var ids = new HashSet<String>();
    var listed = call(token, "GET", "/v1/jobs?" + query, null);
    listed.json().path("jobs").forEach(job -> ids.add(job.path("id").asText()));
    return ids;
  }

  private JsonNode token(String namespace) {
    return token(namespace, "write");
  }

  private JsonNode token(String namespace, String role) {
    var path = ALL + "/" + namespace + "/tokens";
    var body = "{\"name\":\"test\",\"role\":\"%s\"}".formatted(role);
    return ContractBench.await()
        .until(() -> call("root", "POST", path, body), made -> made.status() == 201)
        .json();
  }

  /** Whether both gateways answer so; calls go to them in turn. */
  private boolean bothAnswer(String token, int status) {
    return Stream.of("a", "b")
        .allMatch(id -> call(token, "GET", "/v1/jobs/none-" + id, null).status() == status);
  }

  private void awaitStatus(String token, int status) {
    ContractBench.await().until(() -> bothAnswer(token, status));
  }

  private Door.Called call(String token, String method, String path, @Nullable String body) {
    return door.call(method, path, body, "Authorization", "Bearer " + token);
  }

  private static String[] headers(String token, String namespace) {
    return new String[] {"Authorization", "Bearer " + token, "Delaygate-Namespace", namespace};
  }
}

package io.delaygate.gateway.health;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.endpoints.EndpointHealth;
import io.delaygate.gateway.push.Breaker;
import io.delaygate.gateway.schedulers.InstanceReports;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.schemas.topics.TopicNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the judgement on an installation: each fault at its bound, and what namespaces see. */
class HealthReportTest {
  private static final long NOW = 1_893_456_000_000L;
  private static final String ONE = "http://one:8082";
  private static final TopicNames NAMES = TopicNames.prefixed("");
  private static final EndpointName BILLING = new EndpointName("shop", "billing");

  private final Map<String, JsonNode> found = new LinkedHashMap<>();
  private Set<String> away = Set.of();
  private Set<String> foreign = Set.of();
  private Set<Integer> missing = Set.of();
  private Map<EndpointName, EndpointHealth> broken = Map.of();
  private Map<EndpointName, String> locked = Map.of();
  private Optional<String> obstacle = Optional.empty();
  private long certificateMs = Long.MAX_VALUE;

  @Test
  void anInstallationWithoutFaultsIsHealthy() {
    found.put(ONE, report("'ready': true"));

    var json = report().json();

    assertThat(json.path("status").asText()).isEqualTo("healthy");
    assertThat(json.path("faults")).isEmpty();
    assertThat(json.path("unjudged")).isEmpty();
    assertThat(json.path("asOf").asText()).isEqualTo("2030-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'clockOffsetMs': 1000 |",
        "'clockOffsetMs': 1001 | CLOCK_OFFSET",
        "'clockOffsetMs': -1001 | CLOCK_OFFSET",
        "'setAside': 1 | STORE_SET_ASIDE",
        "'overdueMs': 60000 |",
        "'overdueMs': 60001 | OVERDUE",
        "'throttleMs': 101 | THROTTLED",
        "'openTransactionMs': 60000 |",
        "'openTransactionMs': 60001 | OPEN_TRANSACTION",
        "'diskFreeBytes': 10, 'diskSizeBytes': 100 |",
        "'diskFreeBytes': 9, 'diskSizeBytes': 100 | STATE_DISK",
        "'diskFreeBytes': 0, 'diskSizeBytes': 100, 'waitingForDisk': 2 | DISK_FULL",
        "'refusedTopics': ['delay-replies'] | TOPIC_REFUSED",
        "'hangingTransactions': ['orders-0'] | HANGING_TRANSACTION",
        "'standbys': 1 | STANDBY_MISSING"
      })
  void aFactOfAnInstanceIsJudgedByItsBound(String fact, String code) {
    found.put(ONE, report("'ready': true, 'facts': {" + fact + "}"));

    assertThat(codes()).isEqualTo(code == null ? List.of() : List.of(code));
  }

  @ParameterizedTest
  @CsvSource({
    "COMMANDS_LOST,deleted,1,COMMANDS_LOST critical",
    "THREAD_RESTARTS,,2,",
    "THREAD_RESTARTS,,3,THREAD_RESTARTS warning",
    "FAILURE_ALARM,,1,FAILURE_ALARM warning",
    "DEAD_LETTERS,RECORD_TOO_LARGE,1,DEAD_LETTERS warning",
    "DEAD_LETTERS,ATTEMPTS_EXHAUSTED,100,DEAD_LETTERS info",
    "DEAD_LETTERS,ATTEMPTS_EXHAUSTED,101,DEAD_LETTERS warning",
    "DEAD_LETTERS,RECORD_TOO_LARGE,0,",
    "OF_A_LATER_VERSION,,9,"
  })
  void anIncidentIsJudgedByItsNumber(String kind, String reason, int number, String expected) {
    found.put(
        ONE,
        report(
            ("'ready': true, 'facts': {'incidents': [{'kind': '%s', 'subject': 'orders',"
                    + " 'reason': '%s', 'quarterHour': %d, 'total': %d, 'firstMs': %d,"
                    + " 'lastMs': %d}]}")
                .formatted(kind, reason == null ? "" : reason, number, number, NOW - 5, NOW - 1)));

    assertThat(
            report().findings().stream().map(it -> it.fault().name() + " " + it.severity().text()))
        .isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  @Test
  void jobsThatWaitForATargetAreToldWithTheirReasonDeadlineAndRemedy() {
    // Given
    var parked =
        "'ready': true, 'facts': {'parkMaxMs': 86400000}, 'parked': [{'topic': 'orders', 'reason':"
            + " 'TARGET_UNKNOWN', 'reasonText': 'the topic does not exist', 'firstDueMs': %d}]";
    found.put(ONE, withJobs(report(parked.formatted(NOW - 1_000)), "orders", 3));

    // When
    var fault = report().json().at("/faults/0");

    // Then
    assertThat(fault.path("code").asText()).isEqualTo("TARGET_REFUSES");
    assertThat(fault.path("topic").asText()).isEqualTo("orders");
    assertThat(fault.path("reason").asText()).isEqualTo("TARGET_UNKNOWN");
    assertThat(fault.path("sentence").asText())
        .isEqualTo("Target orders takes no records: the topic does not exist.");
    assertThat(fault.path("cost").asText())
        .startsWith("3 due jobs wait for it.")
        .endsWith(
            "The first was due at 2029-12-31T23:59:59Z, and they are dead letters from"
                + " 2030-01-01T23:59:59Z on.");
    assertThat(fault.path("remedy").asText()).isEqualTo("Create the topic, or add partitions.");
    assertThat(fault.path("runbook").asText())
        .isEqualTo("helm/docs/alerts.md#delaygatetargetrefuses");
    assertThat(fault.path("sinceMs").isNull()).isTrue();
  }

  @Test
  void aPausedTargetIsToldAndDoesNotMakeAnInstallationFaulty() {
    found.put(
        ONE,
        withJobs(
            report(
                "'ready': true, 'parked': [{'topic': 'orders', 'reason': 'TARGET_PAUSED',"
                    + " 'reasonText': 'an operator paused it', 'sinceMs': "
                    + (NOW - 60_000)
                    + "}]"),
            "orders",
            4));

    var json = report().json();

    assertThat(json.path("status").asText()).isEqualTo("healthy");
    assertThat(json.at("/faults/0/code").asText()).isEqualTo("TARGET_PAUSED");
    assertThat(json.at("/faults/0/since").asText()).isEqualTo("2029-12-31T23:59:00Z");
  }

  @Test
  void jobsThatWaitForEarlierOnesAreNoFault() {
    found.put(
        ONE,
        withJobs(
            report("'ready': true, 'parked': [{'topic': 'a', 'reason': 'EARLIER_JOB_UNFINISHED'}]"),
            "a",
            1));

    assertThat(codes()).isEmpty();
  }

  @Test
  void whoDoesNotAnswerIsToldAndCannotBeJudged() {
    found.put(ONE, report("'ready': true"));
    away = Set.of("http://two:8082");
    foreign = Set.of("http://old:8082");
    missing = Set.of(7);

    assertThat(codes()).containsExactly("PARTITIONS_MISSING", "INSTANCE_AWAY");
    assertThat(report().unjudged().keySet())
        .containsExactly("http://two:8082", "http://old:8082", "");
  }

  @Test
  void withoutFaultsWhatCannotBeJudgedIsUnknown() {
    found.put(ONE, report("'ready': true"));
    foreign = Set.of("http://old:8082");

    assertThat(report().json().path("status").asText()).isEqualTo("unknown");
  }

  @Test
  void noSchedulerIsToldOnceHoweverManyAreAway() {
    away = Set.of(ONE, "http://two:8082");
    missing = Set.of(0, 1);

    assertThat(codes()).containsExactly("SCHEDULER_ABSENT");
  }

  @Test
  void aGatewayThatKnowsNoSchedulerSaysSo() {
    var none = HealthReport.of(new Evidence(null, false, facts(), NOW)).json();
    var lost = HealthReport.of(new Evidence(null, true, facts(), NOW)).json();

    assertThat(none.path("status").asText()).isEqualTo("unknown");
    assertThat(none.at("/unjudged/0/sentence").asText()).contains("scheduler.urls");
    assertThat(lost.path("status").asText()).isEqualTo("faulty");
  }

  @Test
  void theGatewayTellsOfItself() {
    // Given
    found.put(ONE, report("'ready': true"));
    obstacle = Optional.of("the brokers do not answer");
    certificateMs = NOW + 7 * 86_400_000L - 1;
    broken = Map.of(BILLING, new EndpointHealth(0, Breaker.State.OPEN, 0, 5, "503 no", NOW));
    locked = Map.of(new EndpointName("shop", "mails"), "its secrets do not open");

    // Then
    assertThat(codes())
        .containsExactly(
            "GATEWAY_NOT_READY",
            "OUTCOMES_UNAVAILABLE",
            "ENDPOINT_BROKEN",
            "CERTIFICATE_EXPIRES",
            "ENDPOINT_LOCKED",
            "DECISIONS_OUTDATED");
    assertThat(report().findings().get(2).sentence())
        .isEqualTo(
            "Calls of the endpoint billing fail: the last call ended at 2030-01-01T00:00:00Z with:"
                + " 503 no.");
  }

  @Test
  void aNamespaceSeesItsOwnTargetsAndTheRestInGeneralWords() {
    // Given
    away = Set.of("http://secret-host:8082");
    found.put(
        ONE,
        withJobs(
            report(
                "'ready': true, 'parked': [{'topic': 'orders', 'reason': 'TARGET_UNKNOWN',"
                    + " 'reasonText': 'gone'}], 'rejected': {'others': 0, 'counts': ["
                    + rejected("shop")
                    + ", "
                    + rejected("rival")
                    + "]}"),
            "orders",
            3_141));
    locked = Map.of(BILLING, "its key", new EndpointName("rival", "mails"), "its key");

    // When
    var own = report().within("shop", NAMES, topic -> topic.equals("orders"));
    var others = report().within("else", NAMES, topic -> false);

    // Then
    assertThat(codes(own))
        .containsExactly("TARGET_REFUSES", "INSTANCE_AWAY", "COMMANDS_REJECTED", "ENDPOINT_LOCKED");
    assertThat(own.toString()).doesNotContain("secret-host", "rival", "3,141");
    assertThat(own.at("/faults/0/sentence").asText()).isEqualTo("Target orders takes no records.");
    assertThat(own.at("/faults/1/sentence").asText()).isEqualTo("A scheduler does not answer.");
    assertThat(codes(others)).containsExactly("INSTANCE_AWAY");
  }

  @Test
  void refusalsThatSendersAskForAreNoFault() {
    found.put(
        ONE,
        report(
            "'ready': true, 'rejected': {'others': 0, 'counts': ["
                + rejected("shop").replace("TARGET_UNKNOWN", "JOB_EXISTS")
                + "]}"));

    assertThat(codes()).isEmpty();
  }

  /** So that the list and the alerts do not contradict each other. */
  @Test
  void theBoundsAreTheDefaultsOfTheAlerts() throws IOException {
    var values = Files.readString(Path.of("..", "helm", "delaygate", "values.yaml"));

    assertThat(values)
        .contains(
            "\n  overdueSeconds: " + InstanceRules.OVERDUE_MS / 1_000 + "\n",
            "\n  requestsLag: " + InstanceRules.REQUESTS_LAG + "\n",
            "\n  openTransactionSeconds: " + InstanceRules.OPEN_TRANSACTION_MS / 1_000 + "\n",
            "\n  diskFree: " + InstanceRules.DISK_FREE_PERCENT + "\n",
            "\n  deadLetters: " + TargetRules.DEAD_LETTERS + "\n");
  }

  @Test
  void jobsThatLeaveLateAreToldFromADozenOn() {
    found.put(ONE, report("'ready': true, 'emitted': {'lateness': [" + late(10) + "]}"));
    var few = codes();
    found.put(ONE, report("'ready': true, 'emitted': {'lateness': [" + late(11) + "]}"));

    assertThat(few).isEmpty();
    assertThat(codes()).containsExactly("JOBS_LATE");
    assertThat(report().json().at("/faults/0/cost").asText())
        .isEqualTo("9.9 % of the jobs of the last minute.");
  }

  private static String late(int jobs) {
    return "{'toMs': 1000, 'jobs': 100}, {'jobs': %d}".formatted(jobs);
  }

  @Test
  void aLongListIsCutAndItsRestIsCounted() {
    found.put(ONE, report("'ready': true"));
    locked = new LinkedHashMap<>();
    IntStream.range(0, HealthReport.MOST + 3)
        .forEach(i -> locked.put(new EndpointName("shop", "e" + i), "its key"));

    var json = report().json();

    assertThat(json.path("faults")).hasSize(HealthReport.MOST);
    assertThat(json.path("omitted").asInt()).isEqualTo(3);
  }

  private static String rejected(String namespace) {
    return ("{'namespace': '%s', 'topic': 'oders', 'reason': 'TARGET_UNKNOWN', 'lastHour': 20,"
            + " 'detail': 'no such topic', 'firstMs': 1, 'lastMs': 2}")
        .formatted(namespace);
  }

  private HealthReport report() {
    var reports = new InstanceReports(found, away, foreign, missing, Map.of(0, 0));
    return HealthReport.of(new Evidence(reports, true, facts(), NOW));
  }

  private GatewayFacts facts() {
    return new GatewayFacts(
        () -> obstacle,
        () -> obstacle,
        () -> obstacle,
        () -> certificateMs,
        () -> broken,
        () -> locked);
  }

  private List<String> codes() {
    return report().findings().stream().map(it -> it.fault().name()).toList();
  }

  private static List<String> codes(JsonNode json) {
    return StreamSupport.stream(json.path("faults").spliterator(), false)
        .map(it -> it.path("code").asText())
        .toList();
  }

  private static JsonNode report(String fields) {
    return parsed("{'asOfMs': 1, 'partitions': [], " + fields + "}");
  }

  private static JsonNode withJobs(JsonNode report, String topic, int parked) {
    ((ObjectNode) report)
        .set(
            "partitions",
            parsed(
                "[{'partition': 0, 'counts': [{'topic': '%s', 'state': 'PARKED', 'jobs': %d}]}]"
                    .formatted(topic, parked)));
    return report;
  }

  private static JsonNode parsed(String json) {
    try {
      return new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }
}

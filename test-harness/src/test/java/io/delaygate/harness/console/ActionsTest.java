package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static io.delaygate.harness.console.ConsoleStack.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import io.delaygate.harness.broker.Reader;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of each action of the console, by its effect in Kafka. */
@ConsoleTest
class ActionsTest {
  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private Visit visit;

  ActionsTest(ConsoleStack stack) {
    this.stack = stack;
  }

  @BeforeAll
  void logIn() {
    visit = Visit.loggedIn(chromium.browser(), stack, ADMIN);
  }

  @BeforeEach
  void forget() {
    visit.forget();
  }

  @AfterEach
  void showsNoFault() {
    visit.assertNoFault();
  }

  @AfterAll
  void stop() {
    visit.close();
    chromium.close();
  }

  @Test
  void theFormSchedulesWhatItSays() {
    // Given
    var target = stack.target("form");
    visit.open("schedule");
    visit.field("Target topic").fill(target);
    visit.field("Id, random if empty").fill("f-1");
    visit.field("Key of the record, the id if empty").fill("customer-9");
    visit.page().locator("[name=delay]").fill("1s");
    visit.page().locator("[name=payload]").fill("close order\n\"4711\"");
    visit.page().locator("[name=headers]").fill("trace: a: b\nempty:");

    // When
    visit.button("Schedule").click();

    // Then
    visit.awaitOutcome("Schedule f-1: SCHEDULED");
    try (var reader = stack.read(target)) {
      var record = reader.one();
      assertThat(Reader.text(record.key())).isEqualTo("customer-9");
      assertThat(Reader.text(record.value())).isEqualTo("close order\n\"4711\"");
      assertThat(Reader.header(record, "trace")).isEqualTo("a: b");
      assertThat(Reader.header(record, "empty")).isEmpty();
      assertThat(Reader.header(record, "delay-job-id")).isEqualTo("f-1");
    }
  }

  @Test
  void whatIsRefusedIsSaid() {
    visit.open("schedule");
    visit.field("Target topic").fill("nowhere");
    visit.button("Schedule").click();

    visit.awaitOutcome("Schedule: TARGET_UNKNOWN");
    assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("The job was not scheduled");
  }

  @Test
  void aJobIsFiredAndItsOutcomeShown() {
    // Given
    var target = stack.target("fire");
    stack.schedule(target, "j-1", "\"delay\":\"1h\",\"value\":{\"a\":[1,12345678901234567890]}");

    // When
    visit.open("jobs?idPrefix=j-");
    visit.page().getByText("j-1").click();
    assertThat(visit.page().locator("pre")).containsText("12345678901234567890");
    visit.button("Fire now").click();

    // Then
    visit.awaitOutcome("Fire now: RESCHEDULED");
    try (var reader = stack.read(target)) {
      assertThat(Reader.text(reader.one().key())).isEqualTo("j-1");
    }
    visit.button("Refresh").click();
    assertThat(visit.page().locator("dl.facts")).containsText("DELIVERED");
  }

  @Test
  void aJobIsCancelledOnlyWhenThatIsConfirmed() {
    // Given
    stack.schedule(stack.target("cancel"), "c-1", "\"delay\":\"1h\"");
    visit.openJob("c-1");

    // When
    visit.button("Cancel").click();
    visit.confirm("Cancel this job?", "Keep");
    var kept = stack.state("c-1");
    visit.button("Cancel").click();
    visit.confirm("Cancel this job?", "Cancel the job");

    // Then
    visit.awaitOutcome("Cancel: CANCELLED");
    assertThat(kept).isEqualTo("SCHEDULED");
    assertThat(stack.state("c-1")).isEqualTo("CANCELLED");
    assertThat(visit.page().locator("dl.facts")).containsText("CANCELLED");
  }

  @Test
  void aJobIsMovedAndItsPayloadChangedInTheVersionThatWasSeen() {
    // Given
    var target = stack.target("edit");
    stack.schedule(target, "e-1", "\"delay\":\"1h\",\"value\":\"before\"");
    visit.openJob("e-1");

    // When
    visit.page().getByText("Edit payload").click();
    visit.page().locator("[name=payload]").fill("after");
    visit.button("Save payload").click();
    visit.awaitOutcome("Edit payload: RESCHEDULED");
    assertThat(visit.page().getByText("Changed 1 times")).isVisible(); // shown after a reload
    stack.call("PATCH", job("e-1"), "{\"delay\":\"2h\"}");
    visit.page().locator("summary", new Page.LocatorOptions().setHasText("Reschedule")).click();
    visit.page().locator("[name=delay]").fill("1s");
    visit.button("Reschedule").click();
    visit.awaitOutcome("Reschedule: VERSION_STALE");
    visit.page().locator("[name=delay]").fill("1s");
    visit.button("Reschedule").click();

    // Then
    visit.awaitOutcome("Reschedule: RESCHEDULED");
    try (var reader = stack.read(target)) {
      assertThat(Reader.text(reader.one().value())).isEqualTo("after");
    }
  }

  @Test
  void allThatFitAFilterAreCancelled() {
    // Given
    var target = stack.target("sweep");
    IntStream.range(0, 60).forEach(i -> stack.schedule(target, "s-" + i, "\"delay\":\"1h\""));
    visit.open("jobs?topic=" + target);
    assertThat(visit.page().locator("tr[data-id]")).hasCount(50);
    visit.button("Later").click();
    assertThat(visit.page().locator("tr[data-id]")).hasCount(10);
    visit.button("Earlier").click();
    assertThat(visit.page().locator("tr[data-id]")).hasCount(50);

    // When
    visit.button("Cancel all that match").click();
    visit.confirm("Cancel all that match?", "Cancel them");

    // Then
    visit.awaitOutcome("60 jobs cancelled, 0 not");
    assertThat(stack.call("GET", "/v1/topics/" + target + "/stats", null).path("jobs").asInt())
        .isZero();
  }

  @Test
  void aTopicIsPausedLimitedAndResumed() {
    // Given
    var target = stack.target("pause");
    stack.schedule(target, "p-1", "\"delay\":\"1h\"");
    visit.open("topics");

    // When
    visit.button("Pause " + target).click();
    visit.confirm("Pause " + target + "?", "Pause it");
    visit.awaitOutcome("Pause " + target);
    stack.call("POST", job("p-1") + "/fire", null);
    ConsoleStack.await().until(() -> stack.state("p-1").equals("PARKED"));
    var row = visit.page().locator("tr[data-topic='" + target + "']");
    assertThat(row).containsText("1 for TARGET_PAUSED");
    row.locator("[name=perSecond]").fill("50");
    row.getByText("Set").click();
    visit.awaitOutcome("Rate of " + target);
    assertThat(row).containsText("up to 50 per s");
    visit.button("Resume " + target).click();

    // Then
    try (var reader = stack.read(target)) {
      assertThat(Reader.text(reader.one().key())).isEqualTo("p-1");
    }
    var control = stack.call("GET", "/v1/topics/" + target + "/control", null);
    assertThat(control.path("perSecond").asInt()).isEqualTo(50);
  }

  @Test
  void deadLettersOfAGroupAreDeliveredAgainOrDropped() {
    // Given
    var target = stack.target("dead");
    var other = stack.target("other");
    List.of("d-1", "d-2", "d-3").forEach(id -> stack.bury(target, id));
    stack.bury(other, "d-4");
    visit.open("letters");
    visit.button("Show BURIED for " + target).click();
    assertThat(visit.page().getByText("a worker gave the job up").first()).isVisible();

    // When
    visit.button("Deliver again: BURIED for " + target).click();
    visit.confirm("Deliver again 3?", "Deliver again 3");
    visit.awaitOutcome("Deliver again: 3 of 3 done");
    visit.button("Discard: BURIED for " + other).click();
    visit.confirm("Discard 1?", "Discard 1");
    visit.awaitOutcome("Discard: 1 of 1 done");

    // Then
    try (var reader = stack.read(target)) {
      assertThat(reader.await(6)).hasSize(6);
    }
    assertThat(stack.state("d-4")).isEqualTo("DISCARDED");
    assertThat(visit.button("Discard: BURIED for " + other)).hasCount(0);
  }

  @Test
  void rejectedCommandsAreSentAgain() {
    // Given
    var target = stack.missing("redriven");
    var ids = List.of("again-1", "again-2");
    ids.forEach(id -> stack.send(id, "delay-target-topic", target, "delay", "1h"));
    ConsoleStack.await().until(() -> rejected().containsAll(ids));
    stack.create(target);
    visit.open("letters");
    visit.button("Show the newest").click();

    // When
    visit.button("Send again: again-1").click();
    visit.awaitOutcome("Send again: stored");
    visit.button("Send all again").click();
    visit.confirm("Send all again?", "Keep");
    visit.button("Send all again").click();
    visit.confirm("Send all again?", "Send them again");

    // Then
    visit.awaitOutcome("commands sent again, 0 not");
    try (var requests = stack.read(stack.names().requests())) {
      assertThat(requests.toTheEnd().stream().map(record -> Reader.text(record.key())))
          .filteredOn(ids::contains)
          .containsExactlyInAnyOrder("again-1", "again-2", "again-1", "again-1", "again-2");
    }
  }

  private List<String> rejected() {
    return stack
        .call("GET", "/v1/dead-letters?kind=rejected&limit=1000", null)
        .findValuesAsText("id");
  }

  /** The number of dead letters exceeds what one call changes. */
  @Test
  void manyDeadLettersAreDroppedInParts() {
    // Given
    var target = stack.target("many-dead");
    var job =
        "{\"target\":{\"topic\":\"%s\"},\"delay\":\"0s\",\"ack\":{\"maxAttempts\":1,\"lease\":\"1s\",\"leaseStart\":\"delivery\"}}"
            .formatted(target);
    stack.call("POST", "/v1/jobs/batch", Collections.nCopies(250, job).toString());
    ConsoleStack.await().until(() -> dead(target) == 250);
    var calls = new AtomicInteger();
    Consumer<Request> counter =
        request -> calls.addAndGet(request.url().endsWith("/discard") ? 1 : 0);
    visit.open("letters");

    // When
    visit.page().onRequest(counter);
    visit.button("Discard: ATTEMPTS_EXHAUSTED for " + target).click();
    visit.confirm("Discard 250?", "Discard 250");

    // Then
    // how many are done in time depends on the machine
    visit.awaitOutcome("of 250 done");
    visit.page().offRequest(counter);
    assertThat(calls.get()).isEqualTo(2);
    ConsoleStack.await().until(() -> dead(target) == 0);
  }

  private int dead(String target) {
    var stats = stack.call("GET", "/v1/topics/" + target + "/stats", null);
    return stats.path("states").path("DEAD").asInt();
  }

  @Test
  void aQueueIsPausedKickedAndPurged() {
    // Given
    for (var delay : List.of("0s", "1h", "1h")) {
      stack.call(
          "POST", "/v1/queues/parcels/jobs", "{\"value\":\"hello\",\"delay\":\"" + delay + "\"}");
    }
    visit.open("queues");
    visit.page().getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("parcels")).click();
    awaitFigure("delayed", "2");
    awaitFigure("ready", "1");
    visit.button("Peek").click();
    assertThat(visit.page().locator("pre")).containsText("hello");

    // When
    visit.button("Pause").click();
    visit.awaitOutcome("Pause: stored");
    visit.button("Kick delayed").click();
    visit.confirm("Kick 2 jobs?", "Kick");
    visit.awaitOutcome("Kick: 2 jobs, 0 not");
    awaitFigure("parked", "2");
    assertThat(visit.page().locator(".parked")).containsText("2 for TARGET_PAUSED");
    visit.button("Resume").click();
    awaitFigure("ready", "3");
    visit.button("Purge pending").click();
    visit.confirm("Delete 3 pending jobs?", "Purge");

    // Then
    visit.awaitOutcome("Purge: 3 jobs, 0 not");
    awaitFigure("ready", "0");
  }

  private void awaitFigure(String name, String value) {
    Locator figure =
        visit.page().locator(".figure", new Page.LocatorOptions().setHasText(name)).first();
    assertThat(figure.locator("strong")).hasText(value);
  }
}

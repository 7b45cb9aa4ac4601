package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static io.delaygate.harness.console.ConsoleStack.READER;
import static io.delaygate.harness.console.ConsoleStack.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the console's pages of HTTP endpoints, with servers that are really called. */
@ConsoleTest
class EndpointPagesTest {
  private static final String HOSTILE =
      "</code><script>alert(1)</script><img src=x onerror=alert(1)>\u202e";

  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private Visit visit;

  EndpointPagesTest(ConsoleStack stack) {
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
  void failedCallsAreCountedAndLeadToTheirDeadLetters() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.text(500, HOSTILE))) {
      // Given
      stack.endpoint("failing", server.url(), "\"ack\":{\"maxAttempts\":1}");
      schedule("failing", "ep-dead", "\"delayMs\":0");
      schedule("failing", "ep-later", "\"delay\":\"1h\"");

      // When
      visit.open("endpoints");

      // Then
      var row = visit.page().locator("tr[data-endpoint=failing]");
      assertThat(cell(row, "URL")).hasText(server.url());
      assertThat(cell(row, "Calls")).hasText("on");
      assertThat(cell(row, "Dead")).hasText("1");
      assertThat(cell(row, "Waiting")).hasText("1");
      assertThat(cell(row, "Breaker")).hasText("closed");
      assertThat(cell(row, "Last failure")).containsText("500");
      assertThat(cell(row, "Last failure").locator("time")).isVisible();

      // When
      row.getByRole(AriaRole.LINK).click();
      assertThat(visit.heading("Endpoint failing")).isFocused();
      assertThat(figure("failed")).hasText("1");
      assertThat(figure("waiting")).hasText("1");
      link("its dead letters").click();

      // Then
      assertThat(visit.page().locator("main")).containsText("Only those for endpoint failing");
      assertThat(visit.page().locator("tbody tr")).hasCount(1);
      visit.page().getByText("Show", new Page.GetByTextOptions().setExact(true)).click();
      link("ep-dead").click();
      assertThat(visit.page().locator("dl.facts")).containsText("endpoint failing /timeouts");
      assertThat(visit.page().locator("script")).hasCount(2);
    }
  }

  @Test
  void allDeadLettersAreShownAgain() {
    stack.bury(stack.target("buried"), "ep-other");
    visit.open("letters?endpoint=no-such");
    assertThat(visit.page().getByText("No dead letters.")).isVisible();

    link("Show all").click();

    assertThat(visit.page().getByText("No dead letters.")).hasCount(0);
    assertThat(visit.page().locator("tbody")).containsText("buried-");
  }

  @Test
  void itsJobsAreListedWithTheirPath() {
    // Given
    stack.endpoint("listed", "https://hooks.example.com", "");
    schedule("listed", "ep-listed", "\"delay\":\"1h\"");
    visit.open("endpoint/listed");

    // When
    link("List its jobs").click();

    // Then
    assertThat(visit.page().locator("tr[data-id]")).hasCount(1);
    assertThat(visit.page().locator("tr[data-id=ep-listed]"))
        .containsText("endpoint listed /timeouts");
    assertThat(visit.field("Target endpoint")).hasValue("listed");
  }

  @Test
  void aPausedEndpointIsCalledWhenItIsResumed() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.status(204))) {
      // Given
      stack.endpoint("paused", server.url(), "");
      visit.open("endpoint/paused");

      // When
      visit.button("Pause").click();
      visit.confirm("Pause paused?", "Keep");
      assertThat(visit.button("Pause")).isFocused();
      assertThat(paused("paused")).isFalse();
      visit.button("Pause").click();
      visit.confirm("Pause paused?", "Pause it");
      visit.awaitOutcome("Pause paused: done");
      assertThat(visit.button("Resume")).isVisible();
      schedule("paused", "ep-paused", "\"delayMs\":0");

      // Then
      assertThat(visit.page().getByText("1 for TARGET_PAUSED")).isVisible();
      assertThat(server.count()).isZero();

      // When
      visit.open("endpoints");
      assertThat(cell(visit.page().locator("tr[data-endpoint=paused]"), "Calls")).hasText("paused");
      visit.open("endpoint/paused");
      visit.button("Resume").click();

      // Then
      visit.awaitOutcome("Resume paused: done");
      ConsoleStack.await().until(() -> stack.state("ep-paused").equals("DONE"));
      assertThat(figure("succeeded")).hasText("1");
      assertThat(server.calls("/timeouts")).hasSize(1);
    }
  }

  @Test
  void theAnswerToATestIsOnlyShown() throws IOException {
    try (var server = PlannedServer.start(call -> Reaction.text(418, HOSTILE))) {
      // Given
      stack.endpoint("tested", server.url() + "/base", "");
      visit.open("endpoint/tested");

      // When
      visit.page().locator("[name=path]").fill("/a?b=c");
      visit.page().locator("[name=value]").fill("{\"order\":12345678901234567890}");
      visit.button("Call it").click();

      // Then
      visit.awaitOutcome("Test of tested: 418");
      assertThat(visit.page().getByText("Status 418 in")).isVisible();
      assertThat(visit.page().locator("pre")).containsText("<img src=x onerror=alert(1)>");
      assertThat(visit.page().locator("pre").textContent()).doesNotContain("\u202e");
      assertThat(visit.page().locator("script")).hasCount(2);
      assertThat(visit.page().locator("img")).hasCount(0);
      var call = server.calls().get(0);
      assertThat(call.path()).isEqualTo("/base/a?b=c");
      assertThat(call.text()).isEqualTo("{\"order\":12345678901234567890}");
      assertThat(Axe.load().faults(visit.page())).isEmpty();
    }
  }

  @Test
  void aTestThatGetsNoAnswerSaysWhy() throws IOException {
    try (var server = PlannedServer.start(call -> new Reaction.Reset())) {
      // Given
      stack.endpoint("silent", server.url(), "");
      visit.open("endpoint/silent");

      // When
      visit.page().locator("[name=value]").fill("{\"order\":");
      visit.button("Call it").click();
      assertThat(visit.page().getByRole(AriaRole.ALERT)).containsText("not valid JSON");
      assertThat(server.count()).isZero();
      visit.page().locator("[name=value]").fill("");
      visit.button("Call it").click();

      // Then
      visit.awaitOutcome("Test of silent: no answer");
      assertThat(visit.page().getByText("No answer in")).isVisible();
      assertThat(visit.page().getByRole(AriaRole.ALERT)).hasCount(0);
      assertThat(server.calls().get(0).text()).isEqualTo("{\"test\":true}");
    }
  }

  @Test
  void settingsAreShownWithoutSecrets() {
    // Given
    var secret = "\"secretHeaders\":{\"authorization\":\"Bearer s3cret\"}";
    var more = "\"headers\":{\"x-team\":\"<b>shop</b>\"},\"perSecond\":100,\"timeout\":\"2m\",";
    stack.endpoint("secretive", "https://hooks.example.com/a", more + secret);

    // When
    visit.open("endpoint/secretive");

    // Then
    var main = visit.page().locator("main");
    assertThat(main).containsText("https://hooks.example.com/a");
    for (var text : List.of("x-team", "<b>shop</b>", "authorization", "secret", "2.0 min")) {
      assertThat(main).containsText(text);
    }
    assertThat(main.textContent()).doesNotContain("s3cret", "whsec_");
    assertThat(visit.page().locator("b")).hasCount(0);
  }

  @Test
  void whoMayReadSeesItAndChangesNothing() {
    stack.endpoint("seen", "https://hooks.example.com", "");
    try (var reader = Visit.loggedIn(chromium.browser(), stack, READER)) {
      reader.open("endpoint/seen");

      assertThat(reader.page().locator("dl.facts").last()).containsText("hooks.example.com");
      assertThat(reader.button("Pause")).hasCount(0);
      assertThat(reader.button("Call it")).hasCount(0);
    }
  }

  @Test
  void manyEndpointsAreShownInPages() {
    // Given
    for (var i = 0; i < 21; i++) {
      stack.endpoint("many-" + i, "https://hooks.example.com/" + i, "");
    }
    visit.open("endpoints");
    var rows = visit.page().locator("tr[data-endpoint]");
    assertThat(rows).hasCount(20);
    var first = rows.first().getAttribute("data-endpoint");

    // When
    visit.button("Later").click();

    // Then
    assertThat(visit.page().getByText("Page 2")).isVisible();
    assertThat(rows.first()).not().hasAttribute("data-endpoint", first);
    visit.button("Earlier").click();
    assertThat(rows.first()).hasAttribute("data-endpoint", first);
    for (var i = 0; i < 21; i++) {
      stack.call("DELETE", "/v1/endpoints/many-" + i, null);
    }
  }

  /** Schedules a call of {@code /timeouts} of the endpoint. */
  private void schedule(String endpoint, String id, String more) {
    var target = "\"target\":{\"endpoint\":\"" + endpoint + "\",\"path\":\"/timeouts\"}";
    stack.call("PUT", job(id) + "?wait=true", "{" + target + "," + more + "}");
  }

  private boolean paused(String endpoint) {
    return stack.call("GET", "/v1/endpoints/" + endpoint, null).path("paused").asBoolean();
  }

  private static Locator cell(Locator row, String head) {
    return row.locator("td[data-head='" + head + "']");
  }

  private Locator figure(String name) {
    return visit
        .page()
        .locator(".figure", new Page.LocatorOptions().setHasText(name))
        .locator("strong");
  }

  private Locator link(String name) {
    return visit
        .page()
        .getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true));
  }
}

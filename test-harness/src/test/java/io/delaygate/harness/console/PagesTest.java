package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static io.delaygate.harness.console.ConsoleStack.job;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of each page in light and dark, wide and narrow: it is shown, fits, and is accessible. */
@ConsoleTest
class PagesTest {
  private static final int NARROW = 360;

  /** Pages by the names of their screenshots: address, heading, and a text at the end. */
  private static final Map<String, List<String>> PAGES =
      Map.ofEntries(
          entry("overview", List.of("", "Overview", "Partitions")),
          entry("health", List.of("health", "Health", "reason BURIED")),
          entry("jobs", List.of("jobs", "Jobs", "Page 1")),
          entry("job", List.of("job/order-4711", "Job order-4711", "History")),
          entry("topics", List.of("topics", "Topics", "orders")),
          entry("queues", List.of("queues", "Queues", "mails")),
          entry("queue", List.of("queue/mails", "Queue mails", "callers waiting")),
          entry("endpoints", List.of("endpoints", "Endpoints", "billing.example.com")),
          entry("endpoint", List.of("endpoint/billing", "Endpoint billing", "Call it")),
          entry("letters", List.of("letters", "Dead letters", "BURIED")),
          entry("schedule", List.of("schedule", "Schedule a job", "As a command")),
          entry("admin", List.of("admin", "Namespaces", "shop")),
          entry("namespace", List.of("admin/shop", "Namespace shop", "order-service")));

  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private final Axe axe = Axe.load();

  PagesTest(ConsoleStack stack) {
    this.stack = stack;
  }

  @BeforeAll
  void fill() {
    var orders = stack.target("orders");
    var headers = "\"headers\":[{\"name\":\"trace\",\"value\":\"4bf92f35\"}]";
    var payload = "\"value\":{\"order\":4711,\"action\":\"close if unpaid\"}";
    stack.schedule(orders, "order-4711", "\"delay\":\"30m\"," + headers + "," + payload);
    for (var i = 1; i < 40; i++) {
      stack.schedule(orders, "order-" + (4711 + i), "\"delay\":\"" + (i * i % 57 + 2) + "m\"");
    }
    List.of("pay-17", "pay-18", "pay-19").forEach(id -> stack.bury(orders, id));
    stack.call("POST", "/v1/queues/mails/jobs", "{\"value\":\"hello\",\"delay\":\"1h\"}");
    fillEndpoints();
    stack.call("PUT", "/v1/admin/namespaces/shop", "{\"limits\":{\"pendingJobs\":10000}}");
    stack.call(
        "POST",
        "/v1/admin/namespaces/shop/tokens",
        "{\"name\":\"order-service\",\"role\":\"write\"}");
  }

  /** One whose jobs are due later, and one that is paused. */
  private void fillEndpoints() {
    var billing = "\"secretHeaders\":{\"authorization\":\"Bearer 0123456789\"},\"parallelism\":4";
    stack.endpoint("billing", "https://billing.example.com/hooks", billing);
    stack.endpoint("mailer", "https://mail.example.com", "\"perSecond\":100");
    var target = "\"target\":{\"endpoint\":\"billing\",\"path\":\"/timeouts\"}";
    for (var i = 0; i < 3; i++) {
      stack.call("PUT", job("timeout-" + i) + "?wait=true", "{\"delay\":\"2h\"," + target + "}");
    }
    stack.call("POST", "/v1/endpoints/mailer/pause", null);
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1100", "DARK, 1100", "LIGHT, 360", "DARK, 360"})
  void eachPageFitsAndCanBeUsedByAll(ColorScheme colors, int width) {
    try (var visit = Visit.begin(chromium.browser(), stack, colors, width)) {
      var faults = new ArrayList<String>();
      assertThat(visit.button("Log in")).isVisible();
      look(visit, "login", colors, width, faults);
      visit.logIn(ADMIN);
      for (var page : PAGES.entrySet()) {
        var shown = page.getValue();
        visit.open(shown.get(0));
        assertThat(visit.heading(shown.get(1))).isVisible();
        assertThat(visit.page().getByText(shown.get(2)).last()).isVisible();
        look(visit, page.getKey(), colors, width, faults);
      }
      assertThat(faults).isEmpty();
    }
  }

  private void look(Visit visit, String name, ColorScheme colors, int width, List<String> faults) {
    var page = visit.page();
    var where = "%s, %s, %d".formatted(name, colors, width);
    if (width > NARROW) { // the rules do not depend on the width
      axe.faults(page).forEach(fault -> faults.add(where + ": " + fault));
    }
    var wide = page.evaluate("document.documentElement.scrollWidth - innerWidth");
    if (!wide.equals(0)) {
      faults.add("%s: wider than the window by %s".formatted(where, wide));
    }
    Screenshots.take(page, name, colors, width == NARROW);
  }

  @Test
  void aPageSaysWhatItIsToWhoCannotSeeIt() {
    try (var visit = Visit.loggedIn(chromium.browser(), stack, ADMIN)) {
      var page = visit.page();
      assertThat(page).hasTitle("Overview \u00b7 Delaygate");
      assertThat(page.locator("html").getAttribute("lang")).isEqualTo("en");
      assertThat(page.locator("#app > header, #app > main, #app > footer, nav").count())
          .isEqualTo(4);
      assertThat(page.locator("[aria-live=polite]")).hasCount(1);
      assertThat(page.locator("nav a[aria-current=page]")).hasText("Overview");
      var chart = page.locator("[role=img]").first().getAttribute("aria-label");
      // an estimate where counting would take too long
      assertThat(chart).matches("(≈ )?\\d+ jobs due within an hour; see the table below");
      var trends = page.locator("[role=img]").nth(1).getAttribute("aria-label");
      assertThat(trends).matches("Delivered, by minute: .+; see the table below");
    }
  }

  @Test
  void aBacklogShowsHowFastItDrainsAndWhenItEnds() {
    // Given
    var json =
        """
        {"asOfMs": 1893456000000, "jobs": 20000, "missing": [3], "atLeast": true, "lag": null,
         "states": {"SCHEDULED": 19997, "PARKED": 3, "READY": 0, "RESERVED": 0, "DEAD": 0},
         "due": {"fromMs": 1893456000000, "behind": "estimated", "exactToMs": 1, "spans": []},
         "oldestOverdueMs": null,
         "overdue": {"jobs": 12403, "parked": 3, "approximate": true, "drainPerSecond": 900.4,
          "drainedAtMs": 1893456014000},
         "pace": {"overMs": 20000, "perSecond": 900.4,
          "latenessMs": {"p50": 1000, "p99": 238000, "max": 239000}}}
        """;
    try (var visit = Visit.loggedIn(chromium.browser(), stack, ADMIN)) {
      var figures = visit.page().locator(".figures");

      // When
      var answer = new Route.FulfillOptions().setContentType("application/json").setBody(json);
      visit.page().route("**/v1/overview", route -> route.fulfill(answer));

      // Then
      assertThat(figures).containsText("≈ ≥ 12,403");
      assertThat(figures).containsText("draining 900/s, done in 14 s, 3 parked");
      assertThat(figures).containsText("≥ 20,000");
      assertThat(figures).containsText("largest 4.0 min");
      assertThat(figures).containsText("Oldest overdueunknown");
      assertThat(figures).containsText("Unreadunknown");
    }
  }

  @Test
  void timesAreInTheZoneOfTheViewerAndInUtc() {
    stack.schedule(stack.target("times"), "winter", "\"due\":\"2030-01-31T08:00:00.123Z\"");
    try (var visit = Visit.loggedIn(chromium.browser(), stack, ADMIN)) {
      visit.openJob("winter");

      var due = visit.page().locator("dl.facts time").first();
      assertThat(due).containsText("2030-01-31 09:00:00.123");
      assertThat(due).containsText("2030-01-31 08:00:00.123 UTC");
      assertThat(due.getAttribute("datetime")).isEqualTo("2030-01-31T08:00:00.123Z");
      assertThat(visit.page().locator("footer.container-fluid")).containsText("Europe/Berlin");
    }
    stack.call("DELETE", "/v1/jobs/winter", null);
  }
}

package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static io.delaygate.harness.console.ConsoleStack.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.delaygate.harness.broker.Reader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of hostile text in jobs: it is shown, and never executed. */
@ConsoleTest
class HostileTextTest {
  private static final String SCRIPT =
      "</code><script>alert(1)</script><img src=x onerror=alert(1)>${alert(1)}{{alert(1)}}";

  private final Chromium chromium = Chromium.start();
  private final ConsoleStack stack;
  private final String target;
  private Visit visit;

  HostileTextTest(ConsoleStack stack) {
    this.stack = stack;
    target = stack.target("hostile");
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

  static Stream<String> ids() {
    return Stream.of(
        SCRIPT,
        "javascript:alert(1)",
        "\"onmouseover=\"alert(1)",
        "a/b?c#d;e=f&g",
        "%2F%00..%",
        "../../v1/me",
        " lead and trail ",
        "line\nbreak\ttab\u0007bell",
        "\u202eevil\u2066order",
        "\uD83D\uDE00 caf\u00E9",
        "\u200binvisible",
        "...");
  }

  @ParameterizedTest
  @MethodSource("ids")
  void anyIdIsListedOpenedAndCancelled(String id) {
    // Given
    var headers = "\"headers\":[{\"name\":" + quoted(id) + ",\"value\":" + quoted(SCRIPT) + "}]";
    stack.schedule(target, id, "\"delay\":\"1h\",\"value\":" + quoted(SCRIPT) + "," + headers);

    // When
    visit.open("jobs?topic=" + target);
    var rows = visit.page().locator("tr[data-id]");
    assertThat(rows).hasCount(1);
    assertThat(rows.getAttribute("data-id")).isEqualTo(id);
    assertThat(rows.locator("bdi").first().textContent()).doesNotContain("\u202e", "\n", "\u0007");
    rows.locator("a").click();
    assertThat(visit.page().locator("pre")).containsText("<script>alert(1)</script>");
    visit.button("Cancel").click();
    visit.confirm("Cancel this job?", "Cancel the job");

    // Then
    visit.awaitOutcome("Cancel: CANCELLED");
    assertThat(stack.state(id)).isEqualTo("CANCELLED");
    assertThat(visit.page().locator("script")).hasCount(2);
    assertThat(visit.page().locator("img")).hasCount(0);
  }

  /** Browsers resolve such ids in paths, encoded or not. */
  @ParameterizedTest
  @MethodSource("dots")
  void anIdOfDotsIsFoundAndCancelled(String id) {
    stack.schedule(target, id, "\"delay\":\"1h\"");

    visit.openJob(id);
    visit.button("Cancel").click();
    visit.confirm("Cancel this job?", "Cancel the job");

    visit.awaitOutcome("Cancel: CANCELLED");
    assertThat(stack.call("GET", "/v1/jobs?topic=" + target, null).path("jobs")).isEmpty();
  }

  static Stream<String> dots() {
    return Stream.of(".", "..");
  }

  @Test
  void aLargePayloadIsShownInPart() {
    // Given
    var large = "<b>" + "x".repeat(200_000) + "</b>";
    stack.schedule(target, "large", "\"delay\":\"1h\",\"value\":" + quoted(large));

    // When
    visit.openJob("large");

    // Then
    assertThat(visit.page().getByText("200,007 bytes")).containsText("first 65,536 are shown");
    assertThat(visit.page().locator("pre").textContent()).hasSize(65_536);
    assertThat(visit.page().locator("b")).hasCount(0);
    visit.button("hex").click();
    assertThat(visit.page().locator("pre")).containsText("00000000  3c 62 3e 78");
    stack.call("DELETE", "/v1/jobs/large", null);
  }

  @Test
  void bytesThatAreNoTextAreShownAndKeptAsTheyAre() {
    // Given
    var topic = stack.target("bytes");
    stack.schedule(topic, "bytes", "\"delay\":\"1h\",\"valueBase64\":\"AP8Kgg==\"");

    // When
    visit.openJob("bytes");
    assertThat(visit.page().locator("pre")).containsText("00 ff 0a 82");
    visit.page().locator("summary", new Page.LocatorOptions().setHasText("Edit payload")).click();
    visit.button("Save payload").click();
    visit.awaitOutcome("Edit payload: RESCHEDULED");
    visit.button("Fire now").click();

    // Then
    try (var reader = stack.read(topic)) {
      assertThat(reader.one().value()).isEqualTo(new byte[] {0, (byte) 0xFF, 10, (byte) 0x82});
    }
  }

  @Test
  void hostileTextComesThroughTheFormAsItIs() {
    // Given
    var topic = stack.target("form");
    var text = SCRIPT + " '\"\\ $HOME `id`\n\t\u00fc\uD83D\uDE00";
    visit.open("schedule");
    visit.field("Target topic").fill(topic);
    visit.field("Id, random if empty").fill(SCRIPT);
    visit.page().locator("[name=delay]").fill("1s");
    visit.page().locator("[name=payload]").fill(text);

    // When
    visit.button("Schedule").click();

    // Then
    try (var reader = stack.read(topic)) {
      assertThat(Reader.text(reader.one().value())).isEqualTo(text);
      assertThat(Reader.text(reader.one().key())).isEqualTo(SCRIPT);
    }
  }
}

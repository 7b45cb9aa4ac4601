package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.push.CallEnd.Answered;
import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.gateway.push.Verdict.Again;
import io.delaygate.gateway.push.Verdict.Dead;
import io.delaygate.gateway.push.Verdict.Done;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of what the end of a call means for its job. */
class VerdictTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 202, 204, 299})
  void anyStatusOfSuccessIsDone(int status) {
    assertThat(Verdict.of(answer(status, null, "thanks"), NOW))
        .isInstanceOfSatisfying(
            Done.class, done -> assertThat(done.result()).asString(UTF_8).isEqualTo("thanks"));
  }

  @Test
  void goneIsDeadAtOnce() {
    assertThat(Verdict.of(answer(410, "5", "no such hook"), NOW))
        .isEqualTo(new Dead("410 Gone in 12 ms: no such hook"));
  }

  @ParameterizedTest
  @ValueSource(
      ints = {100, 101, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 422, 500, 502, 599})
  void anyOtherStatusIsTriedAgainByTheBackoff(int status) {
    assertThat(Verdict.of(answer(status, "7", ""), NOW))
        .isInstanceOfSatisfying(Again.class, again -> assertThat(again.retryAfter()).isNull());
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anyFailureIsTriedAgainByTheBackoff(Kind kind) {
    assertThat(Verdict.of(new Failed(kind, "no connection: refused", 3), NOW))
        .isEqualTo(new Again("no connection: refused (3 ms)", null));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 1",
    "2, 2",
    "' 120 ', 120",
    "86400, 86400",
    "86401, 86400",
    "999999999999999999, 86400",
    "'Sun, 01 Mar 2026 12:00:30 GMT', 30",
    "'Sun, 01 Mar 2026 11:59:00 GMT', 1",
    "'Wed, 01 Apr 2026 12:00:00 GMT', 86400",
  })
  void waitsAsToldWithinBounds(String retryAfter, long seconds) {
    for (var status : new int[] {429, 503}) {
      assertThat(Verdict.of(answer(status, retryAfter, ""), NOW))
          .isInstanceOfSatisfying(
              Again.class,
              again -> assertThat(again.retryAfter()).isEqualTo(Duration.ofSeconds(seconds)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "-1", "1.5", "1e3", "0x10", "9999999999999999999", "2026-03-01"})
  void anUnreadableWaitIsTheBackoffs(String retryAfter) {
    assertThat(Verdict.of(answer(429, retryAfter, ""), NOW))
        .isInstanceOfSatisfying(Again.class, again -> assertThat(again.retryAfter()).isNull());
  }

  @Test
  void theTextIsOnePrintableLine() {
    var head = "<h1>\r\n\tno\u0000\u001B[31m  way\u202E\u2028</h1>";
    assertThat(text(answer(503, null, head)))
        .isEqualTo("503 Service Unavailable in 12 ms: <h1> no [31m way\uFFFD </h1>");
  }

  @Test
  void theTextSaysThatARedirectIsNotFollowed() {
    assertThat(text(answer(302, null, ""))).isEqualTo("302 Found, not followed in 12 ms");
  }

  @Test
  void theTextFitsIntoTheLogAndCutsNoCharacter() {
    var prefix = "500 Server Error in 12 ms: ";
    var room = AttemptText.MAX_BYTES - prefix.length();
    assertThat(text(answer(500, null, "a".repeat(room)))).hasSize(256).endsWith("a");
    assertThat(text(answer(500, null, "a".repeat(room + 1)))).hasSize(256);
    assertThat(text(answer(500, null, "a".repeat(room - 1) + "€")))
        .isEqualTo(prefix + "a".repeat(room - 1));
    assertThat(text(answer(500, null, "a".repeat(room - 3) + "€"))).endsWith("€");
  }

  private static String text(CallEnd end) {
    return ((Again) Verdict.of(end, NOW)).text();
  }

  private static Answered answer(int status, @Nullable String retryAfter, String head) {
    return new Answered(status, retryAfter, head.getBytes(UTF_8), 12);
  }
}

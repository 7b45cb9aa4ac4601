package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Calls of lmstfy's clients with their expected answers, one per line:
 *
 * <pre>
 * PUT q?tries=2 hello -> 201 json {"job_id":"«a»","msg":"published"}
 * </pre>
 *
 * <p>A path is below {@code /api/test-ns/} unless it begins with a slash. Before the method may be
 * {@code until} for an answer that comes after a while, {@code bare} for a call without a token,
 * and {@code admin} or {@code anybody} for calls to the administrators' port with or without an
 * account. Headers follow the path in parentheses; «n×3» is nnn there and in bodies. In an answer
 * «#» is any number, «*» is any text, and «a» is an id: the one that was first answered there,
 * which paths may use as well; {@code \n} is a new line.
 */
final class ReplayedCalls {
  static final String TOKEN = "01F4CKPFY8XYVH6WVEQB3747CW";

  /** Longer than any call without a wait, and shorter than the requested waits. */
  private static final Duration PROMPT = Duration.ofSeconds(20);

  private static final Pattern LINE =
      Pattern.compile(
          "(until )?(?:(bare|admin|anybody) )?([A-Z]+) (\\S+)(?: \\((.+?)\\))?(?: (.*))?"
              + " -> (\\d+)(?: (json|text))?(?: (.*))?");

  private static final Pattern HEADER = Pattern.compile("([A-Za-z0-9-]+): ([^,]+)");
  private static final Pattern REPEATED = Pattern.compile("«([^«]+)×(\\d+)»");
  private static final Pattern PLACEHOLDER = Pattern.compile("«(.+?)»");
  private static final String ID = "[0-9A-Z]{26}";

  private static final Map<String, String> TYPES =
      Map.of("json", "application/json;charset=utf-8", "text", "text/plain;charset=utf-8");

  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<String, String> known = new HashMap<>();
  private final int port;
  private final int adminPort;
  private final String account;

  /** A call as written. */
  private record Line(
      boolean isPatient, String who, String method, String path, String headers, String body) {}

  /**
   * Calls to a gateway.
   *
   * @param password password of an administrator
   */
  ReplayedCalls(int port, int adminPort, String password) {
    this.port = port;
    this.adminPort = adminPort;
    this.account = Base64.getEncoder().encodeToString(("any:" + password).getBytes(UTF_8));
  }

  /** Makes the calls in order; fails at the first wrong answer. */
  void replay(String lines) {
    lines.lines().filter(line -> !line.isBlank()).forEach(this::replayLine);
  }

  private void replayLine(String text) {
    var parts = LINE.matcher(text.strip());
    assertThat(parts.matches()).as(text).isTrue();
    var line =
        new Line(
            parts.group(1) != null,
            orEmpty(parts.group(2)),
            parts.group(3),
            filled(parts.group(4)),
            orEmpty(parts.group(5)),
            filled(orEmpty(parts.group(6))));
    if (line.isPatient()) {
      Awaitility.await()
          .atMost(Installation.LIMIT)
          .untilAsserted(() -> check(text, send(line), parts));
    } else {
      check(text, send(line), parts);
    }
  }

  private void check(String line, HttpResponse<String> answer, Matcher parts) {
    var told = answer.statusCode() + " " + answer.body();
    assertThat(answer.statusCode()).as("%s%n%s", line, told).isEqualTo(statusOf(parts));
    var type = parts.group(8);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .as("content type of %s%n%s", line, told)
        .isEqualTo(type == null ? "" : TYPES.get(type));
    if (parts.group(2) == null || parts.group(2).equals("bare")) {
      assertThat(answer.headers().firstValue("X-Request-Id")).as(line).isPresent();
    }
    checkBody(line, answer.body(), orEmpty(parts.group(9)).replace("\\n", "\n"));
  }

  private static int statusOf(Matcher parts) {
    return Integer.parseInt(parts.group(7));
  }

  private void checkBody(String line, String body, String expected) {
    var names = PLACEHOLDER.matcher(expected);
    var pattern = new StringBuilder();
    var end = 0;
    while (names.find()) {
      pattern.append(Pattern.quote(expected.substring(end, names.start()))).append("(");
      pattern.append(form(names.group(1))).append(")");
      end = names.end();
    }
    pattern.append(Pattern.quote(expected.substring(end)));
    var found = Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(body);
    assertThat(found.matches()).as("%s%nwas answered%n%s", line, body).isTrue();
    names.reset();
    for (var i = 1; names.find(); i++) {
      known.putIfAbsent(names.group(1), found.group(i));
    }
  }

  private String form(String name) {
    return switch (name) {
      case "#" -> "\\d+";
      case "*" -> ".*";
      default -> known.containsKey(name) ? Pattern.quote(known.get(name)) : ID;
    };
  }

  private String filled(String text) {
    var whole = REPEATED.matcher(text).replaceAll(ReplayedCalls::repeated);
    return PLACEHOLDER.matcher(whole).replaceAll(name -> known.get(name.group(1)));
  }

  private static String repeated(MatchResult written) {
    return written.group(1).repeat(Integer.parseInt(written.group(2)));
  }

  private HttpResponse<String> send(Line line) {
    var isAdmins = line.who().equals("admin") || line.who().equals("anybody");
    var path = line.path().startsWith("/") ? line.path() : "/api/test-ns/" + line.path();
    var uri = URI.create("http://127.0.0.1:" + (isAdmins ? adminPort : port) + path);
    var body =
        line.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(line.body());
    var request = HttpRequest.newBuilder(uri).method(line.method(), body).timeout(PROMPT);
    HEADER
        .matcher(line.headers())
        .results()
        .forEach(header -> request.header(header.group(1), header.group(2)));
    if (line.who().equals("admin")) {
      request.header("Authorization", "Basic " + account);
    } else if (line.who().isEmpty() && !line.headers().contains("X-Token")) {
      request.header("X-Token", TOKEN);
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(line.method() + " " + line.path(), failed);
    }
  }

  private static String orEmpty(String group) {
    return group == null ? "" : group;
  }
}

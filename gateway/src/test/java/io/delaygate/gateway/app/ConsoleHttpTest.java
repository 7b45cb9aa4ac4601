package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the console's files as browsers get them: paths, media types, caching and policy. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleHttpTest {
  private static final Path FOLDER = Path.of("src/main/resources/io/delaygate/gateway/console");
  private static final Pattern IMPORT = Pattern.compile("from '\\./([^']+)'");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");

  private final TestGateway gateway = TestGateway.start();

  @AfterAll
  void stop() {
    gateway.close();
  }

  static Stream<String> files() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".txt"))
          .toList()
          .stream();
    }
  }

  @Test
  void thePageIsFoundBehindTheSlash() {
    var answer = gateway.send("GET", "/console");

    assertThat(answer.statusCode()).isEqualTo(308);
    assertThat(header(answer, "Location")).isEqualTo("console/");
    assertThat(gateway.send("GET", "/console/").body()).startsWith("<!doctype html>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void theRootLeadsToThePage(String method) {
    var answer = gateway.send(method, "/");

    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(header(answer, "Location")).isEqualTo("console/");
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/console/, text/html;charset=utf-8",
    "/console/app.js, text/javascript; charset=utf-8",
    "/console/preact.js, text/javascript; charset=utf-8",
    "/console/pico.css, text/css; charset=utf-8",
    "/console/icon.svg, image/svg+xml"
  })
  void eachFileSaysWhatItIs(String path, String type) {
    assertThat(header(gateway.send("GET", path), "Content-Type")).isEqualToIgnoringCase(type);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyFileOfTheFolderIsServedAndWhatItImportsIsToo(String name) throws IOException {
    var file = gateway.send("GET", "/console/" + name);

    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.body()).isEqualTo(Files.readString(FOLDER.resolve(name)));
    for (var pattern : name.endsWith(".html") ? List.of(LINK) : List.of(IMPORT)) {
      pattern
          .matcher(file.body())
          .results()
          .map(link -> link.group(1))
          .forEach(
              link ->
                  assertThat(gateway.send("GET", "/console/" + link).statusCode())
                      .as(link)
                      .isEqualTo(200));
    }
  }

  @Test
  void headHasTheHeadersAndNoBody() {
    var head = gateway.send("HEAD", "/console/app.js");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(header(head, "ETag")).isNotEmpty();
    assertThat(head.body()).isEmpty();
  }

  @Test
  void whatABrowserHasIsNotSentAgain() {
    var etag = header(gateway.send("GET", "/console/app.js"), "ETag");

    var again = gateway.send(gateway.request("/console/app.js").header("If-None-Match", etag));
    var other = gateway.send(gateway.request("/console/jobs.js").header("If-None-Match", etag));

    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(header(again, "Cache-Control")).isEqualTo("no-cache");
    assertThat(other.statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/nothing.js",
        "/console/LIBRARIES.txt",
        "/console/..",
        "/console/%2e%2e%2fapp.js",
        "/console/../openapi/openapi.json",
        "/console/%2e%2e/openapi/openapi.json",
        "/console/app.js/",
        "/console/Console.class",
        "/console//"
      })
  void nothingElseIsServed(String path) {
    // by a raw call, as HTTP clients resolve dots
    var answer =
        RawHttp.exchange(
            gateway.gateway.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");

    assertThat(answer.status()).isIn(404, 400);
    assertThat(answer.body()).doesNotContain("openapi");
  }

  @Test
  void nothingRunsThatStandsInThePageOrComesFromElsewhere() {
    for (var path : List.of("/console/", "/console/app.js", "/console/pico.css")) {
      var answer = gateway.send("GET", path);
      assertThat(header(answer, "Content-Security-Policy"))
          .isEqualTo(
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                  + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'");
      assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(header(answer, "Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(header(answer, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
      assertThat(header(answer, "Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
      assertThat(answer.headers().firstValue("Set-Cookie")).isEmpty();
    }
    var page = gateway.send("GET", "/console/").body();
    assertThat(page).doesNotContainPattern("<script[^>]*>[^<]").doesNotContain("style=");
    assertThat(page).doesNotContain("http://", "https://");
  }

  @ParameterizedTest
  @MethodSource("files")
  void noFileHandsMarkupToTheBrowserAsText(String name) throws IOException {
    var text = Files.readString(FOLDER.resolve(name));

    if (!name.equals("uplot.js")) {
      assertThat(text)
          .doesNotContain("innerHTML", "InnerHTML", "outerHTML", "insertAdjacent", "document.write")
          .doesNotContain("eval(", "new Function", "document.cookie", "localStorage");
    }
  }

  @Test
  void itIsNotServedWhereItIsSwitchedOff() {
    try (var off = TestGateway.start("console.enabled", "false")) {
      for (var path : List.of("/", "/console", "/console/", "/console/app.js")) {
        ProblemAssert.assertProblem(off.send("GET", path), 404, ReasonCode.NOT_FOUND);
      }
      assertThat(off.send("GET", "/v1/me").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void whereNoTokensAreAskedForEverybodyIsAnAdministrator() {
    assertThat(TestGateway.json(gateway.send("GET", "/v1/me")))
        .isEqualTo(
            TestGateway.json(
                """
                {"name": "-", "namespace": "default", "role": "admin", "installation": true,
                 "tokens": false, "requests": "delay-requests"}
                """));
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }
}

package io.delaygate.scheduler.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.scheduler.ops.RawCall;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the secret and the host checks at the query port, on every path. */
class QueryEndpointTest extends AskedServer {
  private static final String SECRET = "a-secret-of-some-length";
  private static final List<String> PATHS =
      List.of(
          "/internal/v1/assignment",
          "/internal/v1/jobs",
          "/internal/v1/jobs/a",
          "/internal/v1/ended",
          "/internal/v1/stats",
          "/internal/v1/partitions/0/audit",
          "/nowhere");

  private final HttpClient client = HttpClient.newHttpClient();
  private QueryServer guarded;

  @BeforeEach
  void guard() {
    var door = new QueryEndpoint("127.0.0.1", 0, Optional.of(SECRET), Set.of());
    guarded = new QueryServer(door, process.reads(), now::get, () -> 0, System::nanoTime);
  }

  @AfterEach
  void leave() {
    guarded.close();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "Bearer " + SECRET + "x",
        "Bearer a-secret",
        SECRET,
        "bearer",
        "Basic " + SECRET,
        "Bearer " + SECRET + ", Bearer x"
      })
  void nobodyIsAnsweredWithoutTheSecret(@Nullable String header) throws Exception {
    for (var path : PATHS) {
      var answer = get(path, header);

      assertThat(answer.statusCode()).as(path).isEqualTo(401);
      assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
      assertThat(json(answer).get("error").asText()).isEqualTo("UNAUTHORIZED");
      assertThat(answer.body()).doesNotContain(SECRET);
    }
  }

  @Test
  void whoShowsItIsAnswered() throws Exception {
    for (var path : PATHS) {
      assertThat(get(path, "Bearer " + SECRET).statusCode()).as(path).isNotEqualTo(401);
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Host: evil.example,                            403
          Host: evil.example:8082,                       403
          Host: localhost; Sec-Fetch-Site: cross-site,   403
          Host: localhost; Origin: null,                 403
          Host: localhost; Origin: http://evil.example,  403
          Host: 127.0.0.1:8082,                          404
          Host: delaygate-0.scheduler.ns.svc:8082,       404
          """)
  void withoutASecretNoPageOfAnotherSiteIsAnswered(String headers, int status) throws Exception {
    var named = Set.of("delaygate-0.scheduler.ns.svc");
    var open = new QueryEndpoint("127.0.0.1", 0, Optional.empty(), named);
    try (var server = new QueryServer(open, process.reads(), now::get, () -> 0, System::nanoTime)) {
      var answer = RawCall.get(server.port(), "/nowhere", headers);

      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      if (status == 403) {
        assertThat(answer).contains("\"error\":\"FORBIDDEN\"");
      }
    }
  }

  @Test
  void theSecretDecidesByWhateverNameItIsCalled() throws Exception {
    var page = "Host: evil.example; Sec-Fetch-Site: cross-site; Authorization: Bearer ";

    assertThat(RawCall.get(guarded.port(), "/nowhere", page + SECRET)).startsWith("HTTP/1.1 404 ");
    assertThat(RawCall.get(guarded.port(), "/nowhere", page + "guessed"))
        .startsWith("HTTP/1.1 401 ");
  }

  @Test
  void theSecretIsNotShown() {
    assertThat(new QueryEndpoint("host", 1, Optional.of(SECRET), Set.of()).toString())
        .isEqualTo("QueryEndpoint[host:1]");
  }

  private HttpResponse<String> get(String path, @Nullable String header) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + guarded.port()).resolve(path));
    if (header != null) {
      request.header("Authorization", header);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }
}

package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.EndpointGateway.ALL;
import static io.delaygate.gateway.app.ProblemAssert.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.schemas.contract.ReasonCode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of URLs of jobs that programs may read differently: none of them is stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AmbiguousJobUrlsTest {
  private EndpointGateway calls;

  @BeforeAll
  void start(@TempDir Path folder) {
    calls = new EndpointGateway(folder);
    var made =
        calls.admin(
            "PUT", ALL + "/hooks", "{\"url\":\"https://hooks.example.com\",\"jobUrls\":true}");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    calls.gateway.publisher.records.clear();
  }

  @AfterAll
  void stop() {
    calls.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hooks.example.com/a",
        "//hooks.example.com/a",
        "/a",
        "https:hooks.example.com/a",
        "https:/hooks.example.com/a",
        "https:///hooks.example.com/a",
        "https:////hooks.example.com/a",
        "https:\\\\hooks.example.com/a",
        "https://hooks.example.com\\@evil.example.com/a",
        "https://evil.example.com\\hooks.example.com/a",
        "https://hooks.example.com@evil.example.com/a",
        "https://user@hooks.example.com/a",
        "https://user:password@hooks.example.com/a",
        "https://@hooks.example.com/a",
        "https://hooks.example.com:443@evil.example.com/a",
        "https://hooks.example.com%40evil.example.com/a",
        "https://hooks.example.com%2fevil.example.com/a",
        "https://hooks.example.com%00.evil.example.com/a",
        "https://hooks%2eexample.com/a",
        "https://hooks.example.com./a",
        "https://hooks..example.com/a",
        "https://.hooks.example.com/a",
        "https://hooks.example.com:/a",
        "https://hooks.example.com:0/a",
        "https://hooks.example.com:65979/a",
        "https://hooks.example.com:443443/a",
        "https://hooks.example.com:+443/a",
        "https://hooks.example.com:443:443/a",
        "https://hooks.example.com /a",
        " https://hooks.example.com/a",
        "ht\ntps://hooks.example.com/a",
        "https://hooks.example\u3002com/a",
        "https://hooks\uff0eexample.com/a",
        "https://hooks.ex\u0430mple.com/a",
        "https://h\u00f6oks.example.com/a",
        "https://hooks.example.com\u00ad/a",
        "https://hooks_.example.com/a",
        "http://hooks.example.com/a",
        "http://hooks.example.com:443/a",
        "ftp://hooks.example.com/a",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https://[hooks.example.com]/a",
        "https://127.0.0.1/a",
        "https://2130706433/a",
        "https://localhost/a",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/a",
      })
  void aSchemeOrHostThatIsNotPlainIsRefused(String url) {
    assertNotStored(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example.com/a\\..\\b",
        "https://hooks.example.com/a ",
        "https://hooks.example.com/a\tb",
        "https://hooks.example.com/a\r\nx-evil: 1",
        "https://hooks.example.com/\u0000",
        "https://hooks.example.com/a#fragment",
        "https://hooks.example.com#@evil.example.com/a",
        "https://hooks.example.com/../a",
        "https://hooks.example.com/a/..",
        "https://hooks.example.com/a/%2e%2E/b",
        "https://hooks.example.com/a/.%2e/b",
        "https://hooks.example.com/a%2f..%2fb",
        "https://hooks.example.com/a%5c..%5cb",
        "https://hooks.example.com/a/..;x/b",
        "https://hooks.example.com/a%",
        "https://hooks.example.com/a%g0",
        "https://hooks.example.com/a|b",
        "https://hooks.example.com/{a}",
        "https://hooks.example.com/a?[b]",
      })
  void aPathThatIsNotPlainIsRefused(String url) {
    assertNotStored(url);
  }

  private void assertNotStored(String url) {
    // When
    var job = JsonNodeFactory.instance.objectNode().put("delay", "30m");
    job.putObject("target").put("url", url);
    var refused = calls.admin("POST", "/v1/jobs", job.toString());

    // Then
    assertProblem(refused, 400, ReasonCode.TARGET_INVALID, "target.url");
    assertThat(calls.gateway.publisher.records).isEmpty();
  }
}

package io.delaygate.schemas.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the paths that a job may append to the URL of its endpoint. */
class EndpointPathTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/timeouts",
        "/timeouts?a=b&c=../d?e",
        "/a/b-c_d.e~f/%C3%A9",
        "/a..b/..c/c../...",
        "/a;v=1/(b)/*,c'd!$&+=:@",
        "/a//b"
      })
  void aPathOfAUrlIsValidAndAUriCanBeMadeOfIt(String path) {
    assertThat(EndpointPath.fault(path)).isEmpty();
    assertThat(URI.create("https://api.shop.example/base" + path).getRawPath()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "timeouts",
        "?a=b",
        "//api.other.example#x",
        "/a b",
        "/a#b",
        "/a\\b",
        "/a\"b",
        "/<a>",
        "/{a}",
        "/a|b",
        "/a^b",
        "/a`b",
        "/[a]",
        "/é",
        "/a\n",
        "/a\u0000",
        "/%",
        "/%4",
        "/%zz",
        "@api.other.example/"
      })
  void othersAreNot(String path) {
    assertThat(EndpointPath.fault(path)).get().asString().contains("RFC 3986");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/..",
        "/../admin",
        "/a/../../b",
        "/a/..",
        "/%2e%2e/a",
        "/.%2E/a",
        "/%2E./a",
        "/a/..%2fb",
        "/a%2F..%2Fb",
        "/a%5c..%5Cb",
        "/a/..;x=1/b",
        "/a/..%3Bx/b",
        "/a/..?b"
      })
  void noPathLeavesTheBasePath(String path) {
    assertThat(EndpointPath.fault(path)).get().asString().contains("'..'");
  }

  @Test
  void aPathHasAtMost1024Characters() {
    assertThat(EndpointPath.fault("/" + "a".repeat(1_023))).isEmpty();
    assertThat(EndpointPath.fault("/" + "a".repeat(1_024)))
        .contains("has 1025 characters; at most 1024 are accepted");
  }
}

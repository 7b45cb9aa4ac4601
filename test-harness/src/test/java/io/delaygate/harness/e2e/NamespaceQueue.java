package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A queue, as reached by a caller with a token. */
record NamespaceQueue(Door door, String token, String name) {
  private static final String ALL = "/v1/queues";

  Door.Called call(String method, String path, @Nullable String body) {
    var bearer = "Bearer " + token;
    return door.call(method, ALL + "/" + name + path, body, "Authorization", bearer);
  }

  Door.Called post(String path, String body) {
    return call("POST", path, body);
  }

  void publish(String body) {
    var published = post("/jobs", body);
    assertThat(published.status()).as(published.toString()).isEqualTo(201);
  }

  /** Reserves all jobs with a long lease. */
  JsonNode reserve() {
    var wish = "{\"count\":10,\"wait\":\"30s\",\"lease\":\"1h\"}";
    return post("/reserve", wish).json().path("jobs");
  }

  /** Names of all queues of the caller. */
  List<String> all() {
    var listed = door.call("GET", ALL, null, "Authorization", "Bearer " + token);
    return listed.json().path("queues").findValuesAsText("queue");
  }

  List<String> dead() {
    var listed = call("GET", "/dead-letters", null).json();
    return listed.path("deadLetters").findValuesAsText("id");
  }

  /** Asserts that feedback about another namespace's attempt finds no job. */
  void assertKnowsNothingOf(String id, String lease) {
    var claim = "{\"id\":\"%s\",\"lease\":\"%s\"}".formatted(id, lease);
    for (var word : List.of("finish?wait=true", "release", "extend", "bury")) {
      assertThat(post("/" + word, claim).text()).as(word).startsWith("404 JOB_NOT_FOUND");
    }
  }
}

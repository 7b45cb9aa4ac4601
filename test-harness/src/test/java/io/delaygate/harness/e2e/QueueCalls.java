package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Calls about one queue, or about several with names joined by commas. Thread-safe. */
record QueueCalls(Door door, String name) {
  /** Longer than a rebalance of the schedulers takes. */
  static final String PATIENT = "{\"wait\": \"60s\"}";

  /** Publishes a job; fails without success. */
  void publish(String body) {
    var answer = post("/jobs", body);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(201);
  }

  /** Publishes a job and waits until it is ready. */
  void publishReady(String body) {
    publish(body);
    awaitState(Answer.json(body.getBytes(StandardCharsets.UTF_8)).get("id").asText(), "READY");
  }

  /** Reserves jobs, and tries again after a 503; there may be none. */
  List<JsonNode> reserve(String body) {
    var answer =
        ContractBench.await().until(() -> post("/reserve", body), told -> told.status() != 503);
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
    var jobs = new ArrayList<JsonNode>();
    answer.json().get("jobs").forEach(jobs::add);
    return jobs;
  }

  /** Reserves this many jobs, in one or more calls. */
  List<JsonNode> reserveAll(int count) {
    var jobs = new ArrayList<JsonNode>();
    while (jobs.size() < count) {
      jobs.addAll(reserve("{\"wait\": \"60s\", \"count\": %d}".formatted(count - jobs.size())));
    }
    return jobs;
  }

  /** Reserves one job, or the first of several. */
  JsonNode reserveOne() {
    return reserve(PATIENT).get(0);
  }

  Door.Called post(String path, @Nullable String body) {
    return postLater(path, body).join();
  }

  CompletableFuture<Door.Called> postLater(String path, @Nullable String body) {
    return door.callLater("POST", "/v1/queues/" + name + path, body);
  }

  Door.Called get(String path) {
    return door.call("GET", "/v1/queues/" + name + path, null);
  }

  Door.Called peek(String state) {
    return get("/peek?state=" + state);
  }

  void awaitState(String id, String state) {
    Awaitility.await()
        .until(
            () -> door.call("GET", Door.job(id), null).json().path("state").asText(),
            state::equals);
  }

  /** Waits until this many jobs are ready. */
  void awaitReady(int jobs) {
    Awaitility.await().until(() -> get("/stats").json().at("/states/ready").asInt() == jobs);
  }

  /** A connection after a long reserve, whose answer is not read yet. */
  Socket reserveBySocket() throws IOException {
    var url = URI.create(door.url());
    var socket = new Socket(InetAddress.getByName(url.getHost()), url.getPort());
    var call =
        "POST /v1/queues/%s/reserve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: %d\r\n\r\n%s";
    socket
        .getOutputStream()
        .write(call.formatted(name, PATIENT.length(), PATIENT).getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  static List<String> ids(List<JsonNode> jobs) {
    return jobs.stream().map(job -> job.get("id").textValue()).toList();
  }

  /** Id and lease of a reserved job, as a JSON body. */
  static String claim(JsonNode job) {
    return "{\"id\": %s, \"lease\": %s}".formatted(job.get("id"), job.get("lease"));
  }

  /** The same with further members. */
  static String claim(JsonNode job, String more) {
    var claim = claim(job);
    return claim.substring(0, claim.length() - 1) + ", " + more + "}";
  }
}

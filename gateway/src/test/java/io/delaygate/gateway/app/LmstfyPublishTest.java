package io.delaygate.gateway.app;

import static io.delaygate.gateway.app.LmstfyDoorTest.assertError;
import static io.delaygate.gateway.app.MemoryPublisher.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.service.directory.TopicStatus;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of publishing by clients of lmstfy: single jobs, bulks, and replacements. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyPublishTest {
  private static final String QUEUE = "/api/shop/q";
  private static final String REPLY_QUEUE = "01ARZ3NDEKTSV4RRFFQ69G";

  private final LmstfyClient lmstfy;
  private final MemoryPublisher published;

  LmstfyPublishTest(@TempDir Path folder) {
    lmstfy = LmstfyClient.start(folder);
    published = lmstfy.gateway.publisher;
  }

  @BeforeEach
  void forget() {
    published.records.clear();
  }

  @AfterAll
  void stop() {
    lmstfy.close();
  }

  @Test
  void aPublishIsByTheTokenOfItsNamespace() {
    // When
    lmstfy.put(QUEUE, "x");

    // Then
    assertThat(headers(published.last()))
        .filteredOn(header -> header.startsWith("delay-job-sent-by="))
        .singleElement()
        .asString()
        .endsWith("@shop");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                | 0          | 86400000      | 1
          ?delay=1&ttl=1&tries=2            | 1000       | 1000          | 2
          ?delay=86400                      | 86400000   | 86400000      | 1
          ?delay=0&ttl=0&tries=65535        | 0          | null          | 65535
          ?ttl=4294967295&unknown=x         | 0          | 4294967295000 | 1
          ?delay=315532800&ttl=0            | 315532800000 | null        | 1
          """)
  void aPublishIsAnAcknowledgedJobOfItsQueue(String query, String delay, String ttl, String tries) {
    var answer = lmstfy.put(QUEUE + query, "\0\u00ff", "Content-Type", "text/binary");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.body()).matches("\\{\"job_id\":\"[0-9A-Z]{26}\",\"msg\":\"published\"}");
    assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
    var record = published.last();
    assertThat(new String(record.key(), UTF_8)).isEqualTo("@shop/" + id(answer));
    assertThat(record.value()).isEqualTo("\0\u00ff".getBytes(UTF_8));
    assertThat(headers(record))
        .contains(
            "delay-target-topic=queue.shop.q",
            "delay-ms=" + delay,
            "delay-ack=true",
            "delay-lease-start=reserve",
            "delay-max-attempts=" + tries,
            "delay-backoff=fixed",
            "delay-backoff-initial-ms=0");
    var ttls = headers(record).stream().filter(header -> header.startsWith("delay-ttl-ms"));
    if (ttl.equals("null")) {
      assertThat(ttls).isEmpty();
    } else {
      assertThat(ttls).containsExactly("delay-ttl-ms=" + ttl);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          delay=           | invalid delay
          delay=-1         | invalid delay
          delay=%2B1       | invalid delay
          delay=1.5        | invalid delay
          delay=4294967296 | invalid delay
          delay=315532801&ttl=0 | invalid delay
          ttl=x            | invalid ttl
          ttl=4294967296   | invalid ttl
          ttl=4&delay=5    | ttl is shorter than delay
          delay=86401      | ttl is shorter than delay
          tries=65536      | invalid tries
          tries=           | invalid tries
          tries=0          | tries shouldn't be zero
          delay=x&ttl=x    | invalid delay
          """)
  void whatIsOutOfBoundsIsRefused(String query, String words) {
    assertError(lmstfy.put(QUEUE + "?" + query, "x"), 400, words);
    assertError(lmstfy.put(QUEUE + "/bulk?" + query, "[1]"), 400, words);
    assertError(lmstfy.put(QUEUE + "/job/any?" + query, "x"), 400, words);
    assertThat(published.records).isEmpty();
  }

  @Test
  void anEmptyBodyIsAJobToo() {
    assertThat(lmstfy.put(QUEUE, "").statusCode()).isEqualTo(201);
    assertThat(published.last().value()).isEmpty();
  }

  @Test
  void twoEqualPublishesAreTwoJobsUnlessTheyShareAnIdempotencyKey() {
    assertThat(id(lmstfy.put(QUEUE, "x"))).isNotEqualTo(id(lmstfy.put(QUEUE, "x")));
    var first = lmstfy.put(QUEUE, "x", "Idempotency-Key", "k");
    var again = lmstfy.put(QUEUE, "x", "Idempotency-Key", "k");
    assertThat(first.body()).isEqualTo(again.body());
    assertThat(headers(published.last())).contains("delay-if-exists=ignore");
  }

  @Test
  void aBodyMayHaveOneMebibyteAndNoByteMore() {
    var largest = "x".repeat(1 << 20);
    assertThat(lmstfy.put(QUEUE, largest).statusCode()).isEqualTo(201);
    assertThat(published.last().value()).hasSize(1 << 20);
    assertError(lmstfy.put(QUEUE, "x".repeat((1 << 20) + 1)), 413, "body too large");
  }

  @Test
  void attributesTravelAsHeaders() {
    // Given
    var key = "k".repeat(33);
    var value = "v".repeat(129);

    // When
    lmstfy.put(
        QUEUE, "x", "Enable-Job-Version", "YES", "Job-Attr-Trace", "T1", "job-attr-" + key, value);

    // Then
    assertThat(headers(published.last()))
        .contains("Job-Attr-trace=T1", "Job-Attr-" + "k".repeat(32) + "=" + "v".repeat(128));
    lmstfy.put(QUEUE, "x", "Job-Attr-Trace", "T1");
    assertThat(headers(published.last())).noneMatch(header -> header.startsWith("Job-Attr-"));
  }

  @Test
  void sixteenAttributesAreTakenAndNoMore() {
    assertThat(lmstfy.put(QUEUE, "x", attributes(16)).statusCode()).isEqualTo(201);
    assertError(
        lmstfy.put(QUEUE, "x", attributes(17)), 400, "too many attributes, cannot exceed 16");
  }

  private static String[] attributes(int count) {
    var headers = new String[2 * count + 2];
    headers[0] = "Enable-Job-Version";
    headers[1] = "YES";
    IntStream.range(0, count)
        .forEach(
            i -> {
              headers[2 * i + 2] = "Job-Attr-A" + i;
              headers[2 * i + 3] = "v";
            });
    return headers;
  }

  @Test
  void elementsOfABulkAreJobsInTheirOrder() {
    // When
    var answer =
        lmstfy.put(QUEUE + "/bulk?tries=3", " [ {\"a\" : 1.0} , \"\u00fc\",1e2, null,[2 ]]");

    // Then
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.body()).startsWith("{\"job_ids\":[\"").endsWith("],\"msg\":\"published\"}");
    assertThat(published.records.stream().map(one -> new String(one.value(), UTF_8)))
        .containsExactly("{\"a\" : 1.0}", "\"\u00fc\"", "1e2", "null", "[2 ]");
    var ids = TestGateway.json(answer).get("job_ids");
    IntStream.range(0, 5)
        .forEach(
            i ->
                assertThat(new String(published.records.get(i).key(), UTF_8))
                    .isEqualTo("@shop/" + ids.get(i).textValue()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a":1}  | request body should be an array of objects
          [1       | request body should be an array of objects
          [1] 2    | request body should be an array of objects
          ''       | request body should be an array of objects
          []       | no jobs
          null     | no jobs
          """)
  void whatIsNoArrayOfJobsIsRefused(String body, String words) {
    assertError(lmstfy.put(QUEUE + "/bulk", body), 400, words);
  }

  @Test
  void aBulkHasSixtyFourJobsAtMostAndNoneThatIsTooLarge() {
    assertThat(lmstfy.put(QUEUE + "/bulk", ones(64)).statusCode()).isEqualTo(201);
    published.records.clear();
    assertError(lmstfy.put(QUEUE + "/bulk", ones(65)), 400, "too many jobs");
    var most = (1 << 20) - 2; // with its quotes the element has 1 MiB
    var large = "[1,\"" + "x".repeat(most + 1) + "\"]";
    assertError(lmstfy.put(QUEUE + "/bulk", large), 413, "job too large");
    assertThat(published.records).isEmpty();
    var largest = "[1,\"" + "x".repeat(most) + "\"]";
    assertThat(lmstfy.put(QUEUE + "/bulk", largest).statusCode()).isEqualTo(201);
    assertThat(published.last().value()).hasSize(1 << 20);
  }

  @Test
  void ofABulkNothingIsSentWhereTheTopicOfCommandsTakesLessThanOneOfItsJobs() {
    var topics = lmstfy.gateway.directory.topics;
    var usual = topics.put("delay-requests", new TopicStatus.Writable(16, 1_048_588));
    var large = "\"" + "x".repeat((1 << 20) - 2) + "\"";

    var answer = lmstfy.put(QUEUE + "/bulk", "[1," + large + "]");

    topics.put("delay-requests", usual);
    assertError(answer, 413, "body too large");
    assertThat(published.records).isEmpty();
  }

  private static String ones(int count) {
    return IntStream.range(0, count)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void aPublishThatIsNotStoredIsNoSuccess() throws InterruptedException {
    // Given
    published.holds = true;
    try {
      // When
      var call = CompletableFuture.supplyAsync(() -> lmstfy.put(QUEUE, "x"));
      published.nextWaiting().complete(new PublishResult.NotStored());

      // Then
      assertThat(call.join().statusCode()).isEqualTo(503);
      assertThat(call.join().body()).startsWith("{\"error\":\"");
    } finally {
      published.holds = false;
    }
  }

  @Test
  void aQueueThatIsNamedAfterAJobIsNoTopic() {
    // Given
    var job = id(lmstfy.put(QUEUE, "x"));

    // When
    var answer = lmstfy.put("/api/shop/" + job, "reply");

    // Then
    assertThat(id(answer)).isEqualTo(job + ".reply");
    assertThat(headers(published.last()))
        .contains("delay-target-topic=queue.shop._replies", "delay-if-exists=ignore");
    assertThat(lmstfy.gateway.directory.topics).doesNotContainKey("queue.shop." + job);
    lmstfy.put("/api/shop/" + REPLY_QUEUE + "0000", "x");
    assertThat(headers(published.last()))
        .contains("delay-target-topic=queue.shop." + REPLY_QUEUE + "0000");
  }

  @Test
  void aQueueThatIsNamedAfterAJobWithAnIdempotencyKeyIsNoTopicEither() {
    // Given
    var job = id(lmstfy.put(QUEUE, "x", "Idempotency-Key", "k"));
    assertThat(job).startsWith("idem-").hasSize(48);

    // When
    var answer = lmstfy.put("/api/shop/" + job, "reply");

    // Then
    assertThat(id(answer)).isEqualTo(job + ".reply");
    assertThat(headers(published.last())).contains("delay-target-topic=queue.shop._replies");
    assertThat(lmstfy.gateway.directory.topics).doesNotContainKey("queue.shop." + job);
    for (var other : new String[] {"idem-k", job + "x", "Idem" + job.substring(4)}) {
      lmstfy.put("/api/shop/" + other, "x");
      assertThat(headers(published.last())).contains("delay-target-topic=queue.shop." + other);
    }
  }

  @Test
  void aBulkIsNoWayToAnswerAJobMoreThanOnce() {
    // Given
    var job = id(lmstfy.put(QUEUE, "x"));
    published.records.clear();

    // When
    var two = lmstfy.put("/api/shop/" + job + "/bulk", "[1,2]");
    var one = lmstfy.put("/api/shop/" + job + "/bulk", "[1]");

    // Then
    assertError(two, 400, "a queue that is named after a job can have only that one job");
    assertThat(one.body())
        .isEqualTo("{\"job_ids\":[\"%s.reply\"],\"msg\":\"published\"}".formatted(job));
    assertThat(published.records).hasSize(1);
    assertThat(headers(published.last()))
        .contains("delay-target-topic=queue.shop._replies", "delay-if-exists=ignore");
  }

  @Test
  void aBulkTakesNoIdempotencyKey() {
    var bulk = lmstfy.put(QUEUE + "/bulk", "[1]", "Idempotency-Key", "k");

    assertError(
        bulk,
        400,
        "a bulk publish cannot have an Idempotency-Key; publish the jobs one by one to use it");
    assertThat(published.records).isEmpty();
  }

  @Test
  void aJobOfTheSameIdReplacesTheOneWhosePlaceItTakes() {
    // Given
    var job = id(lmstfy.put(QUEUE, "x", "Idempotency-Key", "k"));
    var replies = "/api/shop/" + job + "/job/";
    published.records.clear();

    // When
    var again = lmstfy.put(QUEUE + "/job/" + job, "y", "Idempotency-Key", "k");
    var reply = lmstfy.put(replies + job + ".reply", "z");

    // Then
    assertThat(id(again)).as(again.body()).isEqualTo(job);
    assertThat(id(reply)).as(reply.body()).isEqualTo(job + ".reply");
    assertThat(published.records).hasSize(2);
    assertThat(published.records.stream().flatMap(one -> headers(one).stream()))
        .noneMatch(header -> header.startsWith("delay-if-exists"))
        .filteredOn(header -> header.startsWith("delay-op"))
        .containsOnly("delay-op=schedule");
  }

  private static String id(HttpResponse<String> answer) {
    return TestGateway.json(answer).path("job_id").asText();
  }
}

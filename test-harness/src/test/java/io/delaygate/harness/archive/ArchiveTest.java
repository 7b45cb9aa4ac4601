package io.delaygate.harness.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.JavaCommand;
import io.delaygate.harness.broker.JavaProcess;
import io.delaygate.harness.dev.DevStackCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the archive of events works as its page says, with Kafka Connect and PostgreSQL. */
@Timeout(240)
class ArchiveTest {
  private static final String DATABASE = "archive";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final int port = FreePorts.chooseRow(7);

  @Test
  void theHistoryOfAJobIsAQuestionOfSql(@TempDir Path dir)
      throws IOException, InterruptedException {
    var page = ArchivePage.read();
    try (var postgres = new PostgresServer();
        var stack = JavaProcess.start(DevStackCommand.of(dir, port))) {
      createTable(postgres, page);
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> assertThat(stack.output()).content().contains("value=hello from HTTP"));

      // Given: an order that was scheduled, changed and cancelled
      schedule("order-4711");
      call("PATCH", "/v1/jobs/order-4711", "{\"delay\":\"2h\"}");
      call("DELETE", "/v1/jobs/order-4711", "");

      // When
      copy(connect(dir, page, postgres.port()), postgres, "order-4711", 3);

      // Then
      assertThat(postgres.sql(DATABASE, page.block("question")).lines())
          .map(line -> line.replaceFirst("^[^|]*\\|", ""))
          .containsExactly(
              "SCHEDULED|SCHEDULED|1|anonymous|demo|",
              "RESCHEDULED|SCHEDULED|2|anonymous|demo|",
              "CANCELLED|CANCELLED|2|anonymous|demo|");
      assertThat(postgres.sql(DATABASE, page.block("late"))).isEmpty();
      assertThat(postgres.sql(DATABASE, page.block("dead"))).isEmpty();

      // When: everything is copied again, because the connector's offsets are lost
      schedule("order-4712");
      copy(connect(dir, page.renamed(), postgres.port()), postgres, "order-4712", 1);

      // Then: no event is there twice
      assertThat(count(postgres, "order-4711")).isEqualTo("3");
      postgres.sql(DATABASE, page.block("old"));
    }
  }

  /** In the name of the user that the connector has. */
  private static void createTable(PostgresServer postgres, ArchivePage page) {
    postgres.sql("postgres", "CREATE USER archive");
    postgres.sql("postgres", "CREATE DATABASE archive OWNER archive");
    postgres.sql(DATABASE, "SET ROLE archive; " + page.block("table"));
  }

  /** Runs the connector until the table has so many events of a job, and those of the stack. */
  private static void copy(JavaCommand command, PostgresServer postgres, String id, int events) {
    try (var connect = JavaProcess.start(command)) {
      Awaitility.await()
          .atMost(LIMIT)
          .untilAsserted(
              () -> {
                assertThat(count(postgres, id)).as(connect.outputTail()).isEqualTo("" + events);
                assertThat(count(postgres, "demo-by-http")).isEqualTo("2");
              });
      connect.terminate();
      connect.awaitExit(LIMIT);
    }
  }

  private static String count(PostgresServer postgres, String id) {
    var sql = "SELECT count(*) FROM delay_events WHERE job_id = '%s'";
    return postgres.sql(DATABASE, sql.formatted(id));
  }

  private void schedule(String id) throws IOException, InterruptedException {
    var job = "{\"target\":{\"topic\":\"demo\"},\"delay\":\"1h\"}";
    call("PUT", "/v1/jobs/%s?wait=true".formatted(id), job);
  }

  private JavaCommand connect(Path dir, ArchivePage page, int database) throws IOException {
    var jars = System.getProperty("connect.jars");
    Assumptions.assumeTrue(jars != null, "Kafka Connect is missing: add -Pconnect");
    var worker =
        page.block(
            "worker",
            "localhost:9092",
            "127.0.0.1:" + port,
            ":8083",
            ":" + (port + 6),
            "/var/lib/connect/offsets",
            dir.resolve("offsets").toString());
    var sink = page.block("archive", "127.0.0.1:5432", "127.0.0.1:" + database);
    Files.writeString(dir.resolve("worker.properties"), worker);
    Files.writeString(dir.resolve("archive.properties"), sink);
    return new JavaCommand(
        "org.apache.kafka.connect.cli.ConnectStandalone",
        List.of(
            dir.resolve("worker.properties").toString(),
            dir.resolve("archive.properties").toString()),
        List.of(
            "-Xmx256m",
            "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile")),
        jars + "/*",
        dir.resolve("connect.log"));
  }

  private void call(String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + (port + 1) + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
  }
}

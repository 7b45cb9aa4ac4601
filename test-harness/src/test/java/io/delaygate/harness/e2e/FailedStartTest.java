package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.scheduler.app.Scheduler.Clocks;
import io.delaygate.scheduler.app.SchedulerService;
import io.delaygate.scheduler.settings.SchedulerSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of failed starts of a scheduler: no thread and no port stays behind. */
@KafkaTest
@Timeout(180)
class FailedStartTest {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final Path state;
  private final Installation delaygate;

  FailedStartTest(@TempDir Path state, KafkaCluster cluster) {
    this.state = state;
    delaygate = new Installation(cluster, state, 1);
  }

  @AfterEach
  void close() {
    delaygate.close();
  }

  @Test
  void aPortOfMetricsThatIsTaken() throws IOException {
    try (var taken = taken(0)) {
      assertFails(Map.of("http.port", "" + taken.getLocalPort()));
    }
  }

  @Test
  void aPortOfQueriesThatIsTaken() throws IOException {
    int metrics;
    try (var free = taken(0)) {
      metrics = free.getLocalPort();
    }
    try (var taken = taken(0)) {
      assertFails(Map.of("http.port", "" + metrics, "query.port", "" + taken.getLocalPort()));
    }
    try (var again = taken(metrics)) {
      assertThat(again.isBound()).isTrue();
    }
  }

  @Test
  void aFolderOfStoresThatIsAFile() throws IOException {
    var file = Files.writeString(state.resolve("file"), "");
    assertFails(Map.of("state.dir", file.toString()));
  }

  @Test
  void topicsThatAreMissing() {
    delaygate.topics().delete(delaygate.names().replies());
    assertFails(Map.of());
  }

  private void assertFails(Map<String, String> more) {
    var settings = SchedulerSettings.of(delaygate.settings("one", more));
    var clocks = new Clocks(System::currentTimeMillis, System::nanoTime);
    // threads that a thread starts belong to its group, which other tests do not use
    var threads = new ThreadGroup("failed start");
    var start = new FutureTask<>(() -> SchedulerService.start(settings, clocks));

    new Thread(threads, start).start();

    assertThatThrownBy(start::get).hasCauseInstanceOf(RuntimeException.class);
    Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThat(names(threads)).isEmpty());
  }

  private static List<String> names(ThreadGroup group) {
    var threads = new Thread[group.activeCount() + 8];
    var count = group.enumerate(threads);
    return Arrays.stream(threads, 0, count).map(Thread::getName).toList();
  }

  private static ServerSocket taken(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}

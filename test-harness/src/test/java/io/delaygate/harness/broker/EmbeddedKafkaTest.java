package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedKafkaTest {

  @Test
  void deliversWhatWasProduced() throws Exception {
    // Given
    try (var kafka = EmbeddedKafka.start(BrokerOptions.singleNode());
        var topics = new Topics(kafka)) {
      topics.create("greetings", 1);

      // When
      Records.write(kafka, "greetings", "hello");

      // Then
      assertThat(Records.read(kafka, "greetings", 1)).containsExactly("hello");
    }
  }

  @Test
  void keepsDataAndAddressOverARestartOnTheSameDirectory(@TempDir Path dir) throws Exception {
    // Given
    int port = FreePorts.choose(1).get(0);
    BrokerOptions options = BrokerOptions.singleNode().withPort(port).withDataDir(dir);
    try (var kafka = EmbeddedKafka.start(options);
        var topics = new Topics(kafka)) {
      topics.create("kept", 1);
      Records.write(kafka, "kept", "before");
    }

    // When
    try (var again = EmbeddedKafka.start(options)) {

      // Then
      assertThat(again.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
      assertThat(Records.read(again, "kept", 1)).containsExactly("before");
    }
  }

  @Test
  void leavesNoTemporaryDataBehind() {
    // Given
    var kafka = EmbeddedKafka.start(BrokerOptions.singleNode());
    Path dir = kafka.dataDir();

    // When
    kafka.close();
    kafka.close();

    // Then
    assertThat(dir).doesNotExist();
  }

  @Test
  void closesWithoutAQuorum() {
    // Given
    var kafka = EmbeddedKafka.start(BrokerOptions.nodes(3));
    kafka.stopNode(1);
    kafka.stopNode(2);

    // When
    kafka.close();

    // Then
    assertThat(kafka.dataDir()).doesNotExist();
  }

  @Test
  void failsWithTheCauseWhenItsPortIsTaken() throws Exception {
    // Given
    int port = FreePorts.choose(1).get(0);
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      BrokerOptions options = BrokerOptions.singleNode().withPort(taken.getLocalPort());

      // When
      assertThatThrownBy(() -> EmbeddedKafka.start(options))

          // Then
          .isInstanceOf(IllegalStateException.class)
          .rootCause()
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void failsWithTheCauseWhenThreeNodesCannotAllStart() throws Exception {
    // Given
    int port = FreePorts.choose(1).get(0);
    try (var taken = new ServerSocket(port + 2, 1, InetAddress.getLoopbackAddress())) {
      BrokerOptions options = BrokerOptions.nodes(3).withPort(taken.getLocalPort() - 2);

      // When
      assertThatThrownBy(() -> EmbeddedKafka.start(options))

          // Then
          .isInstanceOf(IllegalStateException.class)
          .rootCause()
          .hasMessageContaining("Address already in use");
    }
  }

  @Test
  void failsWithTheCauseWhenTheDataIsUnreadable(@TempDir Path dir) throws Exception {
    // Given
    Path nodeDir = Files.createDirectories(dir.resolve("node-1"));
    Files.writeString(
        nodeDir.resolve("meta.properties"), "version=1\ncluster.id=other\nnode.id=1\n");

    // When
    assertThatThrownBy(() -> EmbeddedKafka.start(BrokerOptions.singleNode().withDataDir(dir)))

        // Then
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("other");
  }

  @Test
  void refusesADirectoryOfAnotherPort(@TempDir Path dir) {
    // Given
    BrokerOptions options = BrokerOptions.singleNode().withDataDir(dir);
    ClusterLayout.of(DataDirectory.open(options), options.withPort(19_092));

    // When
    assertThatThrownBy(() -> EmbeddedKafka.start(options.withPort(19_093)))

        // Then
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("19092");
  }
}

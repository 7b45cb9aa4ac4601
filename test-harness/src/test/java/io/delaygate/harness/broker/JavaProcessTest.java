package io.delaygate.harness.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class JavaProcessTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private final Path dir;

  JavaProcessTest(@TempDir Path dir) {
    this.dir = dir;
  }

  @Test
  void shutdownHooksRunOnTerminate() throws Exception {
    try (var server = server();
        var child = JavaProcess.start(calling(Child.class, server));
        var line = server.accept()) {
      // Given
      assertThat(line.getInputStream().read()).isEqualTo('+');

      // When
      child.terminate();

      // Then
      assertThat(child.awaitExit(LIMIT)).isEqualTo(128 + 15);
      assertThat(child.outputTail()).contains("hook ran");
    }
  }

  @Test
  void shutdownHooksDoNotRunOnKill() throws Exception {
    try (var server = server();
        var child = JavaProcess.start(calling(Child.class, server));
        var line = server.accept()) {
      // Given
      assertThat(line.getInputStream().read()).isEqualTo('+');

      // When
      child.kill();

      // Then
      assertThat(child.exitStatus()).isEqualTo(128 + 9);
      assertThat(child.outputTail()).doesNotContain("hook ran");
    }
  }

  @Test
  void aChildDiesWithItsKilledParent() throws Exception {
    try (var server = server();
        var parent = JavaProcess.start(calling(Parent.class, server));
        var line = server.accept()) {
      // Given
      line.setSoTimeout((int) LIMIT.toMillis());
      assertThat(line.getInputStream().read()).isEqualTo('+');

      // When
      parent.kill();

      // Then
      assertThat(readAfterDeath(line)).isEqualTo(-1);
    }
  }

  @Test
  void showsTheOutputOfAProcessThatDoesNotEnd() throws Exception {
    try (var server = server();
        var child = JavaProcess.start(calling(Child.class, server));
        var line = server.accept()) {
      // Given
      assertThat(line.getInputStream().read()).isEqualTo('+');

      // When
      assertThatThrownBy(() -> child.awaitExit(Duration.ofMillis(1)))

          // Then
          .hasMessageContaining("is still running")
          .hasMessageContaining("connected");
    }
  }

  private ServerSocket server() throws IOException {
    var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server.setSoTimeout((int) LIMIT.toMillis());
    return server;
  }

  private JavaCommand calling(Class<?> main, ServerSocket server) {
    return JavaCommand.of(main, dir.resolve("output"))
        .withArguments(List.of(String.valueOf(server.getLocalPort()), dir.toString()))
        .withJvmFlags("-Xmx64m", "-XX:TieredStopAtLevel=1");
  }

  private static int readAfterDeath(Socket line) throws IOException {
    try {
      return line.getInputStream().read();
    } catch (java.net.SocketException reset) {
      return -1;
    }
  }

  /** Main class of a child that connects to the test and then waits. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      ParentWatch.haltWithParent();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
      int port = Integer.parseInt(args[0]);
      try (var line = new Socket(InetAddress.getLoopbackAddress(), port)) {
        System.out.println("connected");
        line.getOutputStream().write('+');
        line.getInputStream().read();
      }
    }
  }

  /** Main class of a parent that starts a {@link Child} and waits for its end. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws Exception {
      ParentWatch.haltWithParent();
      var command =
          JavaCommand.of(Child.class, Path.of(args[1], "child-output"))
              .withArguments(List.of(args));
      try (var child = JavaProcess.start(command)) {
        child.awaitExit(LIMIT);
      }
    }
  }
}

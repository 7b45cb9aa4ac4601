package io.delaygate.harness.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.network.ProxyLink.Cut;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpProxyTest {
  private static final int SHORT_MS = 300;

  private final TcpProxy proxy = new TcpProxy();
  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final int port = FreePorts.chooseRow(1);
  private final ProxyLink link = proxy.link(port, server.getLocalPort());

  TcpProxyTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    proxy.close();
    server.close();
  }

  @Test
  void passesBytesOnInBothDirections() throws IOException {
    try (var client = connect();
        var served = server.accept()) {
      var many = new byte[1 << 20];
      Arrays.fill(many, (byte) 7);
      var sending = new Thread(() -> write(client, many));
      sending.start();

      assertThat(served.getInputStream().readNBytes(many.length)).isEqualTo(many);
      write(served, "answer".getBytes(UTF_8));
      assertThat(client.getInputStream().readNBytes(6)).asString(UTF_8).isEqualTo("answer");
    }
  }

  @Test
  void endsWithEitherSide() throws IOException {
    try (var client = connect()) {
      server.accept().close();

      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void deliversAfterAStallWhatWasSentMeanwhile() throws IOException {
    try (var client = connect();
        var served = server.accept()) {
      link.cut("one", Cut.STALL);
      link.cut("other", Cut.STALL);
      write(client, "late".getBytes(UTF_8));
      served.setSoTimeout(SHORT_MS);
      assertThatThrownBy(() -> served.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      link.heal("one");
      assertThatThrownBy(() -> served.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      link.heal("other");

      served.setSoTimeout(0);
      assertThat(served.getInputStream().readNBytes(4)).asString(UTF_8).isEqualTo("late");
    }
  }

  @Test
  void resetsOldConnectionsAndNewOnes() throws IOException {
    try (var client = connect();
        var served = server.accept()) {
      link.cut("one", Cut.RESET);

      assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketException.class);
      assertThatThrownBy(() -> served.getInputStream().read()).isInstanceOf(SocketException.class);
    }
    assertThatThrownBy(
            () -> {
              try (var client = connect()) {
                client.getInputStream().read();
              }
            })
        .isInstanceOf(SocketException.class);
    link.heal("one");
    passesBytesOnInBothDirections();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }
}

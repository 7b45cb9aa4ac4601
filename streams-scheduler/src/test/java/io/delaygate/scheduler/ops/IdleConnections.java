package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Kept connections to a port, each of which was answered once. */
public final class IdleConnections implements AutoCloseable {
  private static final String CALL = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();

  /** Opens none yet. */
  public IdleConnections(int port) {
    this.port = port;
  }

  /** Opens connections, each after the answer on the one before. */
  public void open(int count) throws IOException {
    for (var i = 0; i < count; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(CALL.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }

  /** Whether the first connection is closed within this time. */
  public boolean isFirstClosed(int withinMs) throws IOException {
    var first = sockets.get(0);
    first.setSoTimeout(withinMs);
    try {
      first.getInputStream().readAllBytes();
      return true;
    } catch (SocketTimeoutException open) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    for (var socket : sockets) {
      socket.close();
    }
  }
}

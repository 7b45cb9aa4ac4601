package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections to a port, each of which was answered once and is kept. */
public final class IdleConnections implements AutoCloseable {
  private static final String CALL = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();

  /** Makes none yet. */
  public IdleConnections(int port) {
    this.port = port;
  }

  /** Makes so many, each answered before the next. */
  public void open(int count) throws IOException {
    for (var i = 0; i < count; i++) {
      var socket = new Socket(InetAddress.getLoopbackAddress(), port);
      sockets.add(socket);
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(CALL.getBytes(StandardCharsets.US_ASCII));
      assertThat(socket.getInputStream().read()).isEqualTo('H');
    }
  }

  /** Whether the first is closed before a time is over. */
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

package io.delaygate.scheduler.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Kept connections to a port, each of which was answered once. */
public final class IdleConnections implements AutoCloseable {
  private static final String CALL = "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static final int FIRST = 10;

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

  /**
   * Whether one of the first connections is closed within this time. Which of them was idle first
   * depends on the server's threads.
   */
  public boolean isOneOfTheFirstClosed(int withinMs) throws IOException {
    var deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    do {
      for (var socket : sockets.subList(0, FIRST)) {
        if (isClosed(socket)) {
          return true;
        }
      }
    } while (System.nanoTime() - deadline < 0);
    return false;
  }

  private static boolean isClosed(Socket socket) throws IOException {
    socket.setSoTimeout(20);
    try {
      socket.getInputStream().readAllBytes();
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

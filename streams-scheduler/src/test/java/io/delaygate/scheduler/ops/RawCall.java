package io.delaygate.scheduler.ops;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** One HTTP call as text on a socket, with headers that an HTTP client would not send. */
public final class RawCall {
  private RawCall() {}

  /**
   * The answer to a GET, head and body.
   *
   * @param headers separated by semicolons
   */
  public static String get(int port, String path, String headers) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      var call = "GET " + path + " HTTP/1.1\r\n" + headers.replaceAll("; *", "\r\n");
      socket.getOutputStream().write((call + "\r\nConnection: close\r\n\r\n").getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}

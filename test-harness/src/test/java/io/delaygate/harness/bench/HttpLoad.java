package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * One kept-alive connection that calls again and again. Written by hand, because on two cores the
 * client's costs are the server's loss, and the JDK's client takes more than the gateway.
 */
final class HttpLoad implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;
  private final String path;

  HttpLoad(int port, String path) {
    try {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      this.in = new BufferedInputStream(socket.getInputStream());
      this.path = path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Posts a body and reads the answer. */
  int post(String body) {
    var bytes = body.getBytes(UTF_8);
    var head =
        "POST %s HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(path, bytes.length)
            .getBytes(ISO_8859_1);
    var all = new byte[head.length + bytes.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(bytes, 0, all, head.length, bytes.length);
    try {
      socket.getOutputStream().write(all);
      return answer();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The status, once the whole answer is read. */
  private int answer() throws IOException {
    var status = Integer.parseInt(line().substring(9, 12));
    var length = 0;
    var isChunked = false;
    for (var line = line(); !line.isEmpty(); line = line()) {
      var header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
      isChunked |= header.equals("transfer-encoding: chunked");
    }
    if (isChunked) {
      skipChunks();
    } else {
      in.skipNBytes(length);
    }
    return status;
  }

  /** Each with its size in front, the last one empty, and each with an empty line behind. */
  private void skipChunks() throws IOException {
    var size = 0;
    do {
      size = Integer.parseInt(line().strip(), 16);
      in.skipNBytes(size);
      line();
    } while (size > 0);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (var c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the gateway closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

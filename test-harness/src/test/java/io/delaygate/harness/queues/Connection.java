package io.delaygate.harness.queues;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;

/**
 * One kept-alive connection that calls again and again, and can be cut in the middle of a call.
 * Written by hand, because on two cores the client's costs are the server's loss, and the JDK's
 * client takes more than the gateway. For one thread.
 */
public final class Connection implements AutoCloseable {
  /** No call of these tests waits longer: what is not answered by then is lost. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Socket socket;
  private final InputStream in;

  /** Connects to a gateway of this machine. */
  public Connection(int port) {
    try {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) LIMIT.toMillis());
      this.in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An answer, as it came. */
  public record Answer(int status, String body) {}

  /** Calls and reads the answer. */
  public Answer call(String method, String path, String body) {
    send(method, path, body);
    return answer();
  }

  /** Posts a body and reads the answer. */
  public Answer post(String path, String body) {
    return call("POST", path, body);
  }

  /** Posts a body; the answer is for {@link #answer}, or for nobody. */
  public void send(String path, String body) {
    send("POST", path, body);
  }

  private void send(String method, String path, String body) {
    var bytes = body.getBytes(UTF_8);
    var head =
        "%s %s HTTP/1.1\r\nHost: gateway\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
            .formatted(method, path, bytes.length)
            .getBytes(ISO_8859_1);
    var all = new byte[head.length + bytes.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(bytes, 0, all, head.length, bytes.length);
    try {
      socket.getOutputStream().write(all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the whole answer to the call that was sent before. */
  public Answer answer() {
    try {
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer read() throws IOException {
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
    return new Answer(status, new String(isChunked ? chunks() : bytes(length), UTF_8));
  }

  /** Each with its size in front, the last one empty, and each with an empty line behind. */
  private byte[] chunks() throws IOException {
    var all = new ByteArrayOutputStream();
    var size = 0;
    do {
      size = Integer.parseInt(line().strip(), 16);
      all.writeBytes(bytes(size));
      line();
    } while (size > 0);
    return all.toByteArray();
  }

  private byte[] bytes(int length) throws IOException {
    var bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the gateway closed the connection");
    }
    return bytes;
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

  /** Cuts it, whatever is under way. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

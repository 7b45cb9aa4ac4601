package io.delaygate.harness.queues;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;

/**
 * Kept-alive connection that makes one call after another, and can be cut during a call.
 * Hand-written, because on two cores the client's cost reduces the server's rate, and the JDK's
 * client costs more than the gateway. For one thread.
 */
public final class Connection implements AutoCloseable {
  /** Longer than any call of these tests; an answer that is not there by then is lost. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private final Socket socket;
  private final InputStream in;

  /** Buffer; bytes between the two positions are not read yet. */
  private byte[] arrived = new byte[16 << 10];

  private int from;
  private int to;

  /** Connects to a gateway of this machine. */
  public Connection(int port) {
    try {
      this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) LIMIT.toMillis());
      this.in = socket.getInputStream();
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

  /** Posts a body; {@link #answer} may read the answer. */
  public void send(String path, String body) {
    send("POST", path, body);
  }

  private void send(String method, String path, String body) {
    try {
      socket.getOutputStream().write(request(method, path, body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Bytes of a call. */
  public static byte[] request(String method, String path, String body) {
    var bytes = body.getBytes(UTF_8);
    var head =
        (method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
            .concat("Content-Length: " + bytes.length + "\r\n\r\n")
            .getBytes(ISO_8859_1);
    var all = Arrays.copyOf(head, head.length + bytes.length);
    System.arraycopy(bytes, 0, all, head.length, bytes.length);
    return all;
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
    var head = AnswerHead.of(arrived, from, to);
    while (head.isEmpty()) {
      more();
      head = AnswerHead.of(arrived, from, to);
    }
    from += head.get().bytes();
    var body = head.get().body();
    var bytes = body == AnswerHead.CHUNKED ? chunks() : bytes(body);
    return new Answer(head.get().status(), new String(bytes, UTF_8));
  }

  /**
   * Reads a chunked body: each chunk follows its size and ends with a line end; the last one is
   * empty.
   */
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

  private String line() throws IOException {
    var length = 0;
    do {
      length++;
      await(length);
    } while (arrived[from + length - 1] != '\n');
    return new String(bytes(length), ISO_8859_1);
  }

  private byte[] bytes(int count) throws IOException {
    await(count);
    from += count;
    return Arrays.copyOfRange(arrived, from - count, from);
  }

  private void await(int bytes) throws IOException {
    while (to - from < bytes) {
      more();
    }
  }

  /** Reads more bytes, over those that are already used. */
  private void more() throws IOException {
    System.arraycopy(arrived, from, arrived, 0, to - from);
    to -= from;
    from = 0;
    if (to == arrived.length) {
      arrived = Arrays.copyOf(arrived, 2 * to);
    }
    var length = in.read(arrived, to, arrived.length - to);
    if (length < 0) {
      throw new EOFException("the gateway closed the connection");
    }
    to += length;
  }

  /** Closes the connection, also during a call. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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
 * One kept-alive connection that calls again and again, and can be cut in the middle of a call.
 * Written by hand, because on two cores the client's costs are the server's loss, and the JDK's
 * client takes more than the gateway. For one thread.
 */
public final class Connection implements AutoCloseable {
  /** No call of these tests waits longer: what is not answered by then is lost. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private final Socket socket;
  private final InputStream in;

  /** From the one to the other is not read yet. */
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

  /** Posts a body; the answer is for {@link #answer}, or for nobody. */
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

  /** As it goes over the line. */
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

  /** Waits for more; what was read makes room. */
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

package io.delaygate.harness.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.harness.bench.Calls.Call;
import io.delaygate.harness.queues.AnswerHead;
import io.delaygate.harness.queues.Connection;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * Kept-alive connection that repeats one call without blocking. It checks the status of each
 * answer, and finds its end. For one thread.
 */
final class Caller implements AutoCloseable {
  /** Size of the largest answer, that to a batch of 100. */
  private static final int ANSWER_BYTES = 256 << 10;

  private final SocketChannel channel;
  private final ByteBuffer request;
  private final ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES);
  private boolean waits;
  private long at;

  /** Connects to a gateway of this machine. */
  Caller(int port, Call call, Selector selector) throws IOException {
    var bytes = Connection.request(call.method(), call.path(), call.body());
    this.request = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    this.channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
  }

  /** Planned start of the present or next call, by {@link System#nanoTime}. */
  long at() {
    return at;
  }

  void callAt(long at) {
    this.at = at;
  }

  /** Whether a call is still unanswered. */
  boolean waits() {
    return waits;
  }

  /** Sends the call; blocks while the gateway does not read. */
  void send() throws IOException {
    waits = true;
    request.flip();
    while (request.hasRemaining()) {
      channel.write(request);
    }
  }

  /** Reads from the connection; true if the answer is complete. */
  boolean read() throws IOException {
    if (channel.read(answer) < 0) {
      throw new EOFException("the gateway closed the connection");
    }
    if (!answer.hasRemaining()) {
      throw new IllegalStateException("an answer is larger than " + ANSWER_BYTES + " bytes");
    }
    var head = AnswerHead.of(answer.array(), 0, answer.position()).orElse(null);
    if (head == null || answer.position() < head.bytes() + head.body()) {
      return false;
    }
    if (head.status() / 100 != 2 || head.body() == AnswerHead.CHUNKED) {
      var text = new String(answer.array(), 0, answer.position(), UTF_8);
      throw new IllegalStateException("the gateway says " + text);
    }
    answer.clear();
    waits = false;
    return true;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

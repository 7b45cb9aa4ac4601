package io.delaygate.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of Jetty alone: what {@link DisconnectAwareEndPoint}, {@link PendingCallIdleGuard} and
 * {@link ResponseBufferHandler} assume of it. An update that behaves differently fails here first.
 * Last seen with Jetty 12.1.12.
 */
@Timeout(60)
class JettyAssumptionsTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

  /** Wait after which nothing more is expected. */
  private static final long NOTHING_MS = 500;

  /** More than the buffers of both sockets. */
  private static final int LARGE = 16 << 20;

  private final Server server = new Server();
  private final Connector connector = new Connector(server);
  private final List<Socket> sockets = new ArrayList<>();
  private final BlockingQueue<Waiting> arrived = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

  /** Call that its handler has not answered. */
  private record Waiting(Request request, Response response, Callback callback) {
    void answer() {
      response.write(true, ByteBuffer.wrap("done".getBytes(UTF_8)), callback);
    }

    WatchedEndPoint endPoint() {
      return (WatchedEndPoint) request.getConnectionMetaData().getConnection().getEndPoint();
    }
  }

  /** End point that remembers what Jetty does with it. */
  private static final class WatchedEndPoint extends SocketChannelEndPoint {
    private final BlockingQueue<Integer> filled = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> expired = new LinkedBlockingQueue<>();

    WatchedEndPoint(
        SocketChannel channel, ManagedSelector selector, SelectionKey key, Connector of) {
      super(channel, selector, key, of.getScheduler());
    }

    @Override
    public int fill(ByteBuffer buffer) throws IOException {
      var length = super.fill(buffer);
      filled.add(length);
      return length;
    }

    @Override
    public void fillInterested(Callback callback) {
      asked.add("fillInterested");
      super.fillInterested(callback);
    }

    @Override
    public boolean tryFillInterested(Callback callback) {
      asked.add("tryFillInterested");
      return super.tryFillInterested(callback);
    }

    boolean watch(Callback callback) {
      return super.tryFillInterested(callback);
    }

    @Override
    public boolean isFillInterested() {
      asked.add("isFillInterested");
      return super.isFillInterested();
    }

    @Override
    protected void onIdleExpired(TimeoutException why) {
      expired.add("expired");
    }
  }

  private static final class Connector extends ServerConnector {
    Connector(Server server) {
      super(server);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
        SocketChannel channel, ManagedSelector selector, SelectionKey key) {
      var endPoint = new WatchedEndPoint(channel, selector, key, this);
      endPoint.setIdleTimeout(getIdleTimeout());
      return endPoint;
    }
  }

  /** Handler that leaves all calls unanswered. */
  private final class Asynchronous extends Handler.Abstract.NonBlocking {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Request.addCompletionListener(request, failure -> ended.add("ended"));
      return arrived.add(new Waiting(request, response, callback));
    }
  }

  private void start(Handler handler) throws Exception {
    server.addConnector(connector);
    server.setHandler(handler);
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    for (var socket : sockets) {
      socket.close();
    }
    server.stop();
  }

  /**
   * While a call is handled, Jetty reads nothing and does not notice that the client disconnects.
   * This is why {@link DisconnectAwareEndPoint} exists.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/238">no read interest</a>
   */
  @Test
  void jettyDoesNotReadWhileACallIsHandled() throws Exception {
    start(new Asynchronous());
    var socket = send(GET);
    var call = arrived.take();
    call.endPoint().filled.clear();

    socket.close();

    assertThat(ended.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
    assertThat(call.endPoint().filled).isEmpty();
  }

  /**
   * {@link DisconnectAwareEndPoint} may register an interest of its own meanwhile, which succeeds
   * when bytes or the end of the stream arrive.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/238">no read interest</a>
   */
  @Test
  void anInterestMayBeRegisteredWhileACallIsHandled() throws Exception {
    start(new Asynchronous());
    var socket = send(GET);
    var endPoint = arrived.take().endPoint();
    var seen = new LinkedBlockingQueue<String>();

    assertThat(endPoint.watch(Callback.from(() -> seen.add("readable"), why -> seen.add("failed"))))
        .isTrue();
    assertThat(endPoint.watch(Callback.NOOP)).as("a second interest").isFalse();
    socket.close();

    assertThat(seen.take()).isEqualTo("readable");
    assertThat(endPoint.getChannel().read(ByteBuffer.allocate(1))).isEqualTo(-1);
  }

  /**
   * {@link DisconnectAwareEndPoint} takes its interest back by failing it, and tells Jetty of bytes
   * that it kept by {@code fillable}.
   *
   * @see <a href="https://jetty.org/docs/jetty/12.1/programming-guide/arch/io.html">end points</a>
   */
  @Test
  void anInterestThatFailedMakesRoomForTheNext() throws Exception {
    start(new Asynchronous());
    send(GET);
    var endPoint = arrived.take().endPoint();
    var seen = new LinkedBlockingQueue<String>();
    endPoint.watch(Callback.from(() -> seen.add("readable"), why -> seen.add("failed")));

    endPoint.getFillInterest().onFail(new IOException("taken back"));
    assertThat(seen.take()).isEqualTo("failed");
    assertThat(endPoint.watch(Callback.from(() -> seen.add("again"), why -> {}))).isTrue();
    endPoint.getFillInterest().fillable();

    assertThat(seen.take()).isEqualTo("again");
  }

  /**
   * {@link DisconnectAwareEndPoint} ends its watch where Jetty begins to read, or asks whether it
   * does: in one of these three methods, each after an answer.
   *
   * @see <a href="https://jetty.org/docs/jetty/12.1/programming-guide/arch/io.html">end points</a>
   */
  @Test
  void jettyReadsTheNextCallByTheInterestOfTheEndPoint() throws Exception {
    start(new Asynchronous());
    var socket = send(GET);
    var call = arrived.take();
    call.endPoint().asked.clear();

    call.answer();

    await().until(() -> !call.endPoint().asked.isEmpty());
    assertThat(call.endPoint().asked)
        .containsAnyOf("fillInterested", "tryFillInterested", "isFillInterested");
    socket.getOutputStream().write(GET.getBytes(US_ASCII));
    assertThat(arrived.take().endPoint()).isSameAs(call.endPoint());
  }

  /**
   * Jetty reads a reset as the end of the stream, as if the client had read everything. This is why
   * {@link DisconnectAwareEndPoint} reads itself.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/12550">a log that shows it</a>
   */
  @Test
  void aResetIsReadAsAnEnd() throws Exception {
    start(new Asynchronous());
    var socket = send(GET);
    var call = arrived.take();
    call.endPoint().filled.clear();

    socket.setSoLinger(true, 0);
    socket.close();
    var readable = new CountDownLatch(1);
    call.endPoint().watch(Callback.from(readable::countDown));
    readable.await();

    assertThat(call.endPoint().fill(ByteBuffer.allocate(1).flip())).isEqualTo(-1);
  }

  /**
   * {@link DisconnectAwareEndPoint} keeps a connection by overriding {@code onIdleExpired}, which
   * Jetty calls again after the next time-out.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/9169">idle time-outs of calls</a>
   */
  @Test
  void anIdleTimeoutIsLeftToTheEndPoint() throws Exception {
    connector.setIdleTimeout(200);
    start(new Asynchronous());
    var socket = send(GET);
    var call = arrived.take();

    assertThat(call.endPoint().expired.take()).isEqualTo("expired");
    assertThat(call.endPoint().expired.take()).isEqualTo("expired");

    assertThat(call.endPoint().isOpen()).isTrue();
    call.answer();
    assertThat(line(socket)).startsWith("HTTP/1.1 200");
  }

  /**
   * {@link ResponseBufferHandler} gets each piece of an answer by {@code write} of its wrapper, the
   * last one marked, also if it is empty.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/10483">BufferedResponseHandler</a>
   * @see <a href="https://github.com/jetty/jetty.project/issues/13329">the last write</a>
   */
  @Test
  void aWrapperOfTheResponseSeesEachWrite() throws Exception {
    var written = new LinkedBlockingQueue<String>();
    start(
        new Handler.Wrapper(new Asynchronous()) {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            return super.handle(request, new Recorded(request, response, written), callback);
          }
        });
    var socket = send(GET);
    var call = arrived.take();

    call.response().write(false, ByteBuffer.wrap("ab".getBytes(UTF_8)), Callback.NOOP);
    call.response().write(true, null, call.callback());

    assertThat(List.of(written.take(), written.take())).containsExactly("2 false", "0 true");
    assertThat(line(socket)).startsWith("HTTP/1.1 200");
    assertThat(ended.take()).isEqualTo("ended");
  }

  private static final class Recorded extends Response.Wrapper {
    private final BlockingQueue<String> written;

    Recorded(Request request, Response response, BlockingQueue<String> written) {
      super(request, response);
      this.written = written;
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer bytes, Callback callback) {
      written.add((bytes == null ? 0 : bytes.remaining()) + " " + last);
      super.write(last, bytes, callback);
    }
  }

  /**
   * {@link ResponseBufferHandler} aborts an answer that is not read by closing its end point, which
   * fails the write.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/1973">no least rate of writes</a>
   */
  @Test
  void closingTheEndPointFailsTheWriteUnderWay() throws Exception {
    start(new Asynchronous());
    send(GET);
    var call = arrived.take();
    var failed = new LinkedBlockingQueue<Throwable>();
    call.response()
        .write(true, ByteBuffer.allocate(LARGE), Callback.from(() -> {}, why -> failed.add(why)));

    assertThat(failed.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
    call.endPoint().close(new TimeoutException("not read"));

    assertThat(failed.take()).isNotNull();
    call.callback().failed(new IOException("not read"));
    assertThat(ended.take()).isEqualTo("ended");
  }

  private Socket send(String text) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private static String line(Socket socket) throws IOException {
    var line = new StringBuilder();
    for (var octet = socket.getInputStream().read();
        octet > '\r';
        octet = socket.getInputStream().read()) {
      line.append((char) octet);
    }
    return line.toString();
  }
}

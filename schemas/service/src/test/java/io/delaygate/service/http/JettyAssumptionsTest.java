package io.delaygate.service.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of Jetty alone: what {@link ArrivalEndPoint}, {@link BoundedConnector}, {@link CallSlots}
 * and {@link EagerBodyHandler} assume of it. An update that behaves differently fails here first.
 * Last seen with Jetty 12.1.12.
 */
@Timeout(60)
class JettyAssumptionsTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String HALF = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nab";

  /** Wait after which nothing more is expected. */
  private static final long NOTHING_MS = 500;

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
  }

  /** Connector that remembers its end points and what they read. */
  private static final class Connector extends ServerConnector {
    private final List<EndPoint> made = new CopyOnWriteArrayList<>();
    private final List<Integer> filled = new CopyOnWriteArrayList<>();
    private final List<Integer> connectedWhenOpened = new CopyOnWriteArrayList<>();

    Connector(Server server) {
      super(server);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
        SocketChannel channel, ManagedSelector selector, SelectionKey key) {
      var endPoint =
          new SocketChannelEndPoint(channel, selector, key, getScheduler()) {
            @Override
            public int fill(ByteBuffer buffer) throws IOException {
              var length = super.fill(buffer);
              filled.add(length);
              return length;
            }
          };
      endPoint.setIdleTimeout(getIdleTimeout());
      made.add(endPoint);
      return endPoint;
    }

    @Override
    protected void onEndPointOpened(EndPoint opened) {
      super.onEndPointOpened(opened);
      connectedWhenOpened.add(getConnectedEndPoints().size());
    }
  }

  /** Handler that leaves all calls unanswered. */
  private final class Asynchronous extends Handler.Abstract.NonBlocking {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Request.addCompletionListener(request, failure -> ended.add("first"));
      Request.addCompletionListener(request, failure -> ended.add("second"));
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
   * {@link BoundedConnector} makes its own end points, counts a new one among those that are
   * connected, and finds them by {@code getConnectedEndPoints}.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/2511">what Jetty counts itself</a>
   */
  @Test
  void theConnectorKnowsTheEndPointsThatItMade() throws Exception {
    start(new Asynchronous());

    send("");
    await().until(() -> connector.connectedWhenOpened.size() == 1);
    send("");
    await().until(() -> connector.connectedWhenOpened.size() == 2);

    assertThat(connector.connectedWhenOpened).containsExactly(1, 2);
    assertThat(connector.getConnectedEndPoints())
        .containsExactlyInAnyOrderElementsOf(connector.made);
    sockets.get(0).close();
    await().until(() -> connector.getConnectedEndPoints().size() == 1);
  }

  /**
   * {@link ArrivalEndPoint} sees each byte of a call in {@code fill} as soon as it is read.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/1973">no rate of heads in Jetty</a>
   */
  @Test
  void everyByteIsReadByFill() throws Exception {
    start(new Asynchronous());

    var socket = send(GET.substring(0, 5));
    await().until(() -> connector.filled.contains(5));
    socket.getOutputStream().write(GET.substring(5).getBytes(US_ASCII));
    arrived.take();

    assertThat(connector.filled.stream().filter(it -> it > 0).mapToInt(it -> it).sum())
        .isEqualTo(GET.length());
  }

  /**
   * The idle time-out begins anew with each byte, so {@link BoundedConnector} looks for late calls
   * itself.
   *
   * @see <a href="https://github.com/jetty/jetty.project/issues/4014">Jetty's least rates</a>
   */
  @Test
  void theIdleTimeoutBeginsAnewWithEachByte() throws Exception {
    connector.setIdleTimeout(400);
    start(new Asynchronous());
    var socket = send("GET / HTTP/1.1\r\nX: ");
    var timer = Executors.newSingleThreadScheduledExecutor();

    try {
      var unused = timer.scheduleAtFixedRate(() -> trickle(socket), 0, 50, TimeUnit.MILLISECONDS);
      await()
          .during(2, TimeUnit.SECONDS)
          .atMost(3, TimeUnit.SECONDS)
          .until(() -> connector.getConnectedEndPoints().size() == 1);
    } finally {
      timer.shutdownNow();
    }
    await().until(() -> connector.getConnectedEndPoints().isEmpty());
  }

  /**
   * {@link BoundedConnector} closes connections from other threads, whatever they are doing.
   *
   * @see <a href="https://jetty.org/docs/jetty/12.1/programming-guide/arch/io.html">end points</a>
   */
  @Test
  void anEndPointCanBeClosedByAnyThread() throws Exception {
    start(new Asynchronous());
    var trickling = send("GET / HTTP/1.1\r\nX: ");
    var waiting = send(GET);
    await().until(() -> arrived.size() == 1 && connector.getConnectedEndPoints().size() == 2);

    connector.getConnectedEndPoints().forEach(it -> it.close(new TimeoutException("late")));

    assertThat(trickling.getInputStream().read()).isEqualTo(-1);
    assertThat(waiting.getInputStream().read()).isEqualTo(-1);
    await().until(() -> connector.getConnectedEndPoints().isEmpty());
  }

  /**
   * At Jetty's limit no connection is accepted until another one is closed, so the connector has a
   * limit of its own.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/2511">ConnectionLimit</a>
   */
  @Test
  void theLimitOfJettyLocksOutWhoComesNext() throws Exception {
    server.addBean(new NetworkConnectionLimit(1, server));
    start(new Asynchronous());
    var first = send("");
    await().until(() -> connector.getConnectedEndPoints().size() == 1);

    var second = send(GET);

    assertThat(arrived.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
    first.close();
    assertThat(arrived.take()).isNotNull();
    assertThat(second.isConnected()).isTrue();
  }

  /**
   * {@link ArrivalHandler} finds the end point by the connection of a call.
   *
   * @see <a
   *     href="https://jetty.org/docs/jetty/12.1/programming-guide/server/http.html">Connection</a>
   */
  @Test
  void aCallLeadsToItsEndPoint() throws Exception {
    start(new Asynchronous());

    send(GET);
    var call = arrived.take();

    assertThat(call.request().getConnectionMetaData().getConnection().getEndPoint())
        .isSameAs(connector.made.get(0));
  }

  /**
   * {@link ArrivalHandler} and {@link CallSlots} are notified of the end of each call once, also of
   * a failed one; the listener that was added last is called first.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/10920">listeners of requests</a>
   * @see <a href="https://github.com/jetty/jetty.project/issues/12805">their order</a>
   */
  @Test
  void theEndOfEachCallIsToldOnce() throws Exception {
    start(new Asynchronous());
    var socket = send(GET);

    arrived.take().answer();
    assertThat(List.of(ended.take(), ended.take())).containsExactly("second", "first");

    socket.getOutputStream().write(GET.getBytes(US_ASCII));
    arrived.take().callback().failed(new IOException("of the handler"));
    assertThat(List.of(ended.take(), ended.take())).containsExactly("second", "first");
    assertThat(ended.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
  }

  /**
   * {@link CallSlots} keeps calls without a thread, and starts them on another thread in the
   * handler below.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/10480">Jetty's QoSHandler</a>
   */
  @Test
  void aCallMayBeHandledLaterByAnotherThread() throws Exception {
    var kept = new LinkedBlockingQueue<Waiting>();
    var below = new Asynchronous();
    start(
        new Handler.Wrapper(below) {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            return kept.add(new Waiting(request, response, callback));
          }
        });
    var socket = send(HALF + "cd");
    var call = kept.take();

    assertThat(below.handle(call.request(), call.response(), call.callback())).isTrue();
    arrived.take().answer();

    assertThat(text(socket)).startsWith("HTTP/1.1 200");
  }

  /**
   * {@link ArrivalHandler} detects the end of a body by its last chunk, which may be empty, and a
   * call without a body by its length.
   *
   * @see <a
   *     href="https://jetty.org/docs/jetty/12.1/programming-guide/arch/io.html">Content.Source</a>
   */
  @Test
  void aBodyEndsWithTheLastChunk() throws Exception {
    start(new Asynchronous());
    var socket = send(HALF);
    var call = arrived.take().request();

    assertThat(call.getLength()).isEqualTo(4);
    var first = call.read();
    assertThat(first.isLast()).isFalse();
    first.release();
    assertThat((Object) call.read()).isNull();
    var more = new LinkedBlockingQueue<String>();
    call.demand(() -> more.add("more"));
    socket.getOutputStream().write("cd".getBytes(US_ASCII));
    more.take();
    assertThat(body(call)).isEqualTo("cd");
    send(GET);
    assertThat(arrived.take().request().getLength()).isNotPositive();
  }

  /**
   * {@link EagerBodyHandler} hands on a call only when its whole body has arrived.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/12077">EagerContentHandler</a>
   */
  @Test
  void theLoaderWaitsForTheWholeBody() throws Exception {
    start(eager(new Asynchronous()));

    var socket = send(HALF);
    assertThat(arrived.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
    socket.getOutputStream().write("cd".getBytes(US_ASCII));

    assertThat(body(arrived.take().request())).isEqualTo("abcd");
  }

  /**
   * {@code EagerBodyHandler.Loader} exists because Jetty's loader drops the failure of a call. When
   * this test fails, Jetty is fixed and the loader can be removed.
   *
   * @see <a href="https://github.com/jetty/jetty.project/pull/12077">EagerContentHandler</a>
   */
  @Test
  void theLoaderOfJettyDropsFailures() throws Exception {
    start(eager(new Asynchronous()));
    send(HALF + "cd");

    arrived.take().callback().failed(new IOException("of the handler"));

    assertThat(ended.poll(NOTHING_MS, TimeUnit.MILLISECONDS)).isNull();
  }

  /** Content up to the last chunk, which may be empty. */
  private static String body(Request call) {
    var text = new StringBuilder();
    for (var isLast = false; !isLast; ) {
      var chunk = call.read();
      assertThat((Object) chunk).as("after '%s'", text).isNotNull();
      text.append(UTF_8.decode(chunk.getByteBuffer()));
      isLast = chunk.isLast();
      chunk.release();
    }
    return text.toString();
  }

  private static Handler eager(Handler handler) {
    var eager = new EagerContentHandler(new RetainedContentLoaderFactory(1_024, 64, false));
    eager.setHandler(handler);
    return eager;
  }

  private Socket send(String text) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort());
    sockets.add(socket);
    socket.getOutputStream().write(text.getBytes(US_ASCII));
    return socket;
  }

  private static void trickle(Socket socket) {
    try {
      socket.getOutputStream().write('x');
    } catch (IOException closed) {
      // the test sees this at the connector
    }
  }

  /** All text that arrives within half a second. */
  private static String text(Socket socket) throws IOException {
    var text = new StringBuilder();
    socket.setSoTimeout((int) NOTHING_MS);
    try {
      for (var octet = socket.getInputStream().read();
          octet >= 0;
          octet = socket.getInputStream().read()) {
        text.append((char) octet);
      }
    } catch (SocketTimeoutException noMore) {
      // the connection is kept
    }
    return text.toString();
  }
}

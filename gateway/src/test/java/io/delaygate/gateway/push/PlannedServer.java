package io.delaygate.gateway.push;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.delaygate.gateway.app.Certificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 server on a loopback address that misbehaves by plan: what it sends, byte by byte, is
 * the test's.
 */
final class PlannedServer implements AutoCloseable {
  /** What is done with a request that was read. A connection that it leaves open is read again. */
  interface Plan {
    void answer(Request request, Socket connection) throws IOException;
  }

  /** A request as it came. */
  record Request(String head, byte[] body) {
    List<String> values(String name) {
      var found = new ArrayList<String>();
      Pattern.compile("(?im)^" + Pattern.quote(name) + ": ?(.*?)\r?$")
          .matcher(head)
          .results()
          .forEach(match -> found.add(match.group(1)));
      return found;
    }

    String line() {
      return head.lines().findFirst().orElse("");
    }
  }

  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final ServerSocket listener;
  private final String scheme;
  private final Plan plan;

  private PlannedServer(ServerSocket listener, String scheme, Plan plan) {
    this.listener = listener;
    this.scheme = scheme;
    this.plan = plan;
    start(this::accept);
  }

  static PlannedServer http(Plan plan) throws IOException {
    var loopback = InetAddress.getLoopbackAddress();
    return new PlannedServer(new ServerSocket(0, 1_000, loopback), "http", plan);
  }

  static PlannedServer https(Certificate certificate, Plan plan) throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry(
        "a",
        certificate.key(),
        new char[0],
        new java.security.cert.Certificate[] {certificate.certificate()});
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, new char[0]);
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    var loopback = InetAddress.getLoopbackAddress();
    return new PlannedServer(
        tls.getServerSocketFactory().createServerSocket(0, 100, loopback), "https", plan);
  }

  /** A plan that sends this and keeps the connection. */
  static Plan sends(String answer) {
    return (request, connection) -> send(connection, answer);
  }

  static void send(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(ISO_8859_1));
    connection.getOutputStream().flush();
  }

  /** Waits until the client closes the connection, however long that takes. */
  static void hang(Socket connection) throws IOException {
    while (connection.getInputStream().read() >= 0) {
      // whatever else the client sends
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  URI url(String host) {
    return URI.create(scheme + "://" + host + ":" + port() + "/hook");
  }

  List<Request> requests() {
    return requests;
  }

  int connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (var socket : sockets) {
      socket.close();
    }
  }

  private void accept() throws IOException {
    while (true) {
      var socket = listener.accept();
      connections.incrementAndGet();
      sockets.add(socket);
      start(() -> serve(socket));
    }
  }

  private void serve(Socket socket) throws IOException {
    try (socket) {
      for (var head = head(socket); head != null; head = head(socket)) {
        var length = new Request(head, new byte[0]).values("Content-Length");
        var bytes = length.isEmpty() ? 0 : Integer.parseInt(length.get(0));
        var request = new Request(head, socket.getInputStream().readNBytes(bytes));
        requests.add(request);
        plan.answer(request, socket);
        if (socket.isClosed()) {
          return;
        }
      }
    }
  }

  private static @Nullable String head(Socket socket) throws IOException {
    var read = new ByteArrayOutputStream();
    InputStream in = socket.getInputStream();
    for (var next = in.read(); next >= 0; next = in.read()) {
      read.write(next);
      var text = read.toString(ISO_8859_1);
      if (next == '\n' && text.endsWith("\r\n\r\n")) {
        return text;
      }
    }
    return null;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the client or the test is done with the connection
              }
            },
            "planned-server");
    thread.setDaemon(true);
    thread.start();
  }
}

package io.delaygate.harness.push;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * HTTP/1.1 server on a loopback address that records each call and reacts to it by plan. It has its
 * own code for sockets because servers of libraries do not misbehave. Thread-safe.
 */
public final class PlannedServer implements AutoCloseable {
  private final ServerSocket socket;
  private final Function<ReceivedCall, Reaction> plan;
  private final ExecutorService threads = Executors.newCachedThreadPool(PlannedServer::thread);
  private final Queue<ReceivedCall> calls = new ConcurrentLinkedQueue<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

  private PlannedServer(ServerSocket socket, Function<ReceivedCall, Reaction> plan) {
    this.socket = socket;
    this.plan = plan;
    threads.execute(this::accept);
  }

  /** Starts a server on a free port. */
  public static PlannedServer start(Function<ReceivedCall, Reaction> plan) {
    try {
      return new PlannedServer(new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()), plan);
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
  }

  /** The address that endpoints name. */
  public String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  /** All calls so far, in the order of their receipt. */
  public List<ReceivedCall> calls() {
    return List.copyOf(calls);
  }

  /** The calls so far of one path. */
  public List<ReceivedCall> calls(String path) {
    return calls.stream().filter(call -> call.path().equals(path)).toList();
  }

  /** Number of calls so far. */
  public int count() {
    return calls.size();
  }

  /** Number of connections that are open. */
  public int connections() {
    return connections.size();
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "planned-server");
    thread.setDaemon(true);
    return thread;
  }

  private void accept() {
    try {
      while (!socket.isClosed()) {
        var connection = socket.accept();
        connections.add(connection);
        threads.execute(() -> serve(connection));
      }
    } catch (IOException closed) {
      // the end of the server
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      var in = new BufferedInputStream(connection.getInputStream());
      var out = new BufferedOutputStream(connection.getOutputStream());
      while (true) {
        var call = read(in);
        calls.add(call);
        if (!react(plan.apply(call), connection, out)) {
          return;
        }
      }
    } catch (IOException ended) {
      // the client has ended the connection
    } finally {
      connections.remove(connection);
    }
  }

  private static ReceivedCall read(InputStream in) throws IOException {
    var request = line(in).split(" ", 3);
    var headers = new HashMap<String, String>();
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      var colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip(),
          (one, other) -> one + "," + other);
    }
    var atMs = System.currentTimeMillis();
    var body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
    return new ReceivedCall(atMs, request[0], request[1], headers, body);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private static boolean react(Reaction reaction, Socket connection, OutputStream out)
      throws IOException {
    if (reaction instanceof Reaction.Answer answer) {
      answer(answer, out);
    } else if (reaction instanceof Reaction.Late late) {
      pause(late.after());
      answer(late.answer(), out);
    } else if (reaction instanceof Reaction.SlowBody slow) {
      head(slow.status(), slow.bytes(), out);
      for (var i = 0; i < slow.bytes(); i++) {
        pause(slow.pause());
        out.write('s');
        out.flush();
      }
    } else if (reaction instanceof Reaction.HugeBody huge) {
      head(huge.status(), huge.bytes(), out);
      var block = new byte[8_192];
      for (var sent = 0L; sent < huge.bytes(); sent += block.length) {
        out.write(block, 0, (int) Math.min(block.length, huge.bytes() - sent));
      }
      out.flush();
    } else {
      connection.setSoLinger(true, 0); // a reset instead of an orderly end
      return false;
    }
    return true;
  }

  private static void answer(Reaction.Answer answer, OutputStream out) throws IOException {
    var head = new StringBuilder("HTTP/1.1 %d Planned\r\n".formatted(answer.status()));
    answer.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: %d\r\n\r\n".formatted(answer.body().length));
    out.write(head.toString().getBytes(ISO_8859_1));
    out.write(answer.body());
    out.flush();
  }

  private static void head(int status, long bytes, OutputStream out) throws IOException {
    out.write(
        "HTTP/1.1 %d Planned\r\nContent-Length: %d\r\n\r\n"
            .formatted(status, bytes)
            .getBytes(ISO_8859_1));
    out.flush();
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }

  /** Ends all connections. */
  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
    for (var connection : connections) {
      connection.close();
    }
  }
}

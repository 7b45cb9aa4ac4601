package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Client that sends bytes unchanged, unlike HTTP libraries, and reads one answer. It keeps its
 * connection between valid calls. For one thread.
 */
final class WireClient implements AutoCloseable {
  /** Longer than any call; a bulk call works for at most ten seconds. */
  private static final int LIMIT_MS = 60_000;

  private final int port;
  private @Nullable Socket socket;
  private @Nullable InputStream in;

  WireClient(int port) {
    this.port = port;
  }

  /**
   * Sends a call.
   *
   * @return the answer; empty if the connection ended without one
   * @throws IOException if the answer is malformed or late
   */
  Optional<WireAnswer> call(FuzzCall call) throws IOException {
    var isAlone = call.isMalformed || call.isCut;
    if (isAlone) {
      close();
    }
    var isKept = socket != null;
    var answer = attempt(call);
    if (answer.isEmpty() && isKept) {
      // the connection was idle for too long, or closed after an earlier answer
      answer = attempt(call);
    }
    if (isAlone || answer.isEmpty() || answer.get().closes()) {
      close();
    }
    return answer;
  }

  private Optional<WireAnswer> attempt(FuzzCall call) throws IOException {
    var from = connected();
    try {
      send(call);
      return read(from, call.method.equals("HEAD"));
    } catch (SocketTimeoutException late) {
      close();
      throw new IOException("no answer within " + LIMIT_MS + " ms", late);
    }
  }

  private void send(FuzzCall call) {
    var to = socket;
    if (to == null) {
      return;
    }
    try {
      to.getOutputStream().write(call.bytes());
      to.getOutputStream().flush();
      if (call.isCut) {
        to.shutdownOutput();
      }
    } catch (IOException refused) {
      // the answer may come before the end of the call
    }
  }

  private InputStream connected() throws IOException {
    var from = in;
    if (socket == null || from == null) {
      var opened = new Socket(InetAddress.getLoopbackAddress(), port);
      opened.setTcpNoDelay(true);
      opened.setSoTimeout(LIMIT_MS);
      from = new BufferedInputStream(opened.getInputStream());
      socket = opened;
      in = from;
    }
    return from;
  }

  private Optional<WireAnswer> read(InputStream from, boolean isHead) throws IOException {
    while (true) {
      var line = line(from);
      if (line == null) {
        close();
        return Optional.empty();
      }
      if (!line.matches("HTTP/1\\.1 \\d{3}( .*)?")) {
        throw new IOException("not a status line: " + line);
      }
      var status = Integer.parseInt(line.substring(9, 12));
      var headers = headers(from);
      if (status >= 200) {
        var hasBody = !isHead && status != 204 && status != 304;
        return Optional.of(
            new WireAnswer(status, headers, hasBody ? body(from, headers) : new byte[0]));
      }
    }
  }

  private static Map<String, List<String>> headers(InputStream from) throws IOException {
    var headers = new HashMap<String, List<String>>();
    for (var line = line(from); line != null && !line.isEmpty(); line = line(from)) {
      var colon = line.indexOf(':');
      if (colon <= 0) {
        throw new IOException("not a header: " + line);
      }
      var name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      headers
          .computeIfAbsent(name, none -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return headers;
  }

  private byte[] body(InputStream from, Map<String, List<String>> headers) throws IOException {
    if (headers.getOrDefault("transfer-encoding", List.of()).contains("chunked")) {
      return chunks(from);
    }
    var length = headers.get("content-length");
    if (length == null) {
      var all = from.readAllBytes();
      close();
      return all;
    }
    var size = Integer.parseInt(length.get(0));
    var body = from.readNBytes(size);
    if (body.length < size) {
      throw new IOException("the answer ends after %d of %d bytes".formatted(body.length, size));
    }
    return body;
  }

  private static byte[] chunks(InputStream from) throws IOException {
    var all = new ByteArrayOutputStream();
    while (true) {
      var size = line(from);
      if (size == null) {
        throw new IOException("the answer ends between two chunks");
      }
      var length = Integer.parseInt(size.strip(), 16);
      all.writeBytes(from.readNBytes(length));
      line(from);
      if (length == 0) {
        return all.toByteArray();
      }
    }
  }

  /** A line without its end; null at the end of the stream. */
  private static @Nullable String line(InputStream from) throws IOException {
    var line = new ByteArrayOutputStream();
    try {
      for (var octet = from.read(); octet >= 0; octet = from.read()) {
        if (octet == '\n') {
          return line.toString(ISO_8859_1).stripTrailing();
        }
        line.write(octet);
      }
    } catch (SocketTimeoutException late) {
      throw late;
    } catch (IOException reset) {
      return null;
    }
    return null;
  }

  @Override
  public void close() {
    var open = socket;
    socket = null;
    in = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException closed) {
        // already closed
      }
    }
  }
}

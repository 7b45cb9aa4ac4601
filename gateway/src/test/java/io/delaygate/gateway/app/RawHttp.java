package io.delaygate.gateway.app;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Answer to one request that is sent as bytes, for requests that an HTTP client would not send. */
public record RawHttp(int status, String head, String body) {
  /** Sends the bytes and reads one answer. */
  static RawHttp exchange(int port, String request) {
    return exchange(port, request.getBytes(StandardCharsets.ISO_8859_1));
  }

  static RawHttp exchange(int port, byte[] request) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return read(socket.getInputStream());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  public static RawHttp read(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
      var next = in.read();
      if (next < 0) {
        break;
      }
      head.write(next);
    }
    var text = head.toString(StandardCharsets.ISO_8859_1);
    var status = Integer.parseInt(text.substring(9, 12));
    var length = header(text, "content-length");
    var body = length.isEmpty() ? new byte[0] : in.readNBytes(Integer.parseInt(length));
    return new RawHttp(status, text, new String(body, StandardCharsets.UTF_8));
  }

  public String header(String name) {
    return header(head, name);
  }

  private static String header(String head, String name) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
        .map(line -> line.substring(name.length() + 1).strip())
        .findFirst()
        .orElse("");
  }
}

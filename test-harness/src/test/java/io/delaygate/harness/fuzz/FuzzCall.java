package io.delaygate.harness.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Call under construction. Texts are as sent, in ISO 8859-1, one character per byte. */
final class FuzzCall {
  final ApiOperation operation;
  final CallerKind caller;
  String method;
  String path;
  final List<String> query = new ArrayList<>();
  final List<Line> headers = new ArrayList<>();
  String version = "HTTP/1.1";

  /** Parts of the body: one, or one per line of NDJSON. */
  final List<JsonNode> items = new ArrayList<>();

  /** The body; null for none. */
  @Nullable String body;

  Framing framing = Framing.LENGTH;

  /** Lines about the length of the body, for {@link Framing#OWN}. */
  final List<Line> frame = new ArrayList<>();

  /** Whether the message is malformed, so that it may be answered before its path is read. */
  boolean isMalformed;

  /** Whether the client sends only a part, and then closes its side. */
  boolean isCut;

  /** Hostile places, for the report. */
  final List<String> hostile = new ArrayList<>();

  /** Framing of the body. */
  enum Framing {
    LENGTH,
    CHUNKED,
    OWN
  }

  /** Line of the head. */
  record Line(String name, String separator, String value) {
    Line(String name, String value) {
      this(name, ": ", value);
    }
  }

  FuzzCall(ApiOperation operation, CallerKind caller) {
    this.operation = operation;
    this.caller = caller;
    this.method = operation.method();
    this.path = operation.path();
  }

  void header(String name, String value) {
    headers.add(new Line(name, value));
  }

  /** Replaces a header. */
  void setHeader(String name, String value) {
    headers.removeIf(it -> it.name().equalsIgnoreCase(name));
    header(name, value);
  }

  /** The path and query of the request line. */
  String target() {
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /** The path, as a server sees it that reads the raw path. */
  String rawPath() {
    return path.replaceAll("[?#].*", "").strip();
  }

  byte[] bytes() {
    var head = new StringBuilder(method).append(' ').append(target());
    head.append(version.isEmpty() ? "" : " " + version).append("\r\n");
    headers.forEach(
        it -> head.append(it.name()).append(it.separator()).append(it.value()).append("\r\n"));
    var sent = body == null ? "" : body;
    if (framing == Framing.OWN) {
      frame.forEach(
          it -> head.append(it.name()).append(it.separator()).append(it.value()).append("\r\n"));
    } else if (framing == Framing.CHUNKED) {
      head.append("Transfer-Encoding: chunked\r\n");
      sent = chunked(sent);
    } else if (body != null || !method.equals("GET")) {
      head.append("Content-Length: ").append(sent.length()).append("\r\n");
    }
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
    bytes.writeBytes(sent.getBytes(ISO_8859_1));
    return bytes.toByteArray();
  }

  private static String chunked(String body) {
    var all = new StringBuilder();
    var middle = body.length() / 2;
    for (var piece : new String[] {body.substring(0, middle), body.substring(middle)}) {
      if (!piece.isEmpty()) {
        all.append(Integer.toHexString(piece.length())).append("\r\n").append(piece).append("\r\n");
      }
    }
    return all.append("0\r\n\r\n").toString();
  }
}

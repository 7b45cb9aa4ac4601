package io.delaygate.harness.fuzz;

import static io.delaygate.harness.fuzz.HostileValues.any;

import io.delaygate.harness.fuzz.FuzzCall.Framing;
import io.delaygate.harness.fuzz.FuzzCall.Line;
import java.util.List;
import java.util.Random;

/** Mutations of the request line, the headers and the framing of a call. */
final class WireMutations {
  private static final String LONG = "x".repeat(7_000);

  private static final List<String> MEDIA_TYPES =
      List.of(
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "application/json; charset=iso-8859-1",
          "application/json; charset=utf-16",
          "application/json; charset=\"utf-8\"",
          "application/json; charset=nothing",
          "application/json; charset=",
          "APPLICATION/JSON",
          "application/json;;",
          "application/json; x=\"",
          "application/json, text/plain",
          "application/x-ndjson",
          "application/json;" + LONG,
          "application/\u00fc",
          "json",
          ";",
          "");

  private static final List<Line> HEADERS =
      List.of(
          new Line("Content-Encoding", "gzip"),
          new Line("Content-Encoding", "identity"),
          new Line("Content-Encoding", "br, gzip"),
          new Line("Accept", "text/html;q=0"),
          new Line("Accept-Encoding", "gzip;q=9, *;q=-1"),
          new Line("X-Request-Id", "x".repeat(128)),
          new Line("X-Request-Id", "x".repeat(129)),
          new Line("X-Request-Id", "a b"),
          new Line("X-Request-Id", "\u00fcber"),
          new Line("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
          new Line("traceparent", "00-00000000000000000000000000000000-0000000000000000-zz"),
          new Line("tracestate", LONG),
          new Line("baggage", "a=b;c,,"),
          new Line("Cookie", "a=b; =; ;;\u00ff"),
          new Line("Cookie", LONG),
          new Line("Range", "bytes=0-1,5-2"),
          new Line("If-None-Match", "*"),
          new Line("If-Modified-Since", "yesterday"),
          new Line("If-Match", "\"1\", \"2\""),
          new Line("If-Match", "*"),
          new Line("Idempotency-Key", "k".repeat(256)),
          new Line("Upgrade", "websocket"),
          new Line("Connection", "Upgrade, HTTP2-Settings"),
          new Line("HTTP2-Settings", "AAMAAABkAARAAAAAAAIAAAAA"),
          new Line("Forwarded", "for=\"_x\";host=evil"),
          new Line("X-Forwarded-For", "127.0.0.1"),
          new Line("X-HTTP-Method-Override", "DELETE"),
          new Line("X-Empty", ""),
          new Line("X-Bytes", "\u0080\u00ff\u00c0\u00af"),
          new Line("X-Long", LONG),
          new Line("TE", "trailers, gzip;q=x"),
          new Line("Max-Forwards", "-1"));

  private static final List<Line> MALFORMED =
      List.of(
          new Line("X-Nul", "a\0b"),
          new Line("X-Control", "a\u0001b\u007f"),
          new Line("X Space", "a"),
          new Line("", "without a name"),
          new Line("without a colon", "", ""),
          new Line(" folded", "a"),
          new Line("X-Line", "a\nb"),
          new Line("X-\u00fc", "a"),
          new Line("X-Tab\t", "a"),
          new Line("X-Huge", "x".repeat(17_000)),
          new Line("Expect", "100-continue"),
          new Line("Expect", "200-ok"),
          new Line("Host", "other.example"),
          new Line("Host", "a b"));

  private static final List<String> HOSTS =
      List.of(
          "evil.example",
          "localhost:99999",
          "[::1",
          "",
          "a".repeat(300),
          "\u00fc",
          "user@h",
          "127.0.0.1:1:2");

  private static final List<String> AUTHORIZATIONS =
      List.of(
          "Bearer",
          "Bearer ",
          "Bearer a b",
          "Basic cm9vdDpyb290",
          "bearer x",
          "Bearer " + LONG,
          "Bearer \u00ff",
          "");

  private static final List<String> METHODS =
      List.of(
          "HEAD",
          "OPTIONS",
          "TRACE",
          "PROPFIND",
          "QUERY",
          "get",
          "GETT",
          "DELETE",
          "PUT",
          "PATCH",
          "POST",
          "GET");

  private static final List<String> MALFORMED_METHODS =
      List.of("CONNECT", "G\0T", "G ET", "\u00fc", "A".repeat(9_000), "");

  private static final List<String> VERSIONS =
      List.of("HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/9.9", "", "HTTP", "http/1.1", "HTTP/1.1 x");

  private static final List<String> INSERTS =
      List.of(
          "/..",
          "/.",
          "//",
          "/%2f",
          "%2f",
          "/%2e%2e",
          "/..;/",
          ";x=1",
          "%00",
          "%",
          "%zz",
          "%c0%af",
          "%ed%a0%80",
          "\\",
          "/../../etc/passwd",
          "#x",
          "\u00fc",
          "\u00ff",
          "+",
          " ",
          "\t",
          "/",
          "%0d%0a");

  private static final List<String> QUERIES =
      List.of(
          "colour=1",
          "",
          "&",
          "=",
          "=1",
          "a",
          "limit=1&limit=2",
          "limit=",
          "wait",
          "wait=TRUE",
          "wait=true&wait=false",
          "%",
          "limit=%zz",
          "limit=%c0%af",
          "limit=%00",
          "limit=1+1",
          "cursor=\u00ff",
          "cursor=" + LONG,
          "state=ready",
          "state=DEAD",
          "kind=rejected",
          "topic=..",
          "?",
          "a?b=c",
          ";",
          "limit=1;x=2");

  private final Random random;

  WireMutations(Random random) {
    this.random = random;
  }

  /** Changes a header that callers choose. */
  void header(FuzzCall call) {
    call.hostile.add("header");
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> {
        call.headers.removeIf(it -> it.name().equals("Content-Type"));
        if (random.nextInt(8) != 0) {
          call.header("Content-Type", any(random, MEDIA_TYPES));
        }
      }
      case 3 -> call.setHeader("Host", any(random, HOSTS));
      case 4 -> call.setHeader("Authorization", any(random, AUTHORIZATIONS));
      case 5 -> {
        call.headers.add(any(random, MALFORMED));
        call.isMalformed = true;
      }
      case 6 -> twice(call);
      default -> call.headers.add(any(random, HEADERS));
    }
    // an invalid host is refused before the path is read
    call.isMalformed |= call.headers.stream().noneMatch(it -> it.value().startsWith("localhost:"));
  }

  private void twice(FuzzCall call) {
    if (random.nextInt(4) == 0) {
      for (var i = 0; i < 300; i++) {
        call.header("X-Many-" + i, "a");
      }
    } else {
      var again = any(random, call.headers);
      call.headers.add(again);
      call.isMalformed |= again.name().equals("Host");
    }
  }

  /** A text for a header's value, without line ends. */
  String inHeader(FuzzCall call, String text) {
    var line = text.replaceAll("[\r\n]", " ");
    call.isMalformed |= line.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7f);
    return line;
  }

  void query(FuzzCall call) {
    call.hostile.add("query");
    call.query.add(any(random, QUERIES));
    call.isMalformed |= call.target().chars().anyMatch(c -> c > '~' || c <= ' ');
  }

  void requestLine(FuzzCall call) {
    switch (random.nextInt(8)) {
      case 0, 1 -> method(call, any(random, METHODS), false);
      case 2 -> method(call, any(random, MALFORMED_METHODS), true);
      case 3 -> version(call);
      case 4 -> form(call);
      default -> path(call);
    }
  }

  private void method(FuzzCall call, String method, boolean isMalformed) {
    call.hostile.add("method " + method.substring(0, Math.min(10, method.length())));
    call.method = method;
    call.isMalformed |= isMalformed;
  }

  private void version(FuzzCall call) {
    call.version = any(random, VERSIONS);
    call.hostile.add("version " + call.version);
    call.isMalformed = true;
  }

  private void form(FuzzCall call) {
    call.hostile.add("form of the target");
    call.path =
        switch (random.nextInt(7)) {
          case 0 -> "http://localhost" + call.path;
          case 1 -> "http://evil.example:99999" + call.path;
          case 2 -> "//evil.example" + call.path;
          case 3 -> "*";
          case 4 -> call.path.replaceFirst("^/", "");
          case 5 -> call.path + "/" + "x".repeat(8_000);
          default -> "";
        };
    call.isMalformed = true;
  }

  private void path(FuzzCall call) {
    call.hostile.add("path");
    var at = random.nextInt(call.path.length() + 1);
    call.path = call.path.substring(0, at) + any(random, INSERTS) + call.path.substring(at);
    call.isMalformed |=
        call.path.chars().anyMatch(c -> c > '~' || c <= ' ' || c == '#' || c == '\\');
  }

  /** Changes the framing of the body. */
  void framing(FuzzCall call) {
    var body = call.body == null ? "" : call.body;
    var kind = random.nextInt(16);
    call.hostile.add("framing " + kind);
    call.framing = Framing.OWN;
    call.isMalformed = true;
    switch (kind) {
      case 0 -> length(call, "-1");
      case 1 -> length(call, "abc");
      case 2 -> length(call, "99999999999999999999");
      case 3 -> length(call, "");
      case 4 -> length(call, "+" + body.length());
      case 5 -> {
        length(call, Integer.toString(body.length()));
        length(call, Integer.toString(body.length() + 1));
      }
      case 6 -> length(call, Integer.toString(body.length() / 2));
      case 7 -> {
        length(call, Integer.toString(body.length() + 10));
        call.isCut = true;
      }
      case 8 -> {
        length(call, "9223372036854775807");
        call.isCut = true;
      }
      case 9 -> chunks(call, "chunked", "zz\r\n" + body);
      case 10 -> chunks(call, "chunked", "FFFFFFFFFFFFFFFF\r\n" + body);
      case 11 ->
          chunks(
              call,
              "chunked",
              Integer.toHexString(body.length()) + ";a=\"b\r\n" + body + "\r\n0\r\nX: y\r\n\r\n");
      case 12 -> {
        length(call, "3");
        chunks(call, "chunked", "0\r\n\r\n");
      }
      case 13 -> chunks(call, "gzip, chunked", "0\r\n\r\n");
      case 14 -> chunks(call, "chunked, chunked", "0\r\n\r\n");
      default -> chunks(call, "nothing", body);
    }
  }

  private static void length(FuzzCall call, String length) {
    call.frame.add(new Line("Content-Length", length));
  }

  private static void chunks(FuzzCall call, String coding, String body) {
    call.frame.add(new Line("Transfer-Encoding", coding));
    call.body = body;
    call.isCut = true;
  }
}

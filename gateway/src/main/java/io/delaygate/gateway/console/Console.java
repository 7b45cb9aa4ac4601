package io.delaygate.gateway.console;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Web console under {@code /console}: the page and its files, all read when the gateway starts.
 * Thread-safe.
 */
public final class Console {
  private static final String PAGE = "index.html";

  /** Files of this package: one for each view, and those that views share. */
  private static final List<String> OWN =
      List.of(
          PAGE,
          "icon.svg",
          "console.css",
          "admin.js",
          "api.js",
          "app.js",
          "bulk.js",
          "chart.js",
          "endpoint.js",
          "endpoints.js",
          "format.js",
          "health.js",
          "html.js",
          "job.js",
          "jobs.js",
          "letters.js",
          "live.js",
          "login.js",
          "overview.js",
          "parts.js",
          "payload.js",
          "queue.js",
          "queues.js",
          "schedule.js",
          "snippets.js",
          "topics.js",
          "trends.js",
          "htm.js",
          "uplot.js",
          "uplot.css");

  private static final String WEBJARS = "/META-INF/resources/webjars/";

  /**
   * Files of libraries, by the names under which the page asks for them; the pom has the versions.
   */
  private static final Map<String, String> LIBRARIES =
      Map.of(
          "preact.js", WEBJARS + "preact/10.28.0/dist/preact.module.js",
          "pico.css", WEBJARS + "picocss__pico/2.1.1/css/pico.min.css");

  /**
   * Allows only files of this server, and no code or style inside the page itself. Pico draws its
   * ticks and arrows by images within its style sheet, hence {@code data:}.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, ConsoleFile> files = new HashMap<>();

  private Console() {
    OWN.forEach(name -> files.put(name, ConsoleFile.read(name, name)));
    LIBRARIES.forEach((name, resource) -> files.put(name, ConsoleFile.read(name, resource)));
  }

  /** Reads the files from the jar. */
  public static Console load() {
    return new Console();
  }

  /** Redirects from the root; not for ever, as a proxy may serve something else there later. */
  public void root(Context ctx) {
    ctx.status(HttpStatus.FOUND).header(Header.LOCATION, "console/");
  }

  /** Redirects to the path from which the page's relative paths lead to its files. */
  public void find(Context ctx) {
    // relative: the call may have come through a proxy, below another path
    ctx.status(HttpStatus.PERMANENT_REDIRECT).header(Header.LOCATION, "console/");
  }

  /** Answers with the page. */
  public void page(Context ctx) {
    write(ctx, PAGE);
  }

  /** Answers with one of its files. */
  public void file(Context ctx) {
    write(ctx, ctx.pathParam("file"));
  }

  private void write(Context ctx, String name) {
    var file = files.get(name);
    if (file == null) {
      throw new ProblemException(ReasonCode.NOT_FOUND, "this path does not exist");
    }
    ctx.header("Content-Security-Policy", POLICY)
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Embedder-Policy", "require-corp")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        // asked for at each visit, so that no page runs with files of another version
        .header(Header.CACHE_CONTROL, "no-cache")
        .header(Header.ETAG, file.etag());
    if (file.etag().equals(ctx.header(Header.IF_NONE_MATCH))) {
      ctx.status(HttpStatus.NOT_MODIFIED);
    } else {
      ctx.contentType(file.type()).result(file.content());
    }
  }

  /**
   * Static file of the console, with its type and entity tag.
   *
   * @param type its Content-Type
   * @param etag quoted hash of the content, which differs between versions
   */
  private record ConsoleFile(byte[] content, String type, String etag) {
    private static final int ETAG_BYTES = 12;

    /** Reads the file from the jar; the extension of its name gives the type. */
    static ConsoleFile read(String name, String resource) {
      try (var stream = ConsoleFile.class.getResourceAsStream(resource)) {
        if (stream == null) {
          throw new IllegalStateException("the jar was built without " + resource);
        }
        var content = stream.readAllBytes();
        return new ConsoleFile(content, type(name), etag(content));
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    private static String type(String name) {
      return switch (name.substring(name.lastIndexOf('.') + 1)) {
        case "html" -> "text/html; charset=utf-8";
        case "css" -> "text/css; charset=utf-8";
        case "js" -> "text/javascript; charset=utf-8";
        case "svg" -> "image/svg+xml";
        default -> throw new IllegalStateException("the content type is not known of " + name);
      };
    }

    private static String etag(byte[] content) {
      try {
        var hash = MessageDigest.getInstance("SHA-256").digest(content);
        return '"' + HexFormat.of().formatHex(Arrays.copyOf(hash, ETAG_BYTES)) + '"';
      } catch (NoSuchAlgorithmException everyJvmHasIt) {
        throw new IllegalStateException(everyJvmHasIt);
      }
    }
  }
}

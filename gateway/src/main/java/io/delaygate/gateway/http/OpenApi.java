package io.delaygate.gateway.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;

/** {@code GET /openapi.json}: the document as it was built. */
public final class OpenApi {
  private static final String NAME = "openapi.json";

  private final byte[] document;

  private OpenApi(byte[] document) {
    this.document = document;
  }

  /** Reads the document from the jar. */
  public static OpenApi load() {
    try (var stream = OpenApi.class.getResourceAsStream(NAME)) {
      if (stream == null) {
        throw new IllegalStateException("the jar was built without " + NAME);
      }
      return new OpenApi(stream.readAllBytes());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Handles the call. */
  public void get(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result(document);
  }
}

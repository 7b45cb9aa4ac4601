package io.delaygate.gateway.http;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Handler of {@code GET /openapi.json}: the document, expanded from its source at the start. */
public final class OpenApi {
  private static final String SOURCE = "openapi.source.json";

  private final byte[] document;

  private OpenApi(byte[] document) {
    this.document = document;
  }

  /**
   * Reads the source from the jar and expands it.
   *
   * @throws IllegalStateException if the jar was built without it
   */
  public static OpenApi load() {
    try (var stream = OpenApi.class.getResourceAsStream(SOURCE)) {
      if (stream == null) {
        throw new IllegalStateException("the jar was built without " + SOURCE);
      }
      var json = new JsonMapper();
      var source = json.readValue(stream, ObjectNode.class);
      return new OpenApi(json.writeValueAsBytes(OpenApiSource.expand(source)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Handles the call. */
  public void get(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result(document);
  }
}

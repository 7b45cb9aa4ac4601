package io.delaygate.harness.logs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Output of a process. */
public record LogFile(Path file) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** Flags with which a JVM logs like the distribution of that module. */
  public static String[] flags(String module, String format, String level) {
    return new String[] {
      "-Dlogback.configurationFile=../" + module + "/src/main/resources/logback.xml",
      "-DLOG_FORMAT=" + format,
      "-DLOG_LEVEL=" + level
    };
  }

  /** The whole output. */
  public String text() {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The lines, split at line feeds only, as collectors do. */
  public List<String> lines() {
    return Stream.of(text().split("\n")).toList();
  }

  /** Each line as an event; fails if one is not a JSON object with all standard fields. */
  public List<JsonNode> events() {
    return lines().stream().map(LogFile::event).toList();
  }

  private static JsonNode event(String line) {
    try {
      var event = JSON.readTree(line.getBytes(UTF_8));
      assertThat(event.isObject()).as(line).isTrue();
      assertThat(event.fieldNames())
          .toIterable()
          .as(line)
          .contains("timestamp", "level", "thread", "logger", "message")
          .doesNotContain("@version", "level_value");
      assertThat(Instant.parse(event.get("timestamp").asText())).as(line).isBefore(Instant.MAX);
      return event;
    } catch (IOException notJson) {
      throw new AssertionError(line, notJson);
    }
  }

  /** Value of a key; empty without it. */
  public static String value(JsonNode event, String key) {
    return event.path(key).asText();
  }

  /** Message of an event. */
  public static String message(JsonNode event) {
    return event.path("message").asText();
  }
}

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

/** What a process has printed. */
public record LogFile(Path file) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** The flags by which a JVM logs as the distribution of that module does. */
  public static String[] flags(String module, String format, String level) {
    return new String[] {
      "-Dlogback.configurationFile=../" + module + "/src/main/resources/logback.xml",
      "-DLOG_FORMAT=" + format,
      "-DLOG_LEVEL=" + level
    };
  }

  /** All of it. */
  public String text() {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Split at line feeds alone, as collectors do. */
  public List<String> lines() {
    return Stream.of(text().split("\n")).toList();
  }

  /** Each line as an event; fails unless every one is a whole JSON object with what all have. */
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

  /** The value of a key; empty without it. */
  public static String value(JsonNode event, String key) {
    return event.path(key).asText();
  }

  /** What an event is about. */
  public static String message(JsonNode event) {
    return event.path("message").asText();
  }
}

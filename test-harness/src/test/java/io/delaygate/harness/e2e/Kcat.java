package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.process.DebianPackage;
import io.delaygate.schemas.topics.TopicDefinitions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Producer of Debian's package {@code kcat}: librdkafka with its own default partitioner. */
final class Kcat {
  private static final String KEY_END = "=-key-=";
  private static final String RECORD_END = "=-record-=";

  /** Limit of the topic; librdkafka's default is a million. */
  private static final int MESSAGE_MAX_BYTES = TopicDefinitions.ANSWER_BATCH_BYTES;

  private final String bootstrapServers;
  private final String topic;

  Kcat(String bootstrapServers, String topic) {
    this.bootstrapServers = bootstrapServers;
    this.topic = topic;
  }

  /** Skips the test if kcat is missing; fails in CI. */
  static void assumeInstalled() {
    DebianPackage.require("kcat", "kcat", "-V");
  }

  /** Sends one record; headers are name, value, name, value, a null value for none. */
  void send(@Nullable String key, byte @Nullable [] value, @Nullable String... headers) {
    var command = new ArrayList<>(List.of("kcat", "-P", "-b", bootstrapServers, "-t", topic));
    command.addAll(List.of("-D", RECORD_END, "-X", "message.max.bytes=" + MESSAGE_MAX_BYTES));
    if (key != null) {
      command.addAll(List.of("-K", KEY_END));
    }
    if (value == null) {
      command.add("-Z");
    }
    for (var i = 0; i < headers.length; i += 2) {
      command.add("-H");
      command.add(headers[i + 1] == null ? headers[i] : headers[i] + "=" + headers[i + 1]);
    }
    run(command, input(key, value));
  }

  private static byte[] input(@Nullable String key, byte @Nullable [] value) {
    var input = new ByteArrayOutputStream();
    if (key != null) {
      input.writeBytes((key + KEY_END).getBytes(StandardCharsets.UTF_8));
    }
    if (value != null) {
      input.writeBytes(value);
    }
    input.writeBytes(RECORD_END.getBytes(StandardCharsets.UTF_8));
    return input.toByteArray();
  }

  /** Runs a command, which must succeed; returns its output. */
  static String run(List<String> command, byte[] input) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var stdin = process.getOutputStream()) {
        stdin.write(input);
      }
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(finish(process)).as("%s said: %s", command, said).isZero();
      return said;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static int finish(Process process) {
    try {
      if (process.waitFor(60, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      process.destroyForcibly();
      throw new AssertionError("the command did not end within 60 s");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}

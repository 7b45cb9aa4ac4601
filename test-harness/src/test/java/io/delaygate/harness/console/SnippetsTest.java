package io.delaygate.harness.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.delaygate.harness.console.ConsoleStack.ADMIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.Reader;
import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the form's snippets for other tools: each does what the form does, with any text. */
@ConsoleTest
class SnippetsTest {
  /** Text with special characters of shells, Java and JSON. */
  private static final String NASTY =
      "it's \"$HOME\" `id` \\u0022 \\ %s \\n ${x}; # \u00fc\uD83D\uDE00";

  private static final String FRAME =
      """
      import io.delaygate.schemas.producer.DelayedRecord;
      import io.delaygate.schemas.job.RetryPolicy;
      import java.nio.charset.StandardCharsets;
      import java.time.*;
      import java.util.function.Consumer;
      import org.apache.kafka.clients.producer.Producer;

      public final class Snippet implements Consumer<Producer<String, String>> {
        @Override
        public void accept(Producer<String, String> producer) {
      %s
        }
      }
      """;

  private final Chromium chromium = Chromium.start();
  private final Path folder;
  private final ConsoleStack stack;
  private Visit visit;

  SnippetsTest(ConsoleStack stack, @TempDir Path folder) {
    this.folder = folder;
    this.stack = stack;
  }

  @BeforeEach
  void logIn() {
    visit = Visit.loggedIn(chromium.browser(), stack, ADMIN);
  }

  @AfterEach
  void leave() {
    visit.close();
  }

  @AfterAll
  void stop() {
    chromium.close();
  }

  @Test
  void curl() throws Exception {
    var target = fill("curl");
    var text = snippet("curl");

    assertThat(text).contains("Bearer $TOKEN").doesNotContain(ADMIN);
    assertThat(shell(text, Map.of("TOKEN", ADMIN))).contains("201");
    assertArrives(target);
  }

  @Test
  void kcat() throws Exception {
    DebianPackage.require("kcat", "kcat", "-V");
    var target = fill("kcat");

    shell(snippet("kcat"), Map.of("BOOTSTRAP_SERVERS", stack.bootstrapServers()));

    assertArrives(target);
  }

  @Test
  void java() throws Exception {
    var target = fill("java");

    run(snippet("Java"));

    assertArrives(target);
  }

  private String fill(String name) {
    var target = stack.target(name);
    visit.open("schedule");
    visit.field("Target topic").fill(target);
    visit.field("Id, random if empty").fill(name + " " + NASTY);
    visit.field("Key of the record, the id if empty").fill(NASTY);
    visit.page().locator("[name=delay]").fill("1s");
    visit.page().locator("[name=priority]").selectOption("2");
    visit.page().locator("[name=payload]").fill(NASTY + "\n\t" + NASTY);
    visit.page().locator("[name=headers]").fill("trace: " + NASTY);
    return target;
  }

  private String snippet(String as) {
    visit.button(as).click();
    var shown = visit.page().locator("pre.snippet");
    assertThat(shown).hasAttribute("aria-label", "As " + as);
    return shown.textContent();
  }

  private void assertArrives(String target) {
    try (var reader = stack.read(target)) {
      var record = reader.one();
      assertThat(Reader.text(record.key())).isEqualTo(NASTY);
      assertThat(Reader.text(record.value())).isEqualTo(NASTY + "\n\t" + NASTY);
      assertThat(Reader.header(record, "trace")).isEqualTo(NASTY);
      assertThat(Reader.header(record, "delay-job-id")).endsWith(NASTY);
    }
  }

  private String shell(String script, Map<String, String> variables) throws Exception {
    var output = folder.resolve("output");
    var shell = new ProcessBuilder("sh", "-ec", script).redirectErrorStream(true);
    shell.environment().putAll(variables);
    var running = shell.redirectOutput(output.toFile()).start();
    assertThat(running.waitFor(30, TimeUnit.SECONDS)).isTrue();
    var said = Files.readString(output);
    assertThat(running.exitValue()).as(said).isZero();
    return said;
  }

  @SuppressWarnings("unchecked")
  private void run(String snippet) throws Exception {
    var source = Files.writeString(folder.resolve("Snippet.java"), FRAME.replace("%s", snippet));
    compile(source);
    var configs = Map.<String, Object>of("bootstrap.servers", stack.bootstrapServers());
    try (var loader =
            new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
        Producer<String, String> producer =
            new KafkaProducer<>(configs, new StringSerializer(), new StringSerializer())) {
      var made = loader.loadClass("Snippet").getDeclaredConstructor().newInstance();
      ((Consumer<Producer<String, String>>) made).accept(producer);
    }
  }

  private void compile(Path source) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var faults = new DiagnosticCollector<JavaFileObject>();
    try (var files = compiler.getStandardFileManager(faults, null, StandardCharsets.UTF_8)) {
      var classPath = System.getProperty("java.class.path");
      var options =
          List.of(
              "-d", folder.toString(), "-classpath", classPath, "-proc:none", "-encoding", "UTF-8");
      var sources = files.getJavaFileObjects(source);
      assertThat(compiler.getTask(null, files, faults, options, null, sources).call())
          .as("faults: %s", faults.getDiagnostics())
          .isTrue();
    }
  }
}

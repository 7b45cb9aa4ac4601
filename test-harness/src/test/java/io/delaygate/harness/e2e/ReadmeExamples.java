package io.delaygate.harness.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.process.DebianPackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Examples of the README and of the page on clients, each marked by a comment with its name. */
final class ReadmeExamples {
  /** Address of Kafka in the README. */
  private static final String KAFKA = "localhost:9092";

  private static final String GATEWAY = "127.0.0.1:8080";

  private static final String JAVA_FRAME =
      """
      import io.delaygate.schemas.producer.DelayedRecord;
      import java.nio.charset.StandardCharsets;
      import java.time.*;
      import java.util.*;
      import org.apache.kafka.clients.producer.*;
      import org.apache.kafka.common.serialization.*;

      public final class Example implements Runnable {
        @Override
        public void run() {
      %s
        }
      }
      """;

  private final String readme;
  private final Path scratch;

  private ReadmeExamples(String readme, Path scratch) {
    this.readme = readme;
    this.scratch = scratch;
  }

  /** The examples with the addresses of this run. */
  static ReadmeExamples at(String kafka, String gateway, Path scratch) {
    var text = read(root().resolve("README.md")) + read(root().resolve("schemas/docs/clients.md"));
    return new ReadmeExamples(text.replace(KAFKA, kafka).replace(GATEWAY, gateway), scratch);
  }

  /** The block after {@code <!-- example:NAME -->}. */
  String block(String name) {
    var pattern = "<!-- example:" + name + " -->\\s*```\\w*\\R(.*?)```";
    var block = Pattern.compile(pattern, Pattern.DOTALL).matcher(readme);
    assertThat(block.find()).as("an example %s", name).isTrue();
    return block.group(1);
  }

  void java() {
    var folder = scratch.resolve("java");
    var source = folder.resolve("Example.java");
    try {
      Files.createDirectories(folder);
      Files.writeString(source, JAVA_FRAME.formatted(block("java")));
      compile(source, folder);
      var urls = new URL[] {folder.toUri().toURL()};
      try (var loader = new URLClassLoader(urls, getClass().getClassLoader())) {
        var example = loader.loadClass("Example").getDeclaredConstructor().newInstance();
        ((Runnable) example).run();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void compile(Path source, Path folder) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var faults = new DiagnosticCollector<JavaFileObject>();
    var files = compiler.getStandardFileManager(faults, null, StandardCharsets.UTF_8);
    var classPath = System.getProperty("java.class.path");
    var options = List.of("-d", folder.toString(), "-classpath", classPath, "-proc:none");
    var sources = files.getJavaFileObjects(source);
    var compiled = compiler.getTask(null, files, faults, options, null, sources).call();
    assertThat(compiled).as("faults: %s", faults.getDiagnostics()).isTrue();
  }

  void kcat() {
    Kcat.assumeInstalled();
    shell(block("kcat"));
  }

  void curl() {
    DebianPackage.require("curl", "curl", "--version");
    assertThat(shell(block("curl"))).contains("201");
  }

  void python() {
    var debian = "/usr/bin/python3";
    var python = importsKafka("python3") ? "python3" : debian;
    DebianPackage.require("python3-confluent-kafka", importsKafka(python));
    Kcat.run(List.of(python, "-"), block("python").getBytes(StandardCharsets.UTF_8));
  }

  private static boolean importsKafka(String python) {
    return DebianPackage.runs(python, "-c", "import confluent_kafka");
  }

  private static String shell(String script) {
    return Kcat.run(List.of("sh", "-ec", script), new byte[0]);
  }

  /** Root folder of the repository, from any working directory. */
  private static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      assertThat(folder).as("the repository's root, above the working directory").isNotNull();
    }
    return folder;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

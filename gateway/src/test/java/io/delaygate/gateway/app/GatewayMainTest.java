package io.delaygate.gateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.schemas.contract.ReasonCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the gateway process with real Kafka clients, but without a broker. */
@Timeout(60)
class GatewayMainTest {
  private static final Pattern PORT = Pattern.compile("Serving .*port=\"(\\d+)\"");

  @Test
  void servesWithoutKafkaIsNotReadyAndDrainsOnSigterm() throws Exception {
    var process =
        start(
            "--bootstrap.servers=127.0.0.1:1",
            "--http.port=0",
            "--http.host=0.0.0.0",
            "--auth.enabled=false");
    try (var out = reader(process)) {
      var log = new ArrayList<String>();
      var port = awaitPort(out, log);

      assertThat(get(port, "/healthz").status()).isEqualTo(200);
      assertThat(get(port, "/readyz").status()).isEqualTo(503);
      var schedule = post(port, "{\"target\":{\"topic\":\"t\"},\"delay\":\"1s\"}");
      var problem = ProblemAssert.assertProblem(schedule.body(), 503, ReasonCode.UNAVAILABLE);
      assertThat(problem.get("detail").textValue()).contains("nothing was stored");
      process.toHandle().destroy(); // keeps the output open

      out.lines().forEach(log::add);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(String.join("\n", log)).isZero();
      assertThat(log)
          .anyMatch(line -> line.contains("http.port = 0"))
          .anyMatch(line -> line.contains("WARN") && line.contains("may make all calls"))
          .anyMatch(line -> line.contains("Stopped"));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void drainsWhenItIsStoppedInTheMidstOfItsStart() throws Exception {
    var process = start("--bootstrap.servers=127.0.0.1:1", "--http.port=0");
    try (var out = reader(process)) {
      assertThat(out.readLine()).contains("Setting in force");
      process.toHandle().destroy();

      assertThat(out.lines()).anyMatch(line -> line.contains("Stopped"));
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void namesEveryFaultAndExits() throws Exception {
    var process = start("--http.port=x", "--colour=blue");
    try (var out = reader(process)) {
      var text = String.join("\n", out.lines().toList());

      assertThat(process.waitFor()).isEqualTo(2);
      assertThat(text).contains("http.port", "unknown setting 'colour'", "bootstrap.servers");
    }
  }

  @Test
  void doesNotOpenToOthersByOversight() throws Exception {
    var process = start("--bootstrap.servers=127.0.0.1:1", "--http.host=0.0.0.0");
    try (var out = reader(process)) {
      var text = String.join("\n", out.lines().toList());

      assertThat(process.waitFor()).isEqualTo(2);
      assertThat(text).contains("'auth.tokens.file'", "'auth.enabled=false'");
    }
  }

  @Test
  void aBadArgumentIsToldPlainly() throws Exception {
    var process = start("http.port=1");
    try (var out = reader(process)) {
      assertThat(out.lines().toList()).singleElement().asString().contains("--key=value");
      assertThat(process.waitFor()).isEqualTo(2);
    }
  }

  @Test
  void aPortThatIsTakenIsNoFaultOfASetting() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var process = start("--bootstrap.servers=127.0.0.1:1", "--http.port=" + taken.getLocalPort());
      try (var out = reader(process)) {
        out.lines().forEach(line -> {});
        assertThat(process.waitFor()).isEqualTo(1);
      }
    }
  }

  private static Process start(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"));
    command.add(GatewayMain.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static int awaitPort(BufferedReader out, List<String> log) throws IOException {
    for (var line = out.readLine(); line != null; line = out.readLine()) {
      log.add(line);
      var port = PORT.matcher(line);
      if (port.find()) {
        return Integer.parseInt(port.group(1));
      }
    }
    throw new AssertionError(String.join("\n", log));
  }

  private static RawHttp get(int port, String path) {
    return RawHttp.exchange(port, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  private static RawHttp post(int port, String body) {
    return RawHttp.exchange(
        port,
        "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(body.length(), body));
  }
}

package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the command line with a gateway that requires tokens. */
@KafkaTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandLineTokensTest {
  private final Installation delaygate;
  private final Path folder;
  private final Service gateway;
  private final String target;

  CommandLineTokensTest(KafkaCluster cluster, @TempDir Path folder) throws Exception {
    this.folder = folder;
    delaygate = new Installation(cluster, folder);
    target = delaygate.target("orders", 1);
    var schedulers = delaygate.startSchedulers(Map.of());
    var settings = delaygate.gatewaySettings();
    settings.put("http.port", "0");
    settings.put("scheduler.urls", Service.urls(schedulers));
    settings.put("auth.tokens.file", tokens().toString());
    gateway = Services.chosen().gateway(settings, delaygate.output("gateway"));
  }

  @BeforeAll
  void awaitAnswers() {
    ContractBench.await().until(gateway::isReady);
    // the reader of outcomes is ready a moment later
    ContractBench.await().until(() -> schedule("admin", "first").status() == 0);
  }

  @AfterAll
  void stop() {
    gateway.close();
    delaygate.close();
  }

  @Test
  void aTokenDoesWhatItsRoleAllows() {
    assertThat(schedule("write", "a").text()).isEqualTo("0");
    assertThat(shell("read").run("get", "a").status()).isZero();
    assertThat(shell("read").run("list").status()).isZero();
    assertThat(shell("admin").run("pause", target).status()).isZero();
    assertThat(shell("admin").run("resume", target).status()).isZero();
  }

  @Test
  void whatItDoesNotAllowIsRefused() {
    assertThat(schedule("read", "b").text()).isEqualTo("3 ROLE_INSUFFICIENT");
    assertThat(shell("read").run("cancel", "first").text()).isEqualTo("3 ROLE_INSUFFICIENT");
    assertThat(shell("write").run("pause", target).text()).isEqualTo("3 ROLE_INSUFFICIENT");
    assertThat(shell("admin").run("get", "b").text()).isEqualTo("1 JOB_NOT_FOUND");
  }

  @Test
  void aNamespaceItsTokensAndTheirLimitsAreMadeAndTakenBack() throws IOException {
    // Given
    var admin = shell("admin");
    assertThat(admin.run("namespaces", "set", "shop", "--pending-jobs=5").status()).isZero();
    var made = admin.run("tokens", "make", "shop", "till", "--role=write", "--json").json().get(0);
    var id = made.path("id").asText();
    Files.writeString(folder.resolve("till"), made.path("token").asText());
    ContractBench.await().until(() -> shell("till").run("list").status() == 0);

    // When
    var limited = admin.run("tokens", "limit", "shop", id, "--payload-bytes=0", "--json");
    var loosened = admin.run("namespaces", "limit", "shop", "--json");

    // Then
    assertThat(limited.out()).isEqualTo("{\"payloadBytes\":0}\n");
    assertThat(loosened.out()).isEqualTo("{}\n");
    assertThat(admin.run("tokens", "list", "shop").out())
        .contains(id + "  till  write  payloadBytes=0");
    ContractBench.await().until(() -> scheduleOfAByte("till").text().contains("LIMIT_EXCEEDED"));

    // When
    assertThat(admin.run("tokens", "revoke", "shop", id).status()).isZero();

    // Then
    ContractBench.await().until(() -> shell("till").run("list").text().equals("3 TOKEN_INVALID"));
    assertThat(admin.run("namespaces", "delete", "shop").status()).isZero();
  }

  private CommandLine.Ended scheduleOfAByte(String token) {
    return shell(token).run("schedule", "--target", target, "--id=one", "--in=1h", "--value=1");
  }

  @Test
  void withoutATokenTheNextStepIsTold() {
    // When
    var ended = new CommandLine(Map.of("DELAYGATE_GATEWAY", url()), folder).run("list");

    // Then
    assertThat(ended.text()).isEqualTo("3 TOKEN_MISSING");
    assertThat(ended.err()).contains("--token-file or DELAYGATE_TOKEN_FILE");
  }

  @Test
  void anUnknownTokenIsRefused() throws IOException {
    Files.writeString(folder.resolve("other"), "nobody-knows-this");

    assertThat(shell("other").run("list").text()).isEqualTo("3 TOKEN_INVALID");
  }

  private CommandLine.Ended schedule(String token, String id) {
    return shell(token).run("schedule", "--target", target, "--id", id, "--in=1h");
  }

  private CommandLine shell(String token) {
    return new CommandLine(
        Map.of(
            "DELAYGATE_GATEWAY", url(),
            "DELAYGATE_TOKEN_FILE", folder.resolve(token).toString()),
        folder);
  }

  private String url() {
    return "http://127.0.0.1:" + gateway.port();
  }

  /**
   * Writes a token of each role to a file with the role's name, and the token file of the gateway.
   */
  private Path tokens() throws IOException, NoSuchAlgorithmException {
    var lines = new StringBuilder();
    for (var role : new String[] {"read", "write", "admin"}) {
      var token = "token-of-" + role;
      Files.writeString(folder.resolve(role), token + "\n");
      var hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
      lines.append(role + "s " + role + " " + HexFormat.of().formatHex(hash) + "\n");
    }
    return Files.writeString(folder.resolve("tokens"), lines);
  }
}

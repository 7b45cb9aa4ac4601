package io.delaygate.harness.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.gateway.access.TokenHasher;
import io.delaygate.harness.broker.FreePorts;
import io.delaygate.harness.broker.KafkaCluster;
import io.delaygate.harness.broker.KafkaTest;
import io.delaygate.harness.process.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Test of lmstfy's answers call by call: status, content type and body equal those in {@code
 * lmstfy/calls.txt}.
 */
@KafkaTest
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LmstfyReplayTest {
  private static final Pattern SECTION = Pattern.compile("# (.+)\n((?:[^#\n].*\n)+)");
  private static final String ROOT = "the-password-of-administrators";

  private final Installation delaygate;
  private final Door door;
  private final ReplayedCalls calls;

  LmstfyReplayTest(KafkaCluster cluster, @TempDir Path state) throws IOException {
    delaygate = new Installation(cluster, state);
    delaygate.allowQueues();
    var urls = Service.urls(delaygate.startSchedulers(Map.of()));
    var port = FreePorts.chooseRow(2);
    var hash = HexFormat.of().formatHex(TokenHasher.of(ROOT));
    var tokens = Files.writeString(state.resolve("tokens"), "root admin " + hash);
    door =
        new Door(
            delaygate,
            1,
            Map.of(
                "scheduler.urls",
                urls,
                "auth.tokens.file",
                tokens.toString(),
                "lmstfy.port",
                "" + port,
                "lmstfy.admin.port",
                "" + (port + 1)));
    calls = new ReplayedCalls(port, port + 1, ROOT);
    calls.replay(
        """
        admin POST /token/test-ns?description=tests&token=01F4CKPFY8XYVH6WVEQB3747CW -> 201 json {\\n    "token": "01F4CKPFY8XYVH6WVEQB3747CW"\\n}
        admin POST /token/other-ns?description=tests&token=01F4CKPFY8XYVH6WVEQB3747CX -> 201 json {\\n    "token": "01F4CKPFY8XYVH6WVEQB3747CX"\\n}
        """);
  }

  @AfterAll
  void stop() {
    door.close();
    delaygate.close();
  }

  @ParameterizedTest
  @MethodSource("sections")
  void callsAreAnsweredToTheLetter(Section section) {
    calls.replay(section.lines());
  }

  static List<Section> sections() throws IOException {
    var url = Objects.requireNonNull(LmstfyReplayTest.class.getResource("/lmstfy/calls.txt"));
    try (var text = url.openStream()) {
      return SECTION
          .matcher(new String(text.readAllBytes(), UTF_8))
          .results()
          .map(section -> new Section(section.group(1), section.group(2)))
          .toList();
    }
  }

  /** Group of calls. */
  record Section(String title, String lines) {
    @Override
    public String toString() {
      return title;
    }
  }
}

package io.delaygate.cli;

import io.delaygate.schemas.command.DurationText;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Connection options: the gateway's address, the token, trusted certificates and the timeout. */
final class GatewayOptions {
  private static final String DEFAULT = "http://127.0.0.1:8080";

  @Option(
      names = "--gateway",
      paramLabel = "URL",
      description = {"The gateway; else DELAYGATE_GATEWAY, else " + DEFAULT})
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = {
        "Holds the bearer token. Else DELAYGATE_TOKEN_FILE. Never the token itself: everybody on the"
            + " machine sees arguments"
      })
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca-file",
      paramLabel = "PEM",
      description = {"Certificates to trust with HTTPS, instead of Java's. Else DELAYGATE_CA_FILE"})
  private @Nullable Path caFile;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long to wait for each answer; ${DEFAULT-VALUE} if not given")
  private String timeout = "";

  /** A client of the gateway that the options name. */
  GatewayClient connect(Session session) {
    return new GatewayClient(
        address(Optional.ofNullable(url).or(() -> session.variable(Session.GATEWAY))),
        TokenFile.read(file(session, tokenFile, Session.TOKEN_FILE)),
        TlsTrust.read(file(session, caFile, Session.CA_FILE)),
        duration("--timeout", timeout));
  }

  private static @Nullable Path file(Session session, @Nullable Path given, String variable) {
    return given != null ? given : session.variable(variable).map(Path::of).orElse(null);
  }

  private static String address(Optional<String> given) {
    var url = given.orElse(DEFAULT);
    try {
      var uri = new URI(url);
      var known =
          "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
      if (known && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
        return url.replaceFirst("/+$", "");
      }
    } catch (URISyntaxException malformed) {
      // handled below, as are other addresses that are not valid
    }
    throw new CliException(
        ExitStatus.USAGE, "'%s' is no gateway's address: give one like %s".formatted(url, DEFAULT));
  }

  /** A span as {@code 30s} or {@code PT30M}, above zero. */
  static Duration duration(String option, String text) {
    try {
      var ms = DurationText.ms(text);
      if (ms > 0) {
        return Duration.ofMillis(ms);
      }
    } catch (DateTimeException | ArithmeticException unreadable) {
      // handled below
    }
    throw new CliException(
        ExitStatus.USAGE, "%s is '%s': give a time like 30s, 15m or PT30M".formatted(option, text));
  }
}

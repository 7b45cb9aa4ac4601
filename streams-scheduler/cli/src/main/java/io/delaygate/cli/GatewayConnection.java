package io.delaygate.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Connection to the gateway that options and variables name: its address, the token, trusted
 * certificates and the timeout. Messages never contain the token. Host names are checked in any
 * case.
 */
final class GatewayConnection {
  private static final String DEFAULT = "http://127.0.0.1:8080";

  /** Far above any token, so that a wrong file is reported. */
  private static final int TOKEN_BYTES_MAX = 8 * 1024;

  private GatewayConnection() {}

  /** Adds the options that name a gateway. */
  static Verb options(Verb verb) {
    return verb.text(
            "--gateway=URL",
            "Address of the gateway; by default DELAYGATE_GATEWAY, else " + DEFAULT)
        .add(
            "--token-file=FILE",
            Path.class,
            "File with the bearer token; by default DELAYGATE_TOKEN_FILE. There is no option"
                + " for the token itself, because all users of a machine can see arguments")
        .add(
            "--ca-file=PEM",
            Path.class,
            "File with the certificates to trust for HTTPS, instead of Java's; by default"
                + " DELAYGATE_CA_FILE")
        .text("--timeout=TIME", "Longest wait for each answer; ${DEFAULT-VALUE} if not given")
        .orElse("30s");
  }

  /** A client of the gateway that is named. */
  static GatewayClient connect(Invocation call) {
    return new GatewayClient(
        address(
            call.has("--gateway")
                ? call.text("--gateway")
                : call.session().variable(Session.GATEWAY).orElse(DEFAULT)),
        token(file(call, "--token-file", Session.TOKEN_FILE)),
        trust(file(call, "--ca-file", Session.CA_FILE)),
        call.duration("--timeout"));
  }

  private static @Nullable Path file(Invocation call, String option, String variable) {
    return call.has(option)
        ? (Path) call.value(option)
        : call.session().variable(variable).map(Path::of).orElse(null);
  }

  private static String address(String url) {
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
    throw CliException.usage(
        "'%s' is not a valid gateway address; use a form like %s".formatted(url, DEFAULT));
  }

  /** The token without surrounding white space; null without a file. */
  private static @Nullable String token(@Nullable Path file) {
    if (file == null) {
      return null;
    }
    try (var bytes = Files.newInputStream(file)) {
      var token = new String(bytes.readNBytes(TOKEN_BYTES_MAX + 1), StandardCharsets.UTF_8).strip();
      if (token.length() <= TOKEN_BYTES_MAX && token.matches("[!-~]+")) {
        return token;
      }
    } catch (IOException unreadable) {
      throw CliException.usage("The token file cannot be read: " + unreadable);
    }
    throw CliException.usage(
        "The token file '%s' must contain one line of visible ASCII characters".formatted(file));
  }

  /** Trust in the certificates of a PEM file; without a file, Java's default trust. */
  private static SSLContext trust(@Nullable Path pem) {
    try {
      if (pem == null) {
        return SSLContext.getDefault();
      }
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      try (var bytes = Files.newInputStream(pem)) {
        for (var certificate :
            CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
          store.setCertificateEntry("ca-" + store.size(), certificate);
        }
      }
      if (store.size() == 0) {
        throw unusable(pem, "the file contains no certificates");
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (NoSuchAlgorithmException withoutTls) {
      throw new IllegalStateException("every Java has TLS and X.509", withoutTls);
    } catch (IOException | GeneralSecurityException unreadable) {
      throw unusable(pem, unreadable.toString());
    }
  }

  private static CliException unusable(@Nullable Path pem, String why) {
    return CliException.usage("Certificates cannot be read from '%s': %s".formatted(pem, why));
  }
}

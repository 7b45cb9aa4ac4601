package io.delaygate.gateway.access;

import io.delaygate.gateway.problem.ProblemException;
import io.delaygate.gateway.settings.FollowedFiles;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.settings.SettingsException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lets a call go on to its handler, or refuses it (RFC 6750). Thread-safe. */
public final class Access implements AutoCloseable {
  /** What RFC 6750 calls b64token, no longer than anybody's. */
  private static final Pattern BEARER =
      Pattern.compile("Bearer +([A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);

  private final @Nullable FollowedFiles<Tokens> tokens;

  private Access(@Nullable FollowedFiles<Tokens> tokens) {
    this.tokens = tokens;
  }

  /** Lets in everybody. */
  public static Access open() {
    return new Access(null);
  }

  /**
   * Asks for the tokens of a file, which it follows: a line of {@code name role hash} for each.
   *
   * @throws SettingsException if it cannot be read, or naming every line that is none
   */
  public static Access byTokens(Path file) {
    return new Access(
        FollowedFiles.follow(List.of(file), texts -> Tokens.parse(texts.get(0), file.toString())));
  }

  @Override
  public void close() {
    if (tokens != null) {
      tokens.close();
    }
  }

  /** Runs when the route is known, and so the role that it needs. */
  public void check(Context ctx) {
    var needed = needed(ctx);
    if (tokens == null || needed == Role.OPEN) {
      return;
    }
    var token = shown(ctx, tokens.latest());
    if (!token.role().allows(needed)) {
      challenge(ctx, "Bearer error=\"insufficient_scope\", scope=\"" + needed.text() + "\"");
      throw new ProblemException(
          ReasonCode.ROLE_INSUFFICIENT,
          "the call needs the role %s, and the token has %s"
              .formatted(needed.text(), token.role().text()));
    }
  }

  private static Token shown(Context ctx, Tokens valid) {
    var header = ctx.header(Header.AUTHORIZATION);
    if (header == null) {
      challenge(ctx, "Bearer");
      throw new ProblemException(
          ReasonCode.TOKEN_MISSING,
          "the call needs the header `Authorization: Bearer` and a token");
    }
    var bearer = BEARER.matcher(header);
    if (bearer.matches()) {
      var token = valid.find(bearer.group(1));
      if (token.isPresent()) {
        return token.get();
      }
    }
    challenge(ctx, "Bearer error=\"invalid_token\"");
    throw new ProblemException(
        ReasonCode.TOKEN_INVALID, "the token is unknown, was revoked, or is no bearer token");
  }

  private static void challenge(Context ctx, String how) {
    ctx.header(Header.WWW_AUTHENTICATE, how);
  }

  private static Role needed(Context ctx) {
    return ctx.routeRoles().stream()
        .filter(Role.class::isInstance)
        .map(Role.class::cast)
        .findFirst()
        .orElse(Role.ADMIN);
  }
}

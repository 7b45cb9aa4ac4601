package io.delaygate.gateway.access;

import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.settings.ReloadingFiles;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.settings.SettingsException;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authentication and authorization of calls by bearer token (RFC 6750), before their handlers run.
 * Thread-safe.
 *
 * <p>Tokens of a file belong to the installation. Each token that an administrator made over HTTP
 * belongs to a namespace.
 */
public final class AccessGuard implements AutoCloseable {
  /** The header by which an administrator of the installation acts inside a namespace. */
  public static final String NAMESPACE = "Delaygate-Namespace";

  private static final String CALLER = Caller.class.getName();

  /** Attribute of a call: the check whether it would be admitted now. */
  private static final String STANDING = AccessGuard.class.getName();

  /** The b64token of RFC 6750, with a length that no token in use exceeds. */
  private static final Pattern BEARER =
      Pattern.compile("Bearer +([A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);

  private final @Nullable ReloadingFiles<FileTokens> tokens;
  private final ShareNames shares;

  private AccessGuard(@Nullable ReloadingFiles<FileTokens> tokens, ShareNames shares) {
    this.tokens = tokens;
    this.shares = shares;
  }

  /** Admits every call, as {@link #byTokens} admits administrators of the installation. */
  public static AccessGuard open(ShareNames shares) {
    return new AccessGuard(null, shares);
  }

  /**
   * Requires a token: one of a file, which is reloaded when it changes and has a line of {@code
   * name role hash} for each, or one that was made over HTTP.
   *
   * @param shares of the namespaces, with the decisions in force, tokens included
   * @throws SettingsException if the file cannot be read, or naming every line that is not valid
   */
  public static AccessGuard byTokens(Path file, ShareNames shares, BackgroundFailures failures) {
    return new AccessGuard(
        ReloadingFiles.follow(
            List.of(file), texts -> FileTokens.parse(texts.get(0), file.toString()), failures),
        shares);
  }

  /**
   * A guard with the same tokens of the file, and the tokens that were made in another
   * installation. The file is reloaded until this guard is closed.
   *
   * @param there shares of the namespaces there, with the decisions in force
   */
  public AccessGuard withTokensOf(ShareNames there) {
    return new AccessGuard(tokens, there);
  }

  /** The caller of a call; an anonymous one on open routes, and where no token is required. */
  public static Caller caller(Context ctx) {
    return Optional.<Caller>ofNullable(ctx.attribute(CALLER)).orElse(Caller.ANYBODY);
  }

  /**
   * Whether a call would be admitted again: its token or its namespace may have gone meanwhile. To
   * be asked on any thread, by each call that takes its time, before it stores or shows more.
   */
  public static BooleanSupplier standing(Context ctx) {
    BooleanSupplier standing = ctx.attribute(STANDING);
    return standing == null ? () -> true : standing;
  }

  /** The problem of a call that is not admitted any more. */
  public static ProblemException revoked() {
    return new ProblemException(
        ReasonCode.TOKEN_INVALID, "the token was revoked while the call waited");
  }

  /** Whether calls need a token. */
  boolean asksForTokens() {
    return tokens != null;
  }

  @Override
  public void close() {
    if (tokens != null) {
      tokens.close();
    }
  }

  /** Checks a call against the role that its route needs. Runs once the route is known. */
  public void check(Context ctx) {
    var needed = needed(ctx);
    if (needed == Role.OPEN) {
      return;
    }
    var caller = acting(ctx, tokens == null ? Caller.ANYBODY : shown(ctx, tokens.latest()));
    act(ctx, caller);
    if (ctx.routeRoles().contains(RouteScope.INSTALLATION) && !caller.isOfInstallation()) {
      throw new ProblemException(ReasonCode.NOT_FOUND, "this path does not exist");
    }
    if (!caller.role().allows(needed)) {
      ctx.header(
          Header.WWW_AUTHENTICATE,
          "Bearer error=\"insufficient_scope\", scope=\"" + needed.text() + "\"");
      throw new ProblemException(
          ReasonCode.ROLE_INSUFFICIENT,
          "the call needs the role %s, but the token has the role %s"
              .formatted(needed.text(), caller.role().text()));
    }
    var token = bearer(ctx).orElse(null);
    var namespace = ctx.header(NAMESPACE);
    remember(ctx, () -> found(token, namespace, needed));
  }

  /**
   * Admits a call whose token is valid for a namespace, where tokens are required, and sets the
   * caller for the steps that follow. For end points that take tokens in their own way.
   *
   * @param token null for none
   * @return false when the token is not valid, or the namespace does not exist
   */
  public boolean admits(Context ctx, @Nullable String token, String namespace, Role needed) {
    var inside = found(token, namespace, needed);
    inside.ifPresent(it -> act(ctx, it));
    remember(ctx, () -> found(token, namespace, needed));
    return inside.isPresent();
  }

  private void act(Context ctx, Caller caller) {
    ctx.attribute(CALLER, caller);
    CallTrace.admit(ctx, caller.actor(), shares.of(caller.namespace()));
  }

  private static void remember(Context ctx, Supplier<Optional<Caller>> again) {
    ctx.attribute(STANDING, (BooleanSupplier) () -> again.get().isPresent());
  }

  private Optional<Caller> found(@Nullable String token, @Nullable String namespace, Role needed) {
    var caller = tokens == null ? Optional.of(Caller.ANYBODY) : known(token, tokens.latest());
    var acting = namespace == null ? caller : caller.flatMap(it -> in(namespace, it));
    return acting.filter(it -> it.role().allows(needed));
  }

  private Caller shown(Context ctx, FileTokens own) {
    if (ctx.header(Header.AUTHORIZATION) == null) {
      ctx.header(Header.WWW_AUTHENTICATE, "Bearer");
      throw new ProblemException(
          ReasonCode.TOKEN_MISSING, "the call has no token; send `Authorization: Bearer TOKEN`");
    }
    var caller = bearer(ctx).flatMap(token -> known(token, own));
    if (caller.isEmpty()) {
      ctx.header(Header.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
      throw new ProblemException(
          ReasonCode.TOKEN_INVALID,
          "the token is unknown, was revoked, or is not a valid bearer token");
    }
    return caller.get();
  }

  private static Optional<String> bearer(Context ctx) {
    return Optional.ofNullable(ctx.header(Header.AUTHORIZATION))
        .map(BEARER::matcher)
        .filter(Matcher::matches)
        .map(bearer -> bearer.group(1));
  }

  private Optional<Caller> known(@Nullable String token, FileTokens own) {
    if (token == null) {
      return Optional.empty();
    }
    var hash = TokenHasher.of(token);
    return own.find(hash).map(Caller::of).or(() -> madeBy(HexFormat.of().formatHex(hash)));
  }

  /** A token is not valid any more when its namespace is gone. */
  private Optional<Caller> madeBy(String hash) {
    var known = shares.known().get();
    return Optional.ofNullable(known.tokens().get(hash))
        .filter(token -> known.has(token.namespace()))
        .flatMap(token -> Caller.of(token, hash));
  }

  /** A caller that may not act in a namespace does not learn whether it exists. */
  private Caller acting(Context ctx, Caller caller) {
    var namespace = ctx.header(NAMESPACE);
    return namespace == null
        ? caller
        : in(namespace, caller)
            .orElseThrow(
                () ->
                    ProblemException.at(
                        NAMESPACE,
                        ReasonCode.NAMESPACE_NOT_FOUND,
                        "the namespace does not exist, or the token may not act in it"));
  }

  private Optional<Caller> in(String namespace, Caller caller) {
    if (namespace.equals(caller.namespace())) {
      return Optional.of(caller);
    }
    return caller.isOfInstallation()
            && caller.role() == Role.ADMIN
            && shares.known().get().has(namespace)
        ? Optional.of(caller.in(namespace))
        : Optional.empty();
  }

  private static Role needed(Context ctx) {
    return ctx.routeRoles().stream()
        .filter(Role.class::isInstance)
        .map(Role.class::cast)
        .findFirst()
        .orElse(Role.ADMIN);
  }
}

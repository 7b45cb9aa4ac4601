package io.delaygate.gateway.access;

import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.settings.ReloadingFiles;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.service.background.BackgroundFailures;
import io.delaygate.service.control.ControlView;
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
 * Lets a call go on to its handler, or refuses it (RFC 6750), and says who calls. Thread-safe.
 *
 * <p>There are tokens of a file, which are the installation's own, and tokens that administrators
 * made over HTTP, each of a namespace.
 */
public final class AccessGuard implements AutoCloseable {
  /** The header by which an administrator of the installation acts inside a namespace. */
  public static final String NAMESPACE = "Delaygate-Namespace";

  private static final String CALLER = Caller.class.getName();

  /** Of a call, whether it would be let in now. */
  private static final String STANDING = AccessGuard.class.getName();

  /** What RFC 6750 calls b64token, no longer than anybody's. */
  private static final Pattern BEARER =
      Pattern.compile("Bearer +([A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);

  private final @Nullable ReloadingFiles<Tokens> tokens;
  private final Supplier<ControlView> made;

  private AccessGuard(@Nullable ReloadingFiles<Tokens> tokens, Supplier<ControlView> made) {
    this.tokens = tokens;
    this.made = made;
  }

  /** Lets in everybody, as {@link #byTokens} lets in administrators of the installation. */
  public static AccessGuard open(Supplier<ControlView> made) {
    return new AccessGuard(null, made);
  }

  /**
   * Asks for tokens: those of a file, which it follows, with a line of {@code name role hash} for
   * each; and those that were made over HTTP.
   *
   * @param made what is decided, tokens included; throws a problem while that is not known
   * @throws SettingsException if the file cannot be read, or naming every line that is none
   */
  public static AccessGuard byTokens(
      Path file, Supplier<ControlView> made, BackgroundFailures failures) {
    return new AccessGuard(
        ReloadingFiles.follow(
            List.of(file), texts -> Tokens.parse(texts.get(0), file.toString()), failures),
        made);
  }

  /**
   * The same tokens of the file, with those that were made in another installation. They are
   * followed until this one is closed.
   *
   * @param madeThere what is decided there; throws a problem while that is not known
   */
  public AccessGuard withTokensOf(Supplier<ControlView> madeThere) {
    return new AccessGuard(tokens, madeThere);
  }

  /** Who calls; nobody in particular on routes that are open, and where no tokens are asked for. */
  public static Caller caller(Context ctx) {
    return Optional.<Caller>ofNullable(ctx.attribute(CALLER)).orElse(Caller.ANYBODY);
  }

  /**
   * Whether a call would be let in again: what it waited for may have taken longer than its token
   * was good, or its namespace there.
   */
  public static boolean isStillLetIn(Context ctx) {
    BooleanSupplier standing = ctx.attribute(STANDING);
    return standing == null || standing.getAsBoolean();
  }

  /** Whether nobody is let in without a token. */
  boolean asksForTokens() {
    return tokens != null;
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
    if (needed == Role.OPEN) {
      return;
    }
    var caller = acting(ctx, tokens == null ? Caller.ANYBODY : shown(ctx, tokens.latest()));
    ctx.attribute(CALLER, caller);
    if (ctx.routeRoles().contains(RouteScope.INSTALLATION) && !caller.isOfInstallation()) {
      throw new ProblemException(ReasonCode.NOT_FOUND, "there is no such path");
    }
    if (!caller.role().allows(needed)) {
      challenge(ctx, "Bearer error=\"insufficient_scope\", scope=\"" + needed.text() + "\"");
      throw new ProblemException(
          ReasonCode.ROLE_INSUFFICIENT,
          "the call needs the role %s, and the token has %s"
              .formatted(needed.text(), caller.role().text()));
    }
    var token = bearer(ctx).orElse(null);
    var namespace = ctx.header(NAMESPACE);
    remember(ctx, () -> found(token, namespace, needed));
  }

  /**
   * Lets in who shows a token that is good for a namespace, where tokens are asked for, and says so
   * to the steps that follow; for doors that have their own way to show one.
   *
   * @param token null for none
   * @return false when it is not good, or the namespace does not exist
   */
  public boolean admits(Context ctx, @Nullable String token, String namespace, Role needed) {
    var inside = found(token, namespace, needed);
    inside.ifPresent(it -> ctx.attribute(CALLER, it));
    remember(ctx, () -> found(token, namespace, needed));
    return inside.isPresent();
  }

  private static void remember(Context ctx, Supplier<Optional<Caller>> again) {
    ctx.attribute(STANDING, (BooleanSupplier) () -> again.get().isPresent());
  }

  private Optional<Caller> found(@Nullable String token, @Nullable String namespace, Role needed) {
    var caller = tokens == null ? Optional.of(Caller.ANYBODY) : known(token, tokens.latest());
    var acting = namespace == null ? caller : caller.flatMap(it -> in(namespace, it));
    return acting.filter(it -> it.role().allows(needed));
  }

  /** Lets in anybody, to look at what of a namespace is public. */
  public void opens(Context ctx, String namespace) {
    ctx.attribute(CALLER, Caller.publicly(namespace));
  }

  private Caller shown(Context ctx, Tokens own) {
    if (ctx.header(Header.AUTHORIZATION) == null) {
      challenge(ctx, "Bearer");
      throw new ProblemException(
          ReasonCode.TOKEN_MISSING,
          "the call needs the header `Authorization: Bearer` and a token");
    }
    var caller = bearer(ctx).flatMap(token -> known(token, own));
    if (caller.isEmpty()) {
      challenge(ctx, "Bearer error=\"invalid_token\"");
      throw new ProblemException(
          ReasonCode.TOKEN_INVALID, "the token is unknown, was revoked, or is no bearer token");
    }
    return caller.get();
  }

  private static Optional<String> bearer(Context ctx) {
    return Optional.ofNullable(ctx.header(Header.AUTHORIZATION))
        .map(BEARER::matcher)
        .filter(Matcher::matches)
        .map(bearer -> bearer.group(1));
  }

  private Optional<Caller> known(@Nullable String token, Tokens own) {
    if (token == null) {
      return Optional.empty();
    }
    var hash = TokenHash.of(token);
    return own.find(hash).map(Caller::of).or(() -> madeBy(HexFormat.of().formatHex(hash)));
  }

  /** A token is none any more when its namespace is gone. */
  private Optional<Caller> madeBy(String hash) {
    var known = made.get();
    return Optional.ofNullable(known.tokens().get(hash))
        .filter(token -> known.has(token.namespace()))
        .flatMap(token -> Caller.of(token, hash));
  }

  /** Whether a namespace exists is nobody's to know who may not act in it. */
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
                        "there is no such namespace for this token"));
  }

  private Optional<Caller> in(String namespace, Caller caller) {
    if (namespace.equals(caller.namespace())) {
      return Optional.of(caller);
    }
    return caller.isOfInstallation() && caller.role() == Role.ADMIN && made.get().has(namespace)
        ? Optional.of(caller.in(namespace))
        : Optional.empty();
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

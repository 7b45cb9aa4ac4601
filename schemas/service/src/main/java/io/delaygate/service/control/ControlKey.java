package io.delaygate.service.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.delaygate.schemas.topics.EndpointName;
import java.util.Arrays;
import java.util.Optional;

/**
 * Key of a record of {@code delay-control}. Only the last record of a key counts; a record without
 * a value revokes the decision.
 */
public sealed interface ControlKey {
  /**
   * Header with the name of the caller for whom a gateway wrote the record. It needs no proof: who
   * may write the topic may decide.
   */
  String DECIDED_BY = "decided-by";

  /** Parses a key; empty when it is not valid. */
  static Optional<ControlKey> parse(byte[] key) {
    var parts = new String(key, UTF_8).split("/", 2);
    if (parts.length < 2 || parts[1].isEmpty()) {
      return Optional.empty();
    }
    return switch (parts[0]) {
      case OfNamespace.WORD ->
          Optional.of(parts[1]).filter(NamespaceControl::isName).map(OfNamespace::new);
      case OfChangelog.WORD -> Optional.of(new OfChangelog(parts[1]));
      case OfToken.WORD -> Optional.of(parts[1]).filter(TokenControl::isHash).map(OfToken::new);
      case OfEndpoint.WORD -> endpoint(parts[1]).map(OfEndpoint::new);
      case OfReseal.WORD -> endpoint(parts[1]).map(OfReseal::new);
      case OfOperation.WORD -> OfOperation.read(parts[1]);
      default -> Kind.byText(parts[0]).map(kind -> new OfTarget(kind, parts[1]));
    };
  }

  private static Optional<EndpointName> endpoint(String text) {
    var names = text.split("/", 2);
    return names.length == 2 && EndpointName.isName(names[0]) && EndpointName.isName(names[1])
        ? Optional.of(new EndpointName(names[0], names[1]))
        : Optional.empty();
  }

  /** The text of the key. */
  String text();

  /**
   * {@code pause/orders}.
   *
   * @param topic the target
   */
  record OfTarget(Kind kind, String topic) implements ControlKey {
    @Override
    public String text() {
      return kind.text() + "/" + topic;
    }
  }

  /** {@code namespace/shop}; the headers are those of {@link NamespaceControl}. */
  record OfNamespace(String name) implements ControlKey {
    private static final String WORD = "namespace";

    @Override
    public String text() {
      return WORD + "/" + name;
    }
  }

  /**
   * {@code token/<hash>}; the headers are those of {@link TokenControl}.
   *
   * @param hash SHA-256 of the token, 64 hexadecimal digits
   */
  record OfToken(String hash) implements ControlKey {
    private static final String WORD = "token";

    @Override
    public String text() {
      return WORD + "/" + hash;
    }
  }

  /** {@code endpoint/shop/billing}; the headers are those of {@link EndpointControl}. */
  record OfEndpoint(EndpointName name) implements ControlKey {
    private static final String WORD = "endpoint";

    @Override
    public String text() {
      return WORD + "/" + name;
    }
  }

  /**
   * {@code reseal/shop/billing}: secrets of an endpoint, sealed anew by a gateway; the headers are
   * those of {@link ResealedSecrets}. It is no decision of an operator.
   */
  record OfReseal(EndpointName name) implements ControlKey {
    private static final String WORD = "reseal";

    @Override
    public String text() {
      return WORD + "/" + name;
    }
  }

  /**
   * {@code operation/shop/<id>}, with {@code /wish}, {@code /owner} or {@code /progress} behind it:
   * notes of gateways about an operation on many jobs, not decisions. The values are JSON.
   *
   * @param id lower-case letters and digits, at most {@value #ID_CHARS}
   */
  record OfOperation(String namespace, String id, Part part) implements ControlKey {
    /** Longest id. */
    public static final int ID_CHARS = 32;

    private static final String WORD = "operation";

    /** Part of what is noted; each has its own writers. */
    public enum Part {
      /** Request as it was made; written once, and shortened at the end. */
      REQUEST(""),
      /** Wish of a caller to pause, resume or abort. */
      WISH("/wish"),
      /** Claim of the gateway that runs it. */
      OWNER("/owner"),
      /** Progress that its owner has made. */
      PROGRESS("/progress");

      private final String suffix;

      Part(String suffix) {
        this.suffix = suffix;
      }
    }

    /** Whether the text may be an id. */
    public static boolean isId(String text) {
      return !text.isEmpty()
          && text.length() <= ID_CHARS
          && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
    }

    private static Optional<ControlKey> read(String text) {
      var names = text.split("/", 3);
      if (names.length < 2 || !EndpointName.isName(names[0]) || !isId(names[1])) {
        return Optional.empty();
      }
      var suffix = names.length == 2 ? "" : "/" + names[2];
      return Arrays.stream(Part.values())
          .filter(part -> part.suffix.equals(suffix))
          .findFirst()
          .map(part -> new OfOperation(names[0], names[1], part));
    }

    /** The key of another part of the same operation. */
    public OfOperation of(Part other) {
      return new OfOperation(namespace, id, other);
    }

    @Override
    public String text() {
      return WORD + "/" + namespace + "/" + id + part.suffix;
    }
  }

  /**
   * {@code changelog/<topic>}: a note between schedulers, not a decision of an operator.
   *
   * @param topic name of the changelog
   */
  record OfChangelog(String topic) implements ControlKey {
    private static final String WORD = "changelog";

    @Override
    public String text() {
      return WORD + "/" + topic;
    }
  }

  /** Kind of decision about a target, and its form in the record. */
  enum Kind {
    /**
     * Nothing is delivered; any value. A pause with an end has the header of {@link TargetPause}.
     */
    PAUSE("pause"),
    /** The value is the number of deliveries a second, as text. */
    RATE("rate"),
    /** The headers are those of a schedule that set a job's policy. */
    DEFAULTS("defaults"),
    /** The headers are those of {@link FailureAlarm}. */
    ALARM("alarm");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The text of the key. */
    public String text() {
      return text;
    }

    private static Optional<Kind> byText(String text) {
      return Arrays.stream(values()).filter(kind -> kind.text.equals(text)).findFirst();
    }
  }
}

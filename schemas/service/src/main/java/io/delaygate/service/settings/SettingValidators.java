package io.delaygate.service.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.ConfigKey;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/** Validators of setting values that Kafka lacks, and all validators in words. */
public final class SettingValidators {
  /** One {@code host:port}, or null; an IPv6 address is in brackets. */
  public static final Validator ENDPOINT =
      pattern("host:port", "[^\\s:/]+:\\d{1,5}|\\[[0-9a-fA-F:.]+]:\\d{1,5}");

  /** Kafka's spelling of {@code host:port,…}; whether they can be reached is checked later. */
  static final Validator BROKERS = pattern("host:port,…", "(\\s*[^\\s,]+:\\d{1,5}\\s*(,|$))+");

  /** A valid topic name, or null. */
  static final Validator TOPIC =
      pattern("1 to 249 of letters, digits, `.`, `_`, `-`", "[a-zA-Z0-9._-]{1,249}");

  /** A prefix of topic names. Our longest own name needs the remaining characters. */
  static final Validator TOPIC_PREFIX =
      pattern("up to 200 of letters, digits, `.`, `_`, `-`", "[a-zA-Z0-9._-]{0,200}");

  /** Topics, by name or with {@code *} for any characters. */
  public static final Validator TOPIC_PATTERNS =
      pattern("topics, in which `*` stands for any characters", "[a-zA-Z0-9._*-]{1,249}");

  /** Host names without port, in which {@code *.} at the beginning stands for one label. */
  static final Validator HOST_NAMES =
      pattern(
          "host names without port, where `*.` at the beginning stands for one label",
          "(\\*\\.)?[a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*\\.?");

  /** Host names without port, in which {@code *.} at the beginning stands for any labels. */
  public static final Validator CALLED_HOSTS =
      pattern(
          "host names or IP addresses without port, where `*.` at the beginning stands for all"
              + " names below",
          "(\\*\\.)?[a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*|\\[[0-9a-fA-F:.]+]");

  /** Networks of IPv4 or IPv6. */
  public static final Validator NETWORKS =
      pattern(
          "networks such as `10.1.0.0/16` or `fd00:1::/32`",
          "\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*/\\d{1,3}");

  /** An address by http or https, or null. */
  static final Validator HTTP_URL =
      pattern("http:// or https:// with a host", "https?://[a-zA-Z0-9._\\-\\[\\]:]+(/[!-~]*)?");

  /** A secret in an HTTP header; too long to be guessed. */
  static final Validator SECRET = pattern("16 to 512 visible characters of ASCII", "[!-~]{16,512}");

  private SettingValidators() {}

  /** Null is valid; in a list each item must be. */
  private static Validator pattern(String words, String pattern) {
    return LambdaValidator.with(
        (name, value) -> {
          for (var item : value instanceof List<?> items ? items : Arrays.asList(value)) {
            if (item != null && !text(item).matches(pattern)) {
              throw new ConfigException(name, item, "must be " + words);
            }
          }
        },
        () -> words);
  }

  /** The real text, also of a password, whose {@code toString} hides it. */
  private static String text(Object value) {
    return value instanceof Password password ? password.value() : value.toString();
  }

  /** The bounds in words, such as {@code 1 to 1000}; empty if every value of the type is valid. */
  static String of(ConfigKey setting) {
    return setting.validator == null
        ? setting.type == ConfigDef.Type.BOOLEAN ? "true, false" : ""
        : setting
            .validator
            .toString()
            .replaceAll("\\[(-?\\d+),\\.\\.\\.]", "at least $1")
            .replaceAll("\\[(-?\\d+),\\.\\.\\.,(-?\\d+)]", "$1 to $2")
            .replaceAll("\\[([^\\[\\]]*)]", "$1");
  }

  /** Type and bounds. */
  static String inWords(ConfigKey setting) {
    return (type(setting) + " " + of(setting)).strip();
  }

  /** The type as it is written in prose. */
  static String type(ConfigKey setting) {
    return setting.type.name().toLowerCase(Locale.ROOT);
  }
}

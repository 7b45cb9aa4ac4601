package io.delaygate.gateway.settings;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Parser of the settings about pools: lists of {@code pool=value}. */
final class PoolLists {
  /** Most pools: each has Kafka clients, threads and memory of its own. */
  static final int POOLS_MAX = 8;

  /** {@code pool=topic.prefix}, or a pool alone. */
  static final ConfigDef.Validator PREFIXES =
      ConfigDef.LambdaValidator.with(
          PoolLists::checkPrefixes, () -> "`pool=topic.prefix`, or `pool` for the gateway's own");

  /** {@code pool=http://host:port}. */
  static final ConfigDef.Validator URLS =
      ConfigDef.LambdaValidator.with(PoolLists::checkUrls, () -> "`pool=http://host:port`");

  /** The characters of lmstfy's names: a colon ends the pool in a token. */
  private static final Pattern NAME = Pattern.compile("[-_A-Za-z0-9]{1,255}");

  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9._-]{0,200}");

  private static final String NAMES_HAVE =
      "must have the form `pool=topic.prefix`, where a pool has 1 to 255 letters, digits, `-` and"
          + " `_`";

  private static final String PREFIXES_HAVE =
      "a prefix must be at most 200 letters, digits, `.`, `_` and `-`";

  private PoolLists() {}

  /** Pools of other installations and their prefixes, in the order in which they were given. */
  static Map<String, String> prefixes(List<String> items) {
    var prefixes = new LinkedHashMap<String, String>();
    items.stream()
        .filter(item -> item.contains("="))
        .forEach(item -> prefixes.put(name(item), value(item)));
    return prefixes;
  }

  /** Names of the gateway's own pool, {@link InstallationSettings#OWN} among them. */
  static Set<String> ownNames(List<String> items) {
    var names = new LinkedHashSet<>(List.of(InstallationSettings.OWN));
    items.stream().filter(item -> !item.contains("=")).forEach(names::add);
    return names;
  }

  /** URLs by pool. */
  static Map<String, List<String>> urls(List<String> items) {
    var urls = new LinkedHashMap<String, List<String>>();
    items.forEach(
        item -> urls.computeIfAbsent(name(item), none -> new ArrayList<>()).add(value(item)));
    return urls;
  }

  private static void checkPrefixes(String setting, Object value) {
    var names = new HashSet<String>();
    var prefixes = new HashSet<String>();
    for (var item : texts(value)) {
      var isOther = item.contains("=");
      var name = isOther ? name(item) : item;
      check(setting, item, name, NAME.asMatchPredicate(), NAMES_HAVE);
      if (!names.add(name)) {
        throw new ConfigException(setting, item, "each pool may be named only once");
      }
      if (isOther) {
        check(setting, item, value(item), PREFIX.asMatchPredicate(), PREFIXES_HAVE);
        if (name.equals(InstallationSettings.OWN)) {
          throw new ConfigException(
              setting, item, "`default` is the gateway's own pool, whose prefix is `topic.prefix`");
        }
        if (!prefixes.add(value(item))) {
          throw new ConfigException(setting, item, "each pool must have a prefix of its own");
        }
      }
    }
    if (prefixes.size() > POOLS_MAX) {
      throw new ConfigException(
          setting, value, "at most %d pools with a prefix are allowed".formatted(POOLS_MAX));
    }
  }

  private static void checkUrls(String setting, Object value) {
    for (var item : texts(value)) {
      check(
          setting,
          item,
          item,
          text -> text.contains("=") && NAME.matcher(name(text)).matches(),
          "must have the form `pool=http://host:port`");
      HttpUrls.VALIDATOR.ensureValid(setting, List.of(value(item)));
    }
  }

  private static void check(
      String setting, String item, String part, Predicate<String> isLegal, String rule) {
    if (!isLegal.test(part)) {
      throw new ConfigException(setting, item, rule);
    }
  }

  private static List<String> texts(Object value) {
    return ((List<?>) value).stream().map(String::valueOf).toList();
  }

  private static String name(String item) {
    return item.substring(0, item.indexOf('='));
  }

  private static String value(String item) {
    return item.substring(item.indexOf('=') + 1);
  }
}

package io.delaygate.gateway.lmstfy;

import io.delaygate.gateway.settings.InstallationSettings;
import io.javalin.http.Context;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Map of pool names to one component of each installation. Several names may belong to one
 * installation.
 *
 * @param <T> the component, one for each installation
 */
final class Pools<T> {
  static final String DEFAULT = InstallationSettings.OWN;

  private final Map<String, T> byName;

  /** Creates a map of these names, {@link #DEFAULT} among them. */
  Pools(Map<String, T> byName) {
    this.byName = new TreeMap<>(byName);
  }

  /** All names. */
  Set<String> names() {
    return byName.keySet();
  }

  /** The pool of that name; an empty name is {@link #DEFAULT}. */
  Optional<T> named(String name) {
    return Optional.ofNullable(byName.get(name.isEmpty() ? DEFAULT : name));
  }

  /** The pool that a call about queues names by its token; 404 when there is none. */
  T of(Context ctx) {
    return named(LmstfyPath.pool(ctx))
        .orElseThrow(() -> LmstfyError.of(HttpStatus.NOT_FOUND_404, "pool not found"));
  }

  /** Maps the component of each installation once; the names stay the same. */
  <R> Pools<R> map(Function<T, R> made) {
    var once = new IdentityHashMap<T, R>();
    var all = new TreeMap<String, R>();
    byName.forEach((name, part) -> all.put(name, once.computeIfAbsent(part, made)));
    return new Pools<>(all);
  }

  /** One name of each installation. */
  Collection<String> representatives() {
    var names = new IdentityHashMap<T, String>();
    byName.forEach((name, part) -> names.merge(part, name, (one, other) -> shown(one, other)));
    return names.values();
  }

  private static String shown(String one, String other) {
    return other.equals(DEFAULT) ? other : one;
  }
}

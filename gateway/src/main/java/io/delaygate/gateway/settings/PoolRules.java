package io.delaygate.gateway.settings;

import io.delaygate.schemas.topics.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks of the settings of lmstfy pools, which are other installations, that are valid one by one
 * and do harm together.
 *
 * @param own the gateway's own installation
 * @param pools the others
 */
record PoolRules(InstallationSettings own, List<InstallationSettings> pools) {
  /**
   * Settings that are valid one by one, and together do harm or have no effect.
   *
   * @param withUrls pools with URLs of schedulers
   * @param isOff whether clients of lmstfy are not served at all
   */
  List<String> contradictions(Set<String> withUrls, boolean isOff) {
    var found = new ArrayList<String>();
    if (isOff && !pools.isEmpty()) {
      found.add(
          "'%s' names other installations, which requires '%s' or '%s'"
              .formatted(
                  GatewayDefinitions.LMSTFY_POOLS,
                  GatewayDefinitions.LMSTFY_PORT,
                  GatewayDefinitions.LMSTFY_ADMIN_PORT));
    }
    var all = new ArrayList<>(List.of(own));
    for (var pool : pools) {
      all.forEach(other -> addShared(pool, other, found));
      all.add(pool);
      if (!withUrls.contains(pool.pool())) {
        found.add(
            "'%s' must name a scheduler of the pool '%s'"
                .formatted(GatewayDefinitions.LMSTFY_POOL_URLS, pool.pool()));
      }
    }
    var unknown = new TreeSet<>(withUrls);
    pools.forEach(pool -> unknown.remove(pool.pool()));
    unknown.forEach(
        name ->
            found.add(
                "'%s' names the pool '%s', which has no prefix in '%s'"
                    .formatted(
                        GatewayDefinitions.LMSTFY_POOL_URLS,
                        name,
                        GatewayDefinitions.LMSTFY_POOLS)));
    return found;
  }

  /** A topic of two installations would deliver the jobs of one to the other. */
  private static void addShared(
      InstallationSettings pool, InstallationSettings other, List<String> found) {
    names(pool.names()).stream()
        .filter(names(other.names())::contains)
        .findFirst()
        .ifPresent(
            name ->
                found.add(
                    ("'%s': the pools '%s' and '%s' both have the topic '%s'; give each pool a"
                            + " prefix of its own")
                        .formatted(
                            GatewayDefinitions.LMSTFY_POOLS, other.pool(), pool.pool(), name)));
  }

  private static List<String> names(TopicNames names) {
    return List.of(
        names.requests(),
        names.rerouted(),
        names.deadLetters(),
        names.replies(),
        names.events(),
        names.control(),
        names.applicationId(),
        names.queues());
  }
}

package io.delaygate.gateway.settings;

import io.delaygate.schemas.topics.TopicNames;

/**
 * Settings of one installation: the gateway's own, or one that clients of lmstfy reach as a pool.
 *
 * @param pool name of the pool; {@value #OWN} for the gateway's own installation
 * @param names of its topics
 * @param schedulers for queries about its jobs
 * @param outcomes wait for its outcomes
 */
public record InstallationSettings(
    String pool, TopicNames names, QuerySettings schedulers, OutcomeSettings outcomes) {
  /** Pool of tokens without a pool, as in lmstfy. */
  public static final String OWN = "default";
}

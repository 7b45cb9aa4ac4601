package io.delaygate.gateway.http;

import io.javalin.Javalin;
import org.jspecify.annotations.Nullable;

/**
 * The ports that are served.
 *
 * @param own the native calls
 * @param lmstfy calls of clients of lmstfy; null for none
 * @param lmstfyAdmin those of its administrators; null for none
 */
public record HttpServers(Javalin own, @Nullable Javalin lmstfy, @Nullable Javalin lmstfyAdmin) {}

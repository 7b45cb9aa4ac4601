package io.delaygate.gateway.http;

import io.javalin.Javalin;
import org.jspecify.annotations.Nullable;

/**
 * Running HTTP servers of a gateway, one for each port.
 *
 * @param own native calls
 * @param lmstfy calls of clients of lmstfy; null for none
 * @param lmstfyAdmin calls of administrators of lmstfy; null for none
 */
public record HttpServers(Javalin own, @Nullable Javalin lmstfy, @Nullable Javalin lmstfyAdmin) {}

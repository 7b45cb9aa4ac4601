package io.delaygate.gateway.settings;

import java.util.List;

/**
 * The doors for clients of lmstfy.
 *
 * @param port for calls about queues: 0 for any that is free, -1 for none
 * @param adminPort for calls of administrators, the same
 * @param pools by which names clients may call what is here
 */
public record LmstfySettings(int port, int adminPort, List<String> pools) {}

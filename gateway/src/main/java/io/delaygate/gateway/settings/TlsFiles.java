package io.delaygate.gateway.settings;

import java.nio.file.Path;

/**
 * What HTTPS needs, as PEM.
 *
 * @param certificate the certificate, and those that it is signed by
 * @param key its private key, not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}

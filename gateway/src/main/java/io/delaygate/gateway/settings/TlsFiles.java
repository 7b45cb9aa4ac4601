package io.delaygate.gateway.settings;

import java.nio.file.Path;

/**
 * Files of certificate and key for HTTPS, as PEM.
 *
 * @param certificate the certificate, and those that it is signed by
 * @param key its private key, not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}

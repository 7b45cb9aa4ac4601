package io.delaygate.gateway.access;

/**
 * What is known of one token.
 *
 * @param name whose it is; several tokens may have one name, so that a new one can replace an old
 *     one without a gap
 * @param role what it allows
 * @param hash SHA-256 of it
 */
record Token(String name, Role role, byte[] hash) {}

package io.delaygate.gateway.access;

/**
 * Entry of the tokens file: name, role and hash of one token.
 *
 * @param name of the token; several tokens may have one name, so that a new one can replace an old
 *     one without a gap
 * @param role what the token allows
 * @param hash SHA-256 of the token
 */
record Token(String name, Role role, byte[] hash) {}

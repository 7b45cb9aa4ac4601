/**
 * TCP proxies between programs and brokers, for networks that stall or reset connections.
 *
 * <p>In: a port to listen on and a port to connect to. Out: a {@link
 * io.delaygate.harness.network.ProxyLink} that forwards bytes, and can be cut. Invariant: bytes are
 * forwarded in order or not at all.
 */
@NullMarked
package io.delaygate.harness.network;

import org.jspecify.annotations.NullMarked;

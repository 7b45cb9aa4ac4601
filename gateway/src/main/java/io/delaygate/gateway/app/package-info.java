/**
 * Process of the gateway: wiring, table of routes, start and stop.
 *
 * <p>In: settings. Out: a {@link io.delaygate.gateway.app.Gateway} that serves. Guarantees: it
 * starts whether or not Kafka is there; when it stops, no call that was taken goes without an
 * answer within the grace; nothing static, so that several run in one JVM.
 */
@NullMarked
package io.delaygate.gateway.app;

import org.jspecify.annotations.NullMarked;

/**
 * Log lines of both services: fixed keys, as text or JSON.
 *
 * <p>In: what happened, and the ids of the call that it is about. Out: one event of fixed keys, as
 * text or JSON ({@code text.xml} and {@code json.xml} beside these classes, which a service's
 * {@code logback.xml} includes by {@code LOG_FORMAT}). Guarantees: a message is a constant, what
 * varies is the value of a {@link io.delaygate.service.logging.LogKey}, and neither holds a token,
 * a record's key, or a payload.
 */
@NullMarked
package io.delaygate.service.logging;

import org.jspecify.annotations.NullMarked;

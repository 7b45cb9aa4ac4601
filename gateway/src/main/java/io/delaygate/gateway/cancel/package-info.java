/**
 * Cancelling over HTTP.
 *
 * <p>In: the id of a path. Out: a {@code cancel} command on {@code delay-requests}. What always
 * holds: it goes to the partition of the job's own commands, so it is never overtaken by what was
 * sent before it; the answer promises that the command is stored, not that it came in time.
 */
@NullMarked
package io.delaygate.gateway.cancel;

import org.jspecify.annotations.NullMarked;

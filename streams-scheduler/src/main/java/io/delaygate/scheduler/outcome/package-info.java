/**
 * Definite answers: the outcome of a command, sent to whoever asked for it.
 *
 * <p>In: decisions and rejections of commands with reply headers. Out: a JSON record, described by
 * {@code reply.schema.json} of the schemas. What always holds: it is in the transaction of the
 * change, so that a {@code read_committed} reader may rely on it for ever; a reply topic that
 * cannot take it costs the answer, never the change.
 */
@NullMarked
package io.delaygate.scheduler.outcome;

import org.jspecify.annotations.NullMarked;

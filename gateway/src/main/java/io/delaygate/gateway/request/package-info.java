/**
 * What is read from an HTTP request before it means anything.
 *
 * <p>In: raw path and body of a call. Out: the job id of the path, the body's text, or a problem.
 * What always holds: nothing is decoded leniently, and no body larger than the setting is ever held
 * in memory, with or without {@code Content-Length}.
 */
@NullMarked
package io.delaygate.gateway.request;

import org.jspecify.annotations.NullMarked;

/**
 * Error answers.
 *
 * <p>In: refusals, thrown failures, and errors that the HTTP server found itself. Out: {@code
 * application/problem+json}, RFC 9457. What always holds: every error answer has this form and a
 * reason code; none holds a stack trace or a payload, and neither does the log; a 500 is found in
 * the log by the answer's instance.
 */
@NullMarked
package io.delaygate.gateway.problem;

import org.jspecify.annotations.NullMarked;

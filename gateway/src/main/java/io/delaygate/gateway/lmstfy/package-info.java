/**
 * HTTP API that is compatible with lmstfy: the operations of {@code /v1/queues} in its paths and
 * formats.
 *
 * <p>In: calls as clients of lmstfy make them, on ports of their own. Out: commands and questions
 * like those of the native calls, and answers with the statuses, bodies and words of lmstfy.
 * Guarantees: the only state is the lease of each reserved job, as acknowledgements do not name it;
 * no job is lost or delivered early, as with lmstfy it may be.
 */
@NullMarked
package io.delaygate.gateway.lmstfy;

import org.jspecify.annotations.NullMarked;

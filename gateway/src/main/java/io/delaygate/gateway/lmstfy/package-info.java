/**
 * HTTP API of lmstfy for its clients: the same steps as those of {@code /v1/queues}, in other
 * words.
 *
 * <p>In: calls as clients of lmstfy make them, on ports of their own. Out: commands and questions
 * like those of the native calls, and answers with the statuses, bodies and words of lmstfy. What
 * always holds: nothing is kept that an answer depends on, but which lease a job was handed out
 * with, as acknowledgements do not name it; where lmstfy loses or delivers early, this does not.
 */
@NullMarked
package io.delaygate.gateway.lmstfy;

import org.jspecify.annotations.NullMarked;

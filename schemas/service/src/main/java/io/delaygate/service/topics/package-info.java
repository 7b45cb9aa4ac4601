/**
 * Creation of an installation's own topics that are missing.
 *
 * <p>In: planned topics and an admin client. Out: the topics, made as planned, or an error that
 * names the one that cannot be made. Guarantees: a topic that exists is never changed.
 */
@NullMarked
package io.delaygate.service.topics;

import org.jspecify.annotations.NullMarked;

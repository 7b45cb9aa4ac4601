/**
 * Topics of an installation: names, planned settings, and names that are forbidden as targets.
 *
 * <p>In: {@code topic.prefix} and single overrides. Out: names, planned topics, and the creation of
 * those that are missing. Guarantees: two installations with different prefixes share no topic, no
 * consumer group and no transactional id.
 */
@NullMarked
package io.delaygate.schemas.topics;

import org.jspecify.annotations.NullMarked;

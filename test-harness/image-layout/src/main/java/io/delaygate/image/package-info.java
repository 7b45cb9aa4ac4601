/**
 * Layout of images, as far as Jib's own settings cannot describe it.
 *
 * <p>In: the plan that Jib made from a module's pom. Out: the plan with the distribution as its
 * only content, and with volumes that the image's user may write. What always holds: everything
 * else belongs to root.
 */
@NullMarked
package io.delaygate.image;

import org.jspecify.annotations.NullMarked;

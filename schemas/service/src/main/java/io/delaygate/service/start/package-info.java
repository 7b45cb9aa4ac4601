/**
 * Start of a service: the mark by which its start script knows that an earlier start succeeded.
 *
 * <p>In: the path that the script names. Out: an empty file. Guarantees: a mark that cannot be
 * written changes nothing but a later start's duration.
 */
@NullMarked
package io.delaygate.service.start;

import org.jspecify.annotations.NullMarked;

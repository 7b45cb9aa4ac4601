/**
 * Reader of {@code delay-control}: decisions of operators about targets, namespaces, tokens and
 * endpoints.
 *
 * <p>In: records of the compacted topic {@code delay-control}, from the first to the last and then
 * as they come. Out: an immutable view of all of them. Guarantees: every scheduler and gateway
 * reads the same records and so comes to the same view; a record that is not valid is ignored and
 * reported.
 */
@NullMarked
package io.delaygate.service.control;

import org.jspecify.annotations.NullMarked;

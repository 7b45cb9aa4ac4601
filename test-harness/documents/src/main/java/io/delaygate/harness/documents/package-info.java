/**
 * Check of the parts of documents that are made from the code.
 *
 * <p>In: a document, the name of a block, and the text that it must have. Out: an assertion, or
 * with {@code -Dreadme.update=true} the new text in the document.
 */
@NullMarked
package io.delaygate.harness.documents;

import org.jspecify.annotations.NullMarked;

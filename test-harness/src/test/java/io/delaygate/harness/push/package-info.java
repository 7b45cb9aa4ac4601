/** HTTP endpoints for the tests of push: a server that misbehaves by plan, and what it received. */
@NullMarked
package io.delaygate.harness.push;

import org.jspecify.annotations.NullMarked;

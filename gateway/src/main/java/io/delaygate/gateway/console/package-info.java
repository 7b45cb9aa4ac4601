/**
 * Web console: a page that uses the gateway's own calls.
 *
 * <p>In: the name of a file. Out: the file, as it was built into the jar, and nothing else: no
 * folder is listed and no path is looked up. Guarantees: files need no token, since they hold
 * nothing; a page that was served here runs, draws and asks nothing that does not come from here,
 * which its Content-Security-Policy says to the browser. The page keeps its token in the tab and
 * shows it as a header; no cookie exists, so a page of another site cannot make a browser send it.
 */
@NullMarked
package io.delaygate.gateway.console;

import org.jspecify.annotations.NullMarked;

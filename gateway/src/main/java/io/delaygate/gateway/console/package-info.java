/**
 * Console: a web page for people that works by the gateway's own calls.
 *
 * <p>In: the name of a file. Out: the file, as it was built into the jar, and nothing else: no
 * folder is listed and no path is looked up. What always holds: files need no token, since they
 * hold nothing; a page that was served here runs, draws and asks nothing that does not come from
 * here, which its Content-Security-Policy says to the browser. The page keeps its token in the tab
 * and shows it as a header; no cookie exists, so there is nothing that a page of somebody else
 * could make a browser send.
 */
@NullMarked
package io.delaygate.gateway.console;

import org.jspecify.annotations.NullMarked;

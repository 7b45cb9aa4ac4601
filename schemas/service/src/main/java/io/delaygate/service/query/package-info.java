/**
 * Internal query protocol between gateways and schedulers, written once for both: paths and their
 * parameters, the filter and the order of jobs, and the merge of sorted lists.
 */
@NullMarked
package io.delaygate.service.query;

import org.jspecify.annotations.NullMarked;

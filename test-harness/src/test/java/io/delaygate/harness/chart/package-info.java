/**
 * The Helm chart, linted, rendered and checked without a helm binary or a cluster.
 *
 * <p>In: the chart, its example value sets, and values of the tests. Out: manifests that are read
 * as strictly as the API server would, and faults, each with the place where it is. What always
 * holds: rendering is Helm's own; what a service reads from the rendered settings is checked by the
 * service's own code.
 */
@NullMarked
package io.delaygate.harness.chart;

import org.jspecify.annotations.NullMarked;

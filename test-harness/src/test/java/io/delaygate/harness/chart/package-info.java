/**
 * Tests of the Helm chart, linted, rendered and checked without a helm binary or a cluster.
 *
 * <p>In: the chart, its example value sets, and values of the tests. Out: manifests that are read
 * as strictly as the API server would, and faults, each with its place. Invariants: rendering is
 * Helm's own; the service's own code checks the rendered settings.
 */
@NullMarked
package io.delaygate.harness.chart;

import org.jspecify.annotations.NullMarked;

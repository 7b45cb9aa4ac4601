package io.delaygate.gateway.jobs;

import io.delaygate.gateway.access.ShareNames;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.schedulers.JobListing;
import io.delaygate.service.control.TokenControl;
import io.delaygate.service.control.UsageLimits;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Parts that the works of all operations share.
 *
 * @param ticker monotonic nanoseconds
 */
public record BulkOperationParts(
    CommandSteps steps,
    JobListing listing,
    FilteredCount counts,
    ShareNames shares,
    InflightBytes inflight,
    LongSupplier ticker) {
  /** The limits of a token that was made over HTTP; none for all others. */
  UsageLimits limits(String token) {
    return Optional.ofNullable(shares.known().get().tokens().get(token))
        .map(TokenControl::limits)
        .orElse(UsageLimits.NONE);
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.endpoints.Endpoint;
import io.delaygate.gateway.endpoints.TestCall;
import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.push.CallFactory;
import io.delaygate.gateway.push.EndpointCaller;
import io.delaygate.gateway.push.JobFacts;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.TextHeader;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Maker of test calls of endpoints: they are signed like the first call of a job that is due now.
 *
 * @param caller gives the client, which exists wherever an endpoint can be called
 * @param random makes the ids of the jobs that do not exist
 */
record SignedTestCall(Supplier<EndpointCaller> caller, Clock clock, RandomGenerator random)
    implements TestCall {
  @Override
  public CompletableFuture<CallEnd> call(Endpoint endpoint, @Nullable String path, byte[] body) {
    var now = clock.instant();
    var namespace = endpoint.name().namespace();
    var id = JobId.prefix(namespace) + "test-" + HexFormat.of().toHexDigits(random.nextLong());
    var job =
        new JobFacts(
            new JobId(id),
            now.toEpochMilli(),
            now.toEpochMilli(),
            1,
            path,
            body,
            List.of(TextHeader.of("content-type", "application/json")));
    return caller.get().call(CallFactory.of(endpoint.facts(now.toEpochMilli()), job, now));
  }
}

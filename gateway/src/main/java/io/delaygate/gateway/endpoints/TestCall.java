package io.delaygate.gateway.endpoints;

import io.delaygate.gateway.push.CallEnd;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Caller of an endpoint outside of any job. */
@FunctionalInterface
public interface TestCall {
  /**
   * Calls an endpoint now, and signs the call as that of a job.
   *
   * @param path below its URL, as that of a job; null for none
   * @param body JSON
   * @return never fails
   */
  CompletableFuture<CallEnd> call(Endpoint endpoint, @Nullable String path, byte[] body);
}

package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Failed;
import io.delaygate.gateway.push.CallEnd.Kind;
import io.delaygate.gateway.push.CheckedResolver.Lookup;
import java.net.InetAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Client that calls endpoints. A call never throws, blocks no thread, and ends within its time-out
 * and a moment. Calls of one endpoint share connections, which close when they are idle, so that an
 * endpoint that is not called costs nothing. Thread-safe.
 */
public final class EndpointCaller implements AutoCloseable {
  /** Beyond a call's time-out, for the client to end it; then it counts as ended without that. */
  private static final long MOMENT_MS = 1_000;

  private final CallerConfig config;
  private final LongSupplier ticker;
  private final CheckedResolver resolver;
  private final HttpClient client;

  private EndpointCaller(CallerConfig config, Lookup lookup, LongSupplier ticker) {
    this.config = config;
    this.ticker = ticker;
    var threads = new QueuedThreadPool(JettyClient.MAX_THREADS, JettyClient.MIN_THREADS);
    threads.setName("endpoint-calls");
    threads.setDaemon(true);
    this.resolver = new CheckedResolver(lookup, config.rules(), CheckedResolver.TIMEOUT, threads);
    this.client = JettyClient.of(config, resolver, threads);
  }

  /**
   * Starts a client.
   *
   * @param ticker monotonic nanoseconds
   */
  public static EndpointCaller start(CallerConfig config, LongSupplier ticker) {
    return start(config, InetAddress::getAllByName, ticker);
  }

  static EndpointCaller start(CallerConfig config, Lookup lookup, LongSupplier ticker) {
    var caller = new EndpointCaller(config, lookup, ticker);
    JettyClient.start(caller.client);
    return caller;
  }

  /** Makes a call. The future never fails. */
  public CompletableFuture<CallEnd> call(EndpointCall call) {
    var refused = EndpointUrl.fault(call.url(), config.rules());
    if (refused.isPresent()) {
      return CompletableFuture.completedFuture(new Failed(Kind.REFUSED, refused.get(), 0));
    }
    var reader = new AnswerReader(call.timeout(), ticker);
    try {
      request(call).send(reader);
    } catch (RuntimeException unusable) {
      reader.failed(unusable);
    }
    return reader
        .end()
        .completeOnTimeout(
            AnswerReader.late(call.timeout()),
            call.timeout().toMillis() + MOMENT_MS,
            TimeUnit.MILLISECONDS);
  }

  /** Ends all calls that are in flight, as failures. */
  @Override
  public void close() {
    JettyClient.stop(client);
    resolver.close();
  }

  private Request request(EndpointCall call) {
    var timeoutMs = call.timeout().toMillis();
    var request =
        client
            .newRequest(call.url())
            .method(call.method())
            .timeout(timeoutMs, TimeUnit.MILLISECONDS)
            // no shorter one than the call's: the connection's own is for connections without calls
            .idleTimeout(timeoutMs + MOMENT_MS, TimeUnit.MILLISECONDS)
            .headers(
                fields -> call.headers().forEach(field -> fields.add(field.name(), field.value())));
    return call.body() == null ? request : request.body(new BytesRequestContent(call.body()));
  }
}

package io.delaygate.gateway.push;

import io.delaygate.gateway.push.CallEnd.Kind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.jspecify.annotations.Nullable;

/**
 * Resolver that hands out checked addresses only. A name is looked up once for each connection, all
 * its addresses are checked, and the connection goes to those very addresses: a name that resolves
 * to another address a moment later ("DNS rebinding") gains nothing. A name with one address that
 * is refused is refused as a whole. A connection that is used again goes to an address that was
 * checked.
 *
 * <p>Lookups block, so they have threads of their own, at most one for a name: a slow name server
 * delays only the names that it is asked for.
 */
final class CheckedResolver implements SocketAddressResolver, AutoCloseable {
  /** As many as calls by default: each call waits for one lookup at most. They end when idle. */
  static final int MAX_LOOKUPS = 256;

  /** A connection tries so many addresses: each may cost the whole time-out of a connection. */
  static final int MAX_ADDRESSES = 4;

  /** Longest time of a lookup: the time after which resolvers ask another name server. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Source of the addresses of a name; may block. */
  interface Lookup {
    InetAddress[] addresses(String name) throws UnknownHostException;
  }

  private final Lookup lookup;
  private final UrlRules rules;
  private final Duration timeout;
  private final Executor answers;
  private final Map<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MAX_LOOKUPS,
          10,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            var thread = new Thread(task, "endpoint-lookup");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Creates a resolver.
   *
   * @param answers runs what follows a lookup
   */
  CheckedResolver(Lookup lookup, UrlRules rules, Duration timeout, Executor answers) {
    this.lookup = lookup;
    this.rules = rules;
    this.timeout = timeout;
    this.answers = answers;
  }

  @Override
  public void resolve(
      String host,
      int port,
      Map<String, Object> context,
      Promise<List<InetSocketAddress>> promise) {
    var unused =
        addresses(host)
            .whenCompleteAsync(
                (addresses, failure) -> answer(promise, port, addresses, failure), answers);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private static void answer(
      Promise<List<InetSocketAddress>> promise,
      int port,
      @Nullable List<InetAddress> addresses,
      @Nullable Throwable failure) {
    if (addresses == null) {
      promise.failed(failure instanceof CompletionException ? failure.getCause() : failure);
      return;
    }
    promise.succeeded(
        addresses.stream().map(address -> new InetSocketAddress(address, port)).toList());
  }

  private CompletableFuture<List<InetAddress>> addresses(String host) {
    var literal = HostRules.literal(host).or(() -> HostRules.literal("[" + host + "]"));
    var found = literal.map(List::of).map(CompletableFuture::completedFuture);
    return found
        .orElseGet(
            () ->
                shared(host)
                    .copy()
                    .completeOnTimeout(List.of(), timeout.toMillis(), TimeUnit.MILLISECONDS))
        .thenApply(addresses -> checked(host, addresses));
  }

  private List<InetAddress> checked(String host, List<InetAddress> addresses) {
    if (addresses.isEmpty()) {
      throw failed(
          Kind.NAME, "the lookup of " + host + " took more than " + timeout.toMillis() + " ms");
    }
    for (var address : addresses) {
      AddressRules.fault(host, address, rules)
          .ifPresent(
              fault -> {
                throw failed(Kind.REFUSED, "the host " + host + " is refused: " + fault);
              });
    }
    return addresses.subList(0, Math.min(addresses.size(), MAX_ADDRESSES));
  }

  /** The lookup of a name, which all calls that need it at the moment share. */
  private CompletableFuture<List<InetAddress>> shared(String host) {
    var begun = new CompletableFuture<List<InetAddress>>();
    var before = running.putIfAbsent(host, begun);
    if (before != null) {
      return before;
    }
    try {
      threads.execute(() -> lookUp(host, begun));
    } catch (RejectedExecutionException full) {
      running.remove(host, begun);
      begun.completeExceptionally(
          new CallException(
              Kind.NAME, "too many names are being looked up, " + host + " has to wait"));
    }
    return begun;
  }

  private void lookUp(String host, CompletableFuture<List<InetAddress>> begun) {
    try {
      var found =
          Stream.of(lookup.addresses(absolute(host))).map(address -> named(host, address)).toList();
      running.remove(host, begun);
      begun.complete(found);
    } catch (UnknownHostException | RuntimeException failure) {
      running.remove(host, begun);
      begun.completeExceptionally(
          new CallException(Kind.NAME, "the host " + host + " has no address"));
    }
  }

  /**
   * The name as name servers should be asked for it: with a dot at its end, so that no domain of
   * this machine is appended. Names that the operator lists may be short.
   */
  private String absolute(String host) {
    return rules.allowsHost(host) || HostRules.isOfLoopback(host) ? host : host + ".";
  }

  /** The address with the name of the URL, which SNI and the check of certificates take from it. */
  private static InetAddress named(String host, InetAddress address) {
    try {
      return InetAddress.getByAddress(host, address.getAddress());
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException("an address has 4 or 16 bytes", wrongLength);
    }
  }

  private static CompletionException failed(Kind kind, String text) {
    return new CompletionException(new CallException(kind, text));
  }
}

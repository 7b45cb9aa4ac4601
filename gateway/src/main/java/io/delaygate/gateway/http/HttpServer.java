package io.delaygate.gateway.http;

import io.delaygate.gateway.http.ResponseBufferHandler.Patience;
import io.delaygate.gateway.settings.GatewaySettings;
import io.delaygate.service.http.BoundedConnector;
import io.delaygate.service.http.CallSlots;
import io.delaygate.service.http.CallThreads;
import io.delaygate.service.http.EagerBodyHandler;
import io.delaygate.service.http.MethodOverrideFilter;
import io.delaygate.service.settings.SettingsException;
import io.delaygate.service.shutdown.Deadline;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * HTTP server: Javalin and its Jetty, with the gateway's limits and its orderly stop. There is one
 * server for each port. They share their threads, so that an answer can be written whichever call
 * brought it.
 */
public final class HttpServer {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** Callers that upload slowly, or targets that are looked up, hold a thread each. */
  public static final int THREADS_MAX = 250;

  private static final int THREADS_MIN = 8;

  /**
   * Connections that wait to be accepted. The default of 50 overflows when some hundred callers
   * come at once; each that does not fit tries again after a second or more.
   */
  private static final int ACCEPT_QUEUE = 1024;

  /**
   * Send buffer of the kernel for each connection, twice that on Linux. By default it takes up to 4
   * MiB, which count as memory of the container; over a line with 50 ms this size still allows 1
   * MiB/s.
   */
  private static final int SEND_BUFFER_BYTES = 64 << 10;

  /** Connections and threads that calls leave for probes: a few at a time, and some to spare. */
  private static final int PROBE_CONNECTIONS = 64;

  private static final int PROBE_THREADS = 16;

  private static final Set<String> PROBES = Set.of("/healthz", "/readyz", "/metrics");

  /** Some twenty of the largest answers, to be read over a line of 2 Mbit/s, as bodies are. */
  private static final Patience PATIENCE = new Patience(32 << 20, Duration.ofSeconds(10));

  private final CallThreads callThreads = new CallThreads(THREADS_MAX - PROBE_THREADS);
  private final QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
  private final ExecutorService answering = answering();
  private final GatewaySettings settings;
  private final LongSupplier ticker;
  private final Optional<Tls> tls;
  private final HttpMetrics metrics;
  private final Consumer<Context> audit;
  private final UploadDrain drain;
  private final List<Javalin> running = new CopyOnWriteArrayList<>();
  private final List<ResponseBufferHandler> answers = new CopyOnWriteArrayList<>();
  private final List<ServerConnector> connectors = new CopyOnWriteArrayList<>();

  /**
   * Listener on one port, with its routes.
   *
   * @param port 0 for any that is free
   * @param wording the format of problems there
   * @param calls the current level at which answered calls are logged
   */
  public record Door(
      int port,
      ProblemMapper.Wording wording,
      Supplier<Level> calls,
      Consumer<JavalinConfig> routes) {}

  /**
   * Serves nothing before {@link #start}.
   *
   * @param ticker monotonic nanoseconds
   * @param audit called with each answered call; must not block
   * @throws SettingsException if certificate and key cannot be used
   */
  public HttpServer(
      GatewaySettings settings,
      HttpMetrics metrics,
      Lifetime lifetime,
      LongSupplier ticker,
      Consumer<Context> audit) {
    this.audit = audit;
    this.settings = settings;
    this.ticker = ticker;
    this.tls = settings.tls().map(files -> Tls.follow(files, lifetime.failures()));
    this.metrics = metrics;
    this.drain = new UploadDrain(ticker);
    var opened = lifetime.opened();
    tls.ifPresent(it -> opened.add("certificate", deadline -> it.close()));
    opened.add("threads that write answers", deadline -> answering.shutdown());
    opened.add("threads that handle calls", deadline -> LifeCycle.stop(threads));
    opened.add("calls", this::stop);
    threads.setName("http");
  }

  /** Number of open connections. */
  public long connections() {
    return connectors.stream().mapToLong(it -> it.getConnectedEndPoints().size()).sum();
  }

  /** Bytes of large answers that are not sent yet. */
  public long answerBytes() {
    return answers.stream().mapToLong(ResponseBufferHandler::held).sum();
  }

  /** The certificate of HTTPS; empty without HTTPS. */
  public Optional<Tls> tls() {
    return tls;
  }

  /** The executor of work that may block. */
  public Executor workers() {
    return work -> run(threads, work);
  }

  /**
   * The executor that writes answers to calls that waited. It has no more threads than there are
   * cores, as no client holds one up ({@link ResponseBufferHandler}). Results come for many callers
   * at once, and waking a worker for each took longer than its write: 7,500 calls a second instead
   * of 6,900.
   */
  public Executor answerers() {
    return answer -> run(answering, answer);
  }

  private static ExecutorService answering() {
    var number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        Runtime.getRuntime().availableProcessors(),
        task -> new Thread(task, "answers-" + number.incrementAndGet()));
  }

  private static void run(Executor in, Runnable task) {
    try {
      in.execute(task);
    } catch (RejectedExecutionException stopped) {
      LOG.atDebug().log("An answer came after its connection was closed; it is dropped");
    }
  }

  /** Binds the port and serves. */
  public Javalin start(Door door) {
    LifeCycle.start(threads);
    var server =
        Javalin.create(
            config -> {
              configure(config, door);
              door.routes().accept(config);
            });
    server.start();
    running.add(server);
    return server;
  }

  /**
   * Stops accepting, on all ports at once, waits for answers in flight up to the grace, then closes
   * what is left.
   */
  private void stop(Deadline deadline) throws InterruptedException {
    var stopped =
        running.stream().map(server -> new Thread(() -> stop(server), "HTTP shutdown")).toList();
    for (var one : stopped) {
      one.setDaemon(true);
      one.start();
    }
    for (var one : stopped) {
      one.join(deadline.left().plusMillis(1).toMillis()); // zero would be for ever
    }
  }

  private static void stop(Javalin server) {
    try {
      server.stop();
    } catch (JavalinException cutOff) {
      LOG.atWarn()
          .log(
              "Some calls were not answered within `shutdown.grace.ms`; their connections are"
                  + " closed now");
    }
  }

  /**
   * Makes a server answer as all of the gateway do: with an id and safe headers, logged and
   * counted, and errors as problems.
   *
   * @param calls the current level at which answered calls are logged
   * @return the handler of errors before a call reaches a route
   */
  public JettyErrorHandler answer(
      JavalinConfig config, ProblemMapper.Wording wording, Supplier<Level> calls) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.router.ignoreTrailingSlashes = false; // the slash could belong to an id
    config.requestLogger.http(
        (ctx, tookMs) -> {
          metrics.answered(ctx, tookMs);
          CallLog.answered(ctx, tookMs, calls.get());
          audit.accept(ctx);
        });
    config.jetty.modifyHttpConfiguration(
        http -> {
          // ids may hold anything, encoded; only the raw path is ever looked at, and no file served
          http.setUriCompliance(UriCompliance.UNSAFE);
          http.setRequestHeaderSize(settings.maxHeaderBytes());
          http.setSendServerVersion(false);
          // Jetty's own refuses a host that is not in the certificate: probes name the pod's
          // address
          http.addCustomizer(new SecureRequestCustomizer(false));
          http.addCustomizer(new MethodOverrideFilter());
          http.addCustomizer(
              (request, answer) -> {
                harden(answer);
                CallTrace.begin(request, answer);
                return request;
              });
        });
    ProblemMapper.register(config, wording, drain);
    if (settings.tokensFile().isEmpty()) {
      new SiteGuard(settings.hosts()).register(config);
    }
    var problems = new JettyErrorHandler(metrics::answered, HttpServer::harden);
    config.jetty.modifyServer(server -> server.setErrorHandler(problems));
    config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(problems));
    return problems;
  }

  private void configure(JavalinConfig config, Door door) {
    var problems = answer(config, door.wording(), door.calls());
    config.jetty.threadPool = threads;
    var slots = new CallSlots(settings.maxConnections(), callThreads, HttpServer::isProbe);
    config.jetty.addConnector((server, http) -> connector(server, http, door.port(), slots));
    var whole = new ResponseBufferHandler(PATIENCE, problems, metrics);
    answers.add(whole);
    config.jetty.modifyServer(
        server -> {
          server.insertHandler(whole);
          server.insertHandler(new CallLog.LogContext());
          server.insertHandler(slots);
          server.insertHandler(new EagerBodyHandler());
          server.insertHandler(new PendingCallIdleGuard());
          server.insertHandler(new GracefulHandler());
          server.setStopTimeout(settings.shutdownGrace().toMillis());
        });
  }

  /** Answers hold payloads, and are for programs: they must not be cached, framed or run. */
  private static void harden(HttpFields.Mutable answer) {
    answer.put(HttpHeader.CACHE_CONTROL, "no-store");
    answer.put("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    answer.put("Referrer-Policy", "no-referrer");
    answer.put("X-Content-Type-Options", "nosniff");
  }

  private static boolean isProbe(Request request) {
    return PROBES.contains(request.getHttpURI().getPath());
  }

  private ServerConnector connector(
      Server server, HttpConfiguration http, int port, CallSlots slots) {
    var secure = tls.map(Tls::factory).orElse(null); // null: in clear
    var most = settings.maxConnections() + PROBE_CONNECTIONS;
    var bounds = new BoundedConnector.Bounds(most, slots, BoundedConnector.ARRIVAL, ticker);
    var connector = new PendingCallIdleGuard.Connector(server, secure, http, bounds);
    connector.setHost(settings.host());
    connector.setPort(port);
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
    connectors.add(connector);
    return connector;
  }
}

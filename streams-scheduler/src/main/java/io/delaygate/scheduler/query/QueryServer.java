package io.delaygate.scheduler.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.service.http.BoundedConnector;
import io.delaygate.service.http.BoundedPort;
import io.delaygate.service.logging.LogKey;
import io.delaygate.service.logging.StackTraceText;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server of the internal queries of gateways, on Javalin and Jetty. It answers once it is
 * bound, which is before Kafka Streams is made: other instances learn this address when it joins.
 */
public final class QueryServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(QueryServer.class);

  /** Gateways are few and ask through few connections; answering must not crowd out delivery. */
  private static final int THREADS_MAX = 12;

  /** Jetty takes some for itself: one to accept, one per two cores to select. */
  private static final int THREADS_MIN = 4;

  /**
   * Fifteen gateways, each with 65 requests at a time: questions, reservations and one for news.
   */
  static final int CONNECTIONS_MAX = 1_000;

  private static final String UNMATCHED = "unmatched";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Javalin server;

  /**
   * Binds and serves.
   *
   * @param clock epoch milliseconds
   * @param ticker monotonic nanoseconds, for the budgets of scans
   * @param connections the same, for the age of connections
   */
  public QueryServer(
      QueryEndpoint door,
      PartitionReads reads,
      LongSupplier clock,
      LongSupplier ticker,
      LongSupplier connections) {
    var threads = new QueuedThreadPool(THREADS_MAX, THREADS_MIN);
    threads.setName("query");
    var routes = new QueryRoutes(reads, untilStopped(threads), clock, ticker);
    server =
        Javalin.create(
                config -> {
                  config.routes.before(door.check());
                  BoundedPort.open(
                      config,
                      door.host(),
                      door.port(),
                      BoundedConnector.bounds(CONNECTIONS_MAX, connections));
                  configure(config, routes, threads);
                })
            .start();
  }

  /** The port that is served. */
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.stop();
  }

  /** The same threads; after their stop nobody waits for an answer any more. */
  static Executor untilStopped(Executor threads) {
    return answer -> {
      try {
        threads.execute(answer);
      } catch (RejectedExecutionException stopped) {
        // the connections ended with the server
      }
    };
  }

  private static void configure(
      JavalinConfig config, QueryRoutes routes, QueuedThreadPool threads) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.router.ignoreTrailingSlashes = false; // the slash could belong to an id
    config.jetty.threadPool = threads;
    // ids may hold anything, encoded; only the raw path is ever looked at, and no file served
    config.jetty.modifyServer(server -> server.insertHandler(new QueryLogContext()));
    config.requestLogger.http(QueryServer::tell);
    config.jetty.modifyHttpConfiguration(http -> http.setUriCompliance(UriCompliance.UNSAFE));
    routes.add(config.routes);
    config.routes.exception(QueryRefusal.class, QueryServer::refuse);
    config.routes.exception(
        InvalidStateStoreException.class,
        (closed, context) ->
            refuse(QueryRefusal.unavailable("a store was closed during the query"), context));
    config.routes.exception(
        HttpResponseException.class,
        (unroutable, context) -> write(context, unroutable.getStatus(), error("NO_SUCH_PATH")));
    config.routes.exception(CallerDisconnected.class, QueryServer::end);
    config.routes.exception(Exception.class, QueryServer::fail);
  }

  /** Logs the route and not the path, of which a job id is part. */
  private static void tell(Context context, float tookMs) {
    var endpoint = context.endpoints().lastHttpEndpoint();
    var route = endpoint == null ? UNMATCHED : endpoint.path;
    LOG.atDebug()
        .addKeyValue(LogKey.ROUTE.key(), route)
        .addKeyValue(LogKey.STATUS.key(), context.statusCode())
        .addKeyValue(LogKey.TOOK_MS.key(), Math.round(tookMs))
        .log("Query answered");
  }

  static void write(Context context, int status, ObjectNode answer) {
    try {
      context.status(status).contentType("application/json").result(JSON.writeValueAsBytes(answer));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Answers a request that was not answered at once.
   *
   * @throws CallerDisconnected if the connection is closed
   */
  static void writeDelayed(Context context, ObjectNode answer) {
    try {
      write(context, 200, answer);
    } catch (RuntimeException closed) {
      throw new CallerDisconnected(closed);
    }
  }

  private static void refuse(QueryRefusal refusal, Context context) {
    if (refusal.isTransient()) {
      context.header(Header.RETRY_AFTER, "1");
    }
    write(context, refusal.status(), refusal.body());
  }

  /** Throws to end the exchange; after any other end Javalin would try to write again, for ever. */
  private static void end(CallerDisconnected left, Context context) {
    throw left;
  }

  /** The log gets type and place: a message may quote the id in question. */
  private static void fail(Exception failure, Context context) {
    LOG.atError()
        .addKeyValue(LogKey.FAILURE.key(), StackTraceText.of(failure))
        .log("A query failed unexpectedly and is answered with 500");
    write(context, 500, error("INTERNAL"));
  }

  private static ObjectNode error(String code) {
    return JsonNodeFactory.instance.objectNode().put("error", code);
  }
}

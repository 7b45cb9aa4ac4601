package io.delaygate.gateway.ops;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.Problem;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** {@code /healthz}, {@code /readyz} and {@code /metrics}. */
public final class Probes {
  private final Readiness readiness;
  private final Supplier<Optional<String>> outcomesObstacle;
  private final Supplier<Optional<String>> controlObstacle;
  private final Map<String, Supplier<Optional<String>>> poolObstacles;
  private final GatewayMetrics metrics;

  /**
   * Tells these.
   *
   * @param outcomesObstacle why outcomes cannot be had; empty when they can
   * @param controlObstacle why decisions about targets are not followed; empty when they are
   * @param poolObstacles why calls of other pools fail, by pool; empty when they do not; must not
   *     wait
   */
  public Probes(
      Readiness readiness,
      Supplier<Optional<String>> outcomesObstacle,
      Supplier<Optional<String>> controlObstacle,
      Map<String, Supplier<Optional<String>>> poolObstacles,
      GatewayMetrics metrics) {
    this.readiness = readiness;
    this.outcomesObstacle = outcomesObstacle;
    this.controlObstacle = controlObstacle;
    this.poolObstacles = poolObstacles;
    this.metrics = metrics;
  }

  /** Alive: the answer is the proof. A Kafka that is away is no reason to be restarted. */
  public void health(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result("{\"status\":\"up\"}");
  }

  /**
   * Ready, or what speaks against it. Without outcomes, or with decisions that may be old, it stays
   * ready: jobs can be scheduled, and as all gateways read the same topics, another one would
   * hardly do better. So it does without another pool, which is named: callers of the other pools
   * need this gateway.
   */
  public void ready(Context ctx) {
    var obstacles = readiness.obstacles();
    if (obstacles.isEmpty()) {
      var json = JsonNodeFactory.instance.objectNode().put("status", "ready");
      outcomesObstacle.get().ifPresent(why -> json.put("outcomes", why));
      controlObstacle.get().ifPresent(why -> json.put("control", why));
      poolObstacles.forEach(
          (pool, obstacle) ->
              obstacle.get().ifPresent(why -> json.withObject("/pools").put(pool, why)));
      ctx.contentType(ContentType.APPLICATION_JSON).result(json.toString());
      return;
    }
    // no rejected call: not counted as one
    var problem = Problem.of(ReasonCode.UNAVAILABLE, null, String.join("; ", obstacles));
    var json = problem.json(CallTrace.of(ctx).requestId());
    ctx.status(problem.status()).contentType(Problem.MEDIA_TYPE).result(json);
  }

  /** What Prometheus scrapes. */
  public void metrics(Context ctx) throws IOException {
    var type = TextFormat.chooseContentType(ctx.header("Accept"));
    var text = new StringWriter();
    TextFormat.writeFormat(type, text, metrics.registry().metricFamilySamples());
    ctx.contentType(type).result(text.toString());
  }
}

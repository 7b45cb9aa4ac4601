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

/**
 * Handlers of {@code /healthz}, {@code /readyz} and {@code /metrics}.
 *
 * @param outcomesObstacle why outcomes are not available; empty when they are
 * @param controlObstacle why decisions about targets are not followed; empty when they are
 * @param poolObstacles why calls of other pools fail, by pool; empty when they do not; must not
 *     wait
 */
public record Probes(
    Readiness readiness,
    Supplier<Optional<String>> outcomesObstacle,
    Supplier<Optional<String>> controlObstacle,
    Map<String, Supplier<Optional<String>>> poolObstacles,
    GatewayMetrics metrics) {
  /** Answers that the process is alive. An unavailable Kafka is not a reason for a restart. */
  public void health(Context ctx) {
    ctx.contentType(ContentType.APPLICATION_JSON).result("{\"status\":\"up\"}");
  }

  /**
   * Answers that the gateway is ready, or why it is not. It stays ready without outcomes and with
   * outdated decisions: jobs can be scheduled, and all gateways read the same topics, so another
   * one would hardly do better. It also stays ready without another pool, which the answer names:
   * callers of the other pools need this gateway.
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
    // not a rejected call, so not counted as one
    var problem = Problem.of(ReasonCode.UNAVAILABLE, String.join("; ", obstacles));
    var json = problem.json(CallTrace.of(ctx).requestId());
    ctx.status(problem.status()).contentType(Problem.MEDIA_TYPE).result(json);
  }

  /** Answers with all metrics in the format of Prometheus. */
  public void metrics(Context ctx) throws IOException {
    var type = TextFormat.chooseContentType(ctx.header("Accept"));
    var text = new StringWriter();
    TextFormat.writeFormat(type, text, metrics.registry().metricFamilySamples());
    ctx.contentType(type).result(text.toString());
  }
}

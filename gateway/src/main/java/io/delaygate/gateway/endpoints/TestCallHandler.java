package io.delaygate.gateway.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.http.BodyReader;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.InflightBytes;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.SharedLimit;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.payload.JobBody;
import io.delaygate.gateway.push.CallEnd;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.topics.EndpointPath;
import io.javalin.http.Context;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Handler of {@code POST /v1/endpoints/{endpoint}/test}, which calls an endpoint now. */
public final class TestCallHandler {
  /** People make them one by one, and each may take as long as an endpoint's time-out. */
  static final int CALLS_MAX = 16;

  private static final String PATH = "path";
  private static final String USUAL_BODY = "{\"test\":true}";

  private final EndpointsHandler endpoints;
  private final BodyReader bodies;
  private final TestCall caller;
  private final QueryResponder answer;
  private final SharedLimit limit =
      new SharedLimit(CALLS_MAX, "too many test calls of endpoints are in flight");

  /** A handler. */
  public TestCallHandler(
      EndpointsHandler endpoints, BodyReader bodies, TestCall caller, QueryResponder answer) {
    this.endpoints = endpoints;
    this.bodies = bodies;
    this.caller = caller;
    this.answer = answer;
  }

  /** Calls the endpoint, and answers with what came of it. */
  public void post(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var name = EndpointRoute.name(ctx);
    answer.run(
        ctx,
        claim -> {
          var request = request(ctx, claim);
          var endpoint = EndpointsHandler.usable(endpoints.existing(name));
          return call(CallTrace.of(ctx).share(), endpoint, request);
        },
        end -> QueryResponder.json(ctx, json(end)));
  }

  /** Path and body of the call. */
  private record Request(@Nullable String path, byte[] body) {}

  private Request request(Context ctx, InflightBytes.Claim claim) {
    if (BodyReader.isEmpty(ctx)) {
      return new Request(null, USUAL_BODY.getBytes(UTF_8));
    }
    var body = JobBody.parse(bodies.json(ctx, claim));
    var fields = new FieldReader(body.fields(), "");
    fields.refuseUnknown(Set.of(PATH));
    var path = fields.text(PATH);
    if (path != null) {
      EndpointPath.fault(path)
          .ifPresent(
              fault -> {
                throw FieldReader.invalid(PATH, fault);
              });
    }
    var value = body.value();
    return new Request(path, (value == null ? USUAL_BODY : value).getBytes(UTF_8));
  }

  private CompletableFuture<CallEnd> call(
      @Nullable String share, Endpoint endpoint, Request request) {
    limit.enter(share);
    try {
      return caller
          .call(endpoint, request.path(), request.body())
          .whenComplete((end, never) -> limit.leave(share));
    } catch (RuntimeException | Error failed) {
      limit.leave(share);
      throw failed;
    }
  }

  private static ObjectNode json(CallEnd end) {
    var json = JsonNodeFactory.instance.objectNode();
    if (end instanceof CallEnd.Answered answered) {
      json.put("status", answered.status());
      json.put("tookMs", answered.tookMs());
      return json.put("answer", new String(answered.head(), UTF_8));
    }
    json.put("tookMs", end.tookMs());
    return json.put("failure", ((CallEnd.Failed) end).text());
  }
}

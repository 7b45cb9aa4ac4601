package io.delaygate.gateway.queues;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.access.NamespaceIds;
import io.delaygate.gateway.http.AsyncResponder;
import io.delaygate.gateway.http.CallTrace;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.http.RequestHeaders;
import io.delaygate.gateway.jobs.CommandSteps;
import io.delaygate.gateway.outcome.HttpOutcome;
import io.delaygate.gateway.payload.FeedbackRequest;
import io.delaygate.gateway.payload.FieldReader;
import io.delaygate.gateway.publish.PublishResult;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.JobId;
import io.delaygate.schemas.contract.Op;
import io.delaygate.schemas.contract.ReasonCode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Handler of {@code POST /v1/queues/{queue}/finish}, {@code release}, {@code extend} and {@code
 * bury}: feedback of a worker on one attempt or many. A finish is answered when it is stored, the
 * others with their outcome, unless {@code wait} says otherwise: a worker that finishes a job only
 * needs to know that the feedback cannot be lost.
 */
public record AttemptFeedbackHandler(CommandSteps steps, QueueCatalog queues) {
  /** Most attempts in a call: as many as a call reserves. */
  static final int MOST = 100;

  private static final String JOBS = "jobs";

  /** Operation, namespace and trace of a call, and whether it waits for outcomes. */
  private record Call(Op op, NamespaceIds ids, CallTrace trace, boolean waits) {}

  /** Returns the handler of one operation. */
  public Handler says(Op op) {
    return ctx -> tell(ctx, op);
  }

  private void tell(Context ctx, Op op) {
    QueryParameters.of(ctx, Set.of("wait"));
    queues.queue(ctx); // refuses one that is not valid; it need not be the job's queue
    RequestHeaders.refuseIfMatch(ctx, "leave it out: the lease names the attempt");
    var waits = RequestHeaders.waits(ctx, op != Op.FINISH);
    var call = new Call(op, AccessGuard.caller(ctx).ids(), CallTrace.of(ctx), waits);
    steps.withBody(
        ctx,
        body -> {
          if (body.fields().containsKey(JOBS)) {
            var jobs = list(body.fieldsAmong(Set.of(JOBS)).node(JOBS));
            return new AsyncResponder.Pending<>(all(call, jobs), results -> write(ctx, results));
          }
          var fields = body.fieldsAmong(body.fields().keySet());
          return new AsyncResponder.Pending<>(told(call, fields), one -> write(ctx, one));
        });
  }

  private static List<FieldReader> list(@Nullable JsonNode jobs) {
    if (jobs == null || !jobs.isArray() || jobs.isEmpty()) {
      throw FieldReader.invalid(
          JOBS, "must be a list of objects with 'id', 'lease' and the fields of the call");
    }
    if (jobs.size() > MOST) {
      throw FieldReader.invalid(
          JOBS, "a call may have at most %d; nothing was stored".formatted(MOST));
    }
    var list = new ArrayList<FieldReader>();
    for (var i = 0; i < jobs.size(); i++) {
      list.add(FieldReader.of(jobs.get(i), JOBS + "[" + i + "]"));
    }
    return list;
  }

  /** Sends all feedback; one that is refused does not stop the others. */
  private CompletableFuture<List<HttpOutcome>> all(Call call, List<FieldReader> jobs) {
    var told = jobs.stream().map(fields -> toldOrRefused(call, fields)).toList();
    return CompletableFuture.allOf(told.toArray(CompletableFuture<?>[]::new))
        .thenApply(nothing -> told.stream().map(CompletableFuture::join).toList());
  }

  private CompletableFuture<HttpOutcome> toldOrRefused(Call call, FieldReader fields) {
    try {
      return told(call, fields);
    } catch (ProblemException refused) {
      return CompletableFuture.completedFuture(HttpOutcome.of(refused.problem()));
    }
  }

  private CompletableFuture<HttpOutcome> told(Call call, FieldReader fields) {
    var draft = FeedbackRequest.ofNamed(call.op(), fields);
    var named = fields.text(FeedbackRequest.ID);
    if (named == null) {
      throw ProblemException.at(
          fields.path() + FeedbackRequest.ID, ReasonCode.FIELD_MISSING, "'id' is missing");
    }
    var id = call.ids().existing(named);
    steps.validator().judge(id, draft.headers(), draft.value());
    return call.waits()
        ? steps
            .feedbacks()
            .ask(id, draft, call.trace())
            .thenApply(answer -> HttpOutcome.of(id, answer, ReasonCode.LEASE_STALE))
        : steps
            .feedbacks()
            .send(id, draft, call.trace())
            .thenApply(published -> told(id, published));
  }

  private static HttpOutcome told(JobId id, PublishResult published) {
    if (!(published instanceof PublishResult.Stored stored)) {
      return HttpOutcome.of(published.problem());
    }
    var json = JsonNodeFactory.instance.objectNode().put("id", id.local());
    json.put("partition", stored.partition()).put("offset", stored.offset());
    return new HttpOutcome(HttpStatus.ACCEPTED_202, json, null, null);
  }

  /** Without the version, which feedback does not depend on. */
  private static void write(Context ctx, HttpOutcome one) {
    new HttpOutcome(one.status(), one.json(), one.problem(), null).write(ctx);
  }

  private static void write(Context ctx, List<HttpOutcome> all) {
    var json = JsonNodeFactory.instance.objectNode();
    var results = json.putArray("results");
    for (var one : all) {
      var result = results.addObject().put("index", results.size() - 1);
      result.put("status", one.status());
      if (one.problem() != null) {
        result.set("problem", one.json());
      } else {
        result.setAll(one.json());
      }
    }
    QueryResponder.json(ctx, json);
  }
}

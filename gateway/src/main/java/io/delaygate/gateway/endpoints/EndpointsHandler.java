package io.delaygate.gateway.endpoints;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delaygate.gateway.access.AccessGuard;
import io.delaygate.gateway.control.ControlSubject;
import io.delaygate.gateway.control.RateRule;
import io.delaygate.gateway.control.TenancyRecord;
import io.delaygate.gateway.control.TenancyWriter;
import io.delaygate.gateway.control.TenancyWriter.Decision;
import io.delaygate.gateway.http.FilterCursor;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.command.DefaultsParser;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.ControlKey;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Handler of endpoints: {@code GET /v1/endpoints}; {@code GET}, {@code PUT} and {@code DELETE
 * /v1/endpoints/{endpoint}}, and {@code POST .../rotate-secret}. All are about the caller's
 * namespace.
 */
public final class EndpointsHandler {
  /**
   * Endpoints of a namespace: every gateway and scheduler has them in memory, and each gateway asks
   * for the due jobs of each.
   */
  static final int ENDPOINTS_MAX = 1_000;

  private static final int LIMIT_DEFAULT = 100;

  /** Some 1 MiB of answer where all have as many headers as they may. */
  private static final int LIMIT_MAX = 100;

  private final EndpointCatalog endpoints;
  private final EndpointJson json;
  private final JobUrlIndex jobUrls;
  private final Rules rules;
  private final TenancyWriter writer;
  private final RandomGenerator random;

  /**
   * Rules for the values of an endpoint.
   *
   * @param urlFault why a URL is not allowed; empty for one that is
   * @param policies parses the policy of its jobs
   * @param rate of calls
   */
  public record Rules(
      Function<String, Optional<String>> urlFault, DefaultsParser policies, RateRule rate) {}

  /**
   * A handler.
   *
   * @param random makes signing secrets; must not be predictable
   */
  public EndpointsHandler(
      EndpointCatalog endpoints, Rules rules, TenancyWriter writer, RandomGenerator random) {
    this.endpoints = endpoints;
    this.json = new EndpointJson(endpoints, rules.urlFault());
    this.jobUrls = new JobUrlIndex(endpoints.known(), rules.urlFault());
    this.rules = rules;
    this.writer = writer;
    this.random = random;
  }

  /** Lists the endpoints of the namespace by name, a page at a time. */
  public void list(Context ctx) {
    var given = QueryParameters.of(ctx, Set.of("limit", "cursor"));
    var limit = given.number("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
    var namespace = AccessGuard.caller(ctx).namespace();
    var filter = "endpoints " + namespace;
    var after = after(given.text("cursor"), filter);
    var names = endpoints.of(namespace).stream().filter(name -> name.compareTo(after) > 0).toList();
    var answer = JsonNodeFactory.instance.objectNode();
    var list = answer.putArray("endpoints");
    var page = names.subList(0, Math.min(limit, names.size()));
    page.stream()
        .flatMap(name -> endpoints.find(new EndpointName(namespace, name)).stream())
        .forEach(endpoint -> list.add(json.of(endpoint)));
    if (page.size() < names.size()) {
      answer.put("cursor", FilterCursor.encode(filter, page.get(page.size() - 1)));
    }
    QueryResponder.json(ctx, answer);
  }

  private static String after(@Nullable String cursor, String filter) {
    return cursor == null
        ? ""
        : FilterCursor.decode(filter, cursor)
            .orElseThrow(
                () ->
                    ProblemException.at(
                        "cursor",
                        ReasonCode.CURSOR_INVALID,
                        "the cursor does not belong to this listing"));
  }

  /** Shows one endpoint, without its secrets. */
  public void get(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    QueryResponder.json(ctx, json.of(existing(EndpointRoute.name(ctx))));
  }

  /** Makes an endpoint, or replaces all of it but its secrets. */
  public void put(Context ctx) {
    var name = EndpointRoute.name(ctx);
    writer.decide(
        ctx,
        claim -> {
          var request = EndpointRequest.of(writer.body(ctx, claim), rules.urlFault());
          checkOn();
          rules.rate().check(EndpointRequest.PER_SECOND, request.perSecond());
          if (request.jobUrls()) {
            jobUrls.refuseTaken(name, request.url());
          }
          var before = endpoints.find(name);
          if (before.isEmpty()) {
            checkRoom(name.namespace());
          }
          var change =
              EndpointChange.put(
                  name,
                  request,
                  request.policy().judge(rules.policies()),
                  before.orElse(null),
                  fresh());
          return decided(change, before.isEmpty() ? HttpStatus.CREATED : HttpStatus.OK);
        });
  }

  /** Makes a new signing secret. */
  public void rotate(Context ctx) {
    var name = EndpointRoute.name(ctx);
    writer.decide(
        ctx,
        claim -> decided(EndpointChange.rotate(usable(existing(name)), fresh()), HttpStatus.OK));
  }

  /** Deletes an endpoint and its pause. Its jobs stay. */
  public void delete(Context ctx) {
    var name = EndpointRoute.name(ctx);
    writer.decide(
        ctx,
        claim -> {
          var was = existing(name);
          var records = new ArrayList<TenancyRecord>();
          records.add(TenancyRecord.none(new ControlKey.OfEndpoint(name)));
          if (endpoints.known().view().reseals().containsKey(name)) {
            records.add(TenancyRecord.none(new ControlKey.OfReseal(name)));
          }
          var target = endpoints.target(name);
          if (endpoints.known().view().of(target).pause() != null) {
            records.add(TenancyRecord.none(new ControlKey.OfTarget(ControlKey.Kind.PAUSE, target)));
          }
          return new Decision(records, HttpStatus.OK, json.of(was));
        });
  }

  /**
   * The endpoint that a path names, as the subject of a decision.
   *
   * @throws ProblemException 404 when it does not exist
   */
  public ControlSubject subject(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var name = existing(EndpointRoute.name(ctx)).name();
    return new ControlSubject(EndpointRoute.FIELD, name.name(), endpoints.target(name));
  }

  /**
   * The endpoint of that name.
   *
   * @throws ProblemException 404 when it does not exist
   */
  KnownEndpoint existing(EndpointName name) {
    return endpoints
        .find(name)
        .orElseThrow(
            () ->
                ProblemException.at(
                    EndpointRoute.FIELD,
                    ReasonCode.ENDPOINT_NOT_FOUND,
                    "the endpoint does not exist"));
  }

  /**
   * The endpoint with its secrets.
   *
   * @throws ProblemException 409 when they do not open
   */
  static Endpoint usable(KnownEndpoint endpoint) {
    if (endpoint instanceof Endpoint open) {
      return open;
    }
    throw unusable(((LockedEndpoint) endpoint).obstacle());
  }

  private void checkOn() {
    if (endpoints.seal().box().isEmpty()) {
      throw unusable(EndpointSeal.OFF);
    }
  }

  private static ProblemException unusable(String why) {
    return ProblemException.at(
        EndpointRoute.FIELD, ReasonCode.ENDPOINT_UNUSABLE, "the call is not possible: " + why);
  }

  private void checkRoom(String namespace) {
    if (endpoints.of(namespace).size() >= ENDPOINTS_MAX) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "the namespace has %d endpoints already, the largest number; delete one first"
              .formatted(ENDPOINTS_MAX));
    }
  }

  private SigningSecret fresh() {
    return SigningSecret.make(random, endpoints.known().nowMs());
  }

  private Decision decided(EndpointChange change, HttpStatus status) {
    var record =
        TenancyRecord.of(
            new ControlKey.OfEndpoint(change.after().name()),
            EndpointHeaders.of(change.sealed(endpoints.seal())));
    return new Decision(List.of(record), status, shown(change));
  }

  private ObjectNode shown(EndpointChange change) {
    var shown = json.of(change.after());
    return change.made() == null ? shown : shown.put("signingSecret", change.made().text());
  }
}

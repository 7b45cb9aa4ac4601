package io.delaygate.gateway.control;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.delaygate.gateway.control.TenancyWriter.Decision;
import io.delaygate.gateway.http.ProblemException;
import io.delaygate.gateway.http.QueryParameters;
import io.delaygate.gateway.schedulers.QueryResponder;
import io.delaygate.schemas.contract.ReasonCode;
import io.delaygate.schemas.topics.EndpointName;
import io.delaygate.service.control.ControlKey;
import io.delaygate.service.control.ControlView;
import io.delaygate.service.control.NamespaceControl;
import io.delaygate.service.control.UsageLimits;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Handler of namespaces: {@code GET /v1/admin/namespaces}; {@code GET}, {@code PUT} and {@code
 * DELETE /v1/admin/namespaces/{namespace}} and its {@code limits}.
 */
public record NamespacesHandler(ControlCache known, TenancyWriter way) {
  /** Every gateway and scheduler has them in memory, and counts jobs for each. */
  static final int NAMESPACES_MAX = 1_000;

  /** Lists all namespaces by name, the default one included. */
  public void list(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var all = new TreeMap<>(known.view().namespaces());
    all.putIfAbsent(NamespaceControl.DEFAULT, NamespaceControl.OPEN);
    var json = JsonNodeFactory.instance.objectNode();
    var list = json.putArray("namespaces");
    all.forEach((name, control) -> list.add(TenancyJson.namespace(name, control)));
    QueryResponder.json(ctx, json);
  }

  /** Shows one namespace. */
  public void get(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var name = NamespacePath.name(ctx);
    QueryResponder.json(ctx, TenancyJson.namespace(name, existing(known.view(), name)));
  }

  /** Makes a namespace, or replaces all its limits and lists. */
  public void put(Context ctx) {
    var name = NamespacePath.name(ctx);
    way.decide(
        ctx,
        claim -> {
          var control = TenancyJson.namespace(way.body(ctx, claim));
          var view = known.view();
          if (view.has(name)) {
            return decided(name, control);
          }
          return new Decision(
              making(view, name, control),
              HttpStatus.CREATED,
              TenancyJson.namespace(name, control));
        });
  }

  /**
   * The records that make a namespace that does not exist. They take back its old tokens and
   * endpoints: one that was made while the namespace was deleted must not come back with it.
   *
   * @throws ProblemException 409 when there are as many namespaces as allowed
   */
  static List<TenancyRecord> making(ControlView view, String name, NamespaceControl control) {
    var others = view.namespaces().keySet().stream();
    if (others.filter(other -> !isDefault(other)).count() >= NAMESPACES_MAX) {
      throw new ProblemException(
          ReasonCode.TOO_MANY,
          "%d namespaces exist already, the largest number; delete one first"
              .formatted(NAMESPACES_MAX));
    }
    var records = takingBack(view, name);
    records.add(TenancyRecord.of(name, control));
    return records;
  }

  /** Deletes a namespace with its tokens and endpoints. Its jobs stay. */
  public void delete(Context ctx) {
    var name = NamespacePath.name(ctx);
    way.decide(
        ctx,
        claim -> {
          if (isDefault(name)) {
            throw QueryParameters.invalid(
                NamespacePath.FIELD, "the default namespace cannot be deleted");
          }
          var view = known.view();
          var was = existing(view, name);
          var records = takingBack(view, name);
          records.add(TenancyRecord.none(new ControlKey.OfNamespace(name)));
          return new Decision(records, HttpStatus.OK, TenancyJson.namespace(name, was));
        });
  }

  /** Shows the limits of a namespace, which hold for all its tokens together. */
  public void limits(Context ctx) {
    QueryParameters.of(ctx, Set.of());
    var control = existing(known.view(), NamespacePath.name(ctx));
    QueryResponder.json(ctx, TenancyJson.limits(control.limits()));
  }

  /** Sets the limits of a namespace. */
  public void putLimits(Context ctx) {
    var name = NamespacePath.name(ctx);
    way.decide(ctx, claim -> limited(name, TenancyJson.limits(way.body(ctx, claim))));
  }

  /** Removes all limits of a namespace. */
  public void deleteLimits(Context ctx) {
    var name = NamespacePath.name(ctx);
    way.decide(ctx, claim -> limited(name, UsageLimits.NONE));
  }

  /**
   * The decisions about a namespace.
   *
   * @throws ProblemException 404 when it does not exist
   */
  static NamespaceControl existing(ControlView view, String name) {
    if (!view.has(name)) {
      throw ProblemException.at(
          NamespacePath.FIELD, ReasonCode.NAMESPACE_NOT_FOUND, "the namespace does not exist");
    }
    return view.namespaces().getOrDefault(name, NamespaceControl.OPEN);
  }

  private Decision limited(String name, UsageLimits limits) {
    var was = existing(known.view(), name);
    var control = new NamespaceControl(limits, was.allow(), was.deny());
    return Decision.of(TenancyRecord.of(name, control), TenancyJson.limits(limits));
  }

  private static Decision decided(String name, NamespaceControl control) {
    return Decision.of(TenancyRecord.of(name, control), TenancyJson.namespace(name, control));
  }

  private static List<TenancyRecord> takingBack(ControlView view, String namespace) {
    var tokens =
        view.tokens().entrySet().stream()
            .filter(token -> token.getValue().namespace().equals(namespace))
            .map(Map.Entry::getKey)
            .sorted()
            .map(ControlKey.OfToken::new);
    var endpoints =
        view.endpoints().keySet().stream()
            .filter(endpoint -> endpoint.namespace().equals(namespace))
            .sorted(Comparator.comparing(EndpointName::name))
            .map(ControlKey.OfEndpoint::new);
    var reseals =
        view.reseals().keySet().stream()
            .filter(endpoint -> endpoint.namespace().equals(namespace))
            .sorted(Comparator.comparing(EndpointName::name))
            .map(ControlKey.OfReseal::new);
    return Stream.of(tokens, endpoints, reseals)
        .<ControlKey>flatMap(keys -> keys)
        .map(TenancyRecord::none)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static boolean isDefault(String name) {
    return name.equals(NamespaceControl.DEFAULT);
  }
}

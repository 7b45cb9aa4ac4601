package io.delaygate.harness.chart;

import static io.delaygate.harness.chart.Release.containers;
import static io.delaygate.harness.chart.Release.each;
import static io.delaygate.harness.chart.Release.id;
import static io.delaygate.harness.chart.Release.matches;
import static io.delaygate.harness.chart.Release.name;
import static io.delaygate.harness.chart.Release.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Check that every object, port and label that a manifest names exists, which no API server checks.
 */
final class References {
  private final Release release;
  private final Set<String> external;
  private final List<String> faults = new ArrayList<>();

  private References(Release release, Set<String> external) {
    this.release = release;
    this.external = external;
  }

  /**
   * References to missing objects.
   *
   * @param external objects that the user provides, as {@code Kind/name}
   */
  static List<String> faults(Release release, String... external) {
    var check = new References(release, Set.of(external));
    release.workloads().forEach(check::workload);
    release.all("Service").forEach(check::service);
    release.all("PodDisruptionBudget").forEach(it -> check.pods(it, it.at("/spec/selector")));
    release.all("NetworkPolicy").forEach(check::policy);
    release.all("HorizontalPodAutoscaler").forEach(check::autoscaler);
    release.all("Ingress").forEach(check::ingress);
    release.all("ServiceMonitor").forEach(check::monitor);
    return check.faults;
  }

  private void fault(JsonNode manifest, String text) {
    faults.add(id(manifest) + ": " + text);
  }

  private void exists(JsonNode from, String kind, String name) {
    if (!release.has(kind, name) && !external.contains(kind + "/" + name)) {
      fault(from, "there is no %s %s".formatted(kind, name));
    }
  }

  private Stream<JsonNode> selected(JsonNode matchLabels) {
    return release.workloads().stream()
        .filter(it -> matches(matchLabels, it.at("/spec/template/metadata/labels")));
  }

  private void pods(JsonNode manifest, JsonNode selector) {
    if (selected(selector.path("matchLabels")).findAny().isEmpty()) {
      fault(manifest, "no pod has " + selector);
    }
  }

  private void workload(JsonNode workload) {
    var spec = workload.path("spec");
    var labels = spec.at("/template/metadata/labels");
    if (!matches(spec.at("/selector/matchLabels"), labels)) {
      fault(workload, "its selector is not its pods'");
    }
    if (spec.has("serviceName")) {
      exists(workload, "Service", spec.path("serviceName").asText());
    }
    exists(workload, "ServiceAccount", pod(workload).path("serviceAccountName").asText());
    each(pod(workload).path("imagePullSecrets"))
        .forEach(secret -> exists(workload, "Secret", text("name", secret)));
    each(pod(workload).path("volumes")).forEach(volume -> volume(workload, volume));
    containers(workload).forEach(container -> container(workload, container));
  }

  private static String text(String field, JsonNode of) {
    return of.path(field).asText();
  }

  private void volume(JsonNode workload, JsonNode volume) {
    if (volume.has("configMap")) {
      exists(workload, "ConfigMap", text("name", volume.path("configMap")));
    } else if (volume.has("secret")) {
      exists(workload, "Secret", text("secretName", volume.path("secret")));
    } else if (volume.has("persistentVolumeClaim")) {
      var claim = text("claimName", volume.path("persistentVolumeClaim"));
      exists(workload, "PersistentVolumeClaim", claim);
    }
  }

  private void container(JsonNode workload, JsonNode container) {
    var claims = workload.at("/spec/volumeClaimTemplates");
    var volumes =
        Stream.concat(
                each(pod(workload).path("volumes")).map(it -> text("name", it)),
                each(claims).map(Release::name))
            .toList();
    unique(workload, "volume", volumes);
    var mounts = container.path("volumeMounts");
    unique(workload, "mountPath", each(mounts).map(it -> text("mountPath", it)).toList());
    each(mounts)
        .map(mount -> text("name", mount))
        .filter(mount -> !volumes.contains(mount))
        .forEach(mount -> fault(workload, "no volume " + mount));
    unique(workload, "env", each(container.path("env")).map(it -> text("name", it)).toList());
    each(container.path("env"))
        .map(env -> env.path("valueFrom"))
        .forEach(from -> environment(workload, from));
    Stream.of("startupProbe", "livenessProbe", "readinessProbe")
        .map(probe -> container.path(probe).at("/httpGet/port"))
        .filter(port -> !port.isMissingNode())
        .map(JsonNode::asText)
        .filter(port -> !ports(container).contains(port))
        .forEach(port -> fault(workload, "a probe asks port " + port));
  }

  private void unique(JsonNode workload, String what, List<String> names) {
    var seen = new HashSet<String>();
    names.stream()
        .filter(name -> !seen.add(name))
        .forEach(name -> fault(workload, "%s %s twice".formatted(what, name)));
  }

  private void environment(JsonNode workload, JsonNode from) {
    if (from.has("secretKeyRef")) {
      exists(workload, "Secret", text("name", from.path("secretKeyRef")));
    } else if (from.has("configMapKeyRef")) {
      exists(workload, "ConfigMap", text("name", from.path("configMapKeyRef")));
    }
  }

  /** Names and numbers of the ports of a container. */
  private static Set<String> ports(JsonNode container) {
    return each(container.path("ports"))
        .flatMap(port -> Stream.of(text("name", port), text("containerPort", port)))
        .collect(Collectors.toSet());
  }

  private void service(JsonNode service) {
    var workloads = selected(service.at("/spec/selector")).toList();
    if (workloads.size() != 1) {
      fault(service, "is for %d workloads".formatted(workloads.size()));
    }
    for (var workload : workloads) {
      each(service.at("/spec/ports"))
          .map(port -> text("targetPort", port))
          .filter(port -> containers(workload).noneMatch(it -> ports(it).contains(port)))
          .forEach(port -> fault(service, "its pods have no port " + port));
    }
  }

  private void policy(JsonNode policy) {
    pods(policy, policy.at("/spec/podSelector"));
    var open =
        selected(policy.at("/spec/podSelector/matchLabels"))
            .flatMap(Release::containers)
            .flatMap(container -> ports(container).stream())
            .collect(Collectors.toSet());
    each(policy.at("/spec/ingress"))
        .flatMap(rule -> each(rule.path("ports")))
        .map(port -> text("port", port))
        .filter(port -> !open.contains(port))
        .forEach(port -> fault(policy, "its pods have no port " + port));
  }

  private void autoscaler(JsonNode autoscaler) {
    var target = autoscaler.at("/spec/scaleTargetRef");
    exists(autoscaler, text("kind", target), text("name", target));
  }

  private void ingress(JsonNode ingress) {
    each(ingress.at("/spec/rules"))
        .flatMap(rule -> each(rule.at("/http/paths")))
        .map(path -> path.at("/backend/service"))
        .forEach(
            backend -> {
              exists(ingress, "Service", text("name", backend));
              servicePort(ingress, backend.at("/port/name").asText(), text("name", backend));
            });
    each(ingress.at("/spec/tls"))
        .forEach(tls -> exists(ingress, "Secret", text("secretName", tls)));
  }

  private void servicePort(JsonNode from, String port, String service) {
    if (release.all("Service").stream()
        .filter(it -> Release.name(it).equals(service))
        .flatMap(it -> each(it.at("/spec/ports")))
        .noneMatch(it -> text("name", it).equals(port))) {
      fault(from, "Service %s has no port %s".formatted(service, port));
    }
  }

  private void monitor(JsonNode monitor) {
    var services =
        release.all("Service").stream()
            .filter(
                it -> matches(monitor.at("/spec/selector/matchLabels"), it.at("/metadata/labels")))
            .toList();
    if (services.isEmpty()) {
      fault(monitor, "selects no Service");
    }
    each(monitor.at("/spec/endpoints"))
        .map(endpoint -> text("port", endpoint))
        .forEach(port -> services.forEach(it -> servicePort(monitor, port, Release.name(it))));
  }
}

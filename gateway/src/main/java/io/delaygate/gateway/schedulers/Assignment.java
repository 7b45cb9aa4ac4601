package io.delaygate.gateway.schedulers;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Assignment of partitions to scheduler instances, as one of them saw it. It may be outdated when
 * it arrives; an instance refuses queries about partitions that it does not hold.
 *
 * @param partitions how many there are
 * @param active the owner of each partition that has one
 * @param standby the instances with a copy, by partition
 */
record Assignment(int partitions, Map<Integer, String> active, Map<Integer, List<String>> standby) {

  /** Parses an instance's answer; empty when it is not valid. */
  static Optional<Assignment> parse(JsonNode json) {
    var partitions = json.path("partitions").asInt();
    if (partitions < 1) {
      return Optional.empty();
    }
    var active = new HashMap<Integer, String>();
    var standby = new HashMap<Integer, List<String>>();
    for (var instance : json.path("instances")) {
      var url = instance.path("url").asText();
      instance.path("active").forEach(number -> active.putIfAbsent(number.intValue(), url));
      for (var number : instance.path("standby")) {
        standby.computeIfAbsent(number.intValue(), p -> new ArrayList<>()).add(url);
      }
    }
    return Optional.of(new Assignment(partitions, active, standby));
  }

  /** All partitions. */
  Set<Integer> all() {
    return IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
  }

  /** Instances to ask about a partition, the owner first. */
  List<String> candidates(int partition) {
    var urls = new ArrayList<String>();
    Optional.ofNullable(active.get(partition)).ifPresent(urls::add);
    urls.addAll(standby.getOrDefault(partition, List.of()));
    return urls;
  }

  /** Number of partitions that an instance has a copy of. */
  int standbys(String url) {
    return (int) standby.values().stream().filter(urls -> urls.contains(url)).count();
  }

  /** All instances in the assignment. */
  Set<String> instances() {
    var urls = new LinkedHashSet<>(active.values());
    standby.values().forEach(urls::addAll);
    return urls;
  }
}

package io.delaygate.harness.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.delaygate.harness.fuzz.ValidValues.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Fuzzer of a gateway: it makes calls one after the other, and checks each answer. For one thread.
 */
public final class Fuzzer implements AutoCloseable {
  /** Findings after which it stops, because more would be repetitions. */
  private static final int FINDINGS_MAX = 40;

  private final Plan plan;
  private final Installed installed;
  private final CallMaker maker;
  private final AnswerRules rules;
  private final LivePool pool = new LivePool();
  private final Map<Integer, WireClient> clients = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> known = new HashSet<>();
  private final Map<String, Integer> statuses = new TreeMap<>();
  private final Set<String> hostile = new HashSet<>();

  /**
   * Plan of a run.
   *
   * @param seed seed of all random choices
   * @param from number of the first call
   * @param calls number of calls
   */
  public record Plan(long seed, int from, int calls) {}

  /**
   * Installation that is called.
   *
   * @param document document of a gateway
   * @param logs of all services
   * @param topics targets of jobs
   * @param namespaces existing namespaces
   */
  public record Installed(
      JsonNode document,
      List<CallerKind> callers,
      List<ErrorLog> logs,
      List<String> topics,
      List<String> namespaces) {}

  /**
   * Result of a run.
   *
   * @param statuses number of calls by operation and status
   * @param hostile number of different places with a hostile value
   */
  public record Result(List<Finding> findings, Map<String, Integer> statuses, int hostile) {}

  public Fuzzer(Plan plan, Installed installed) {
    this.plan = plan;
    this.installed = installed;
    var document = new ApiDescription(installed.document());
    var world = new World(installed.topics(), installed.namespaces());
    this.maker = new CallMaker(document, installed.callers(), pool, world);
    this.rules = new AnswerRules(document);
  }

  /** Makes all calls, or stops at many findings. */
  public Result run() {
    for (var number = plan.from();
        number < plan.from() + plan.calls() && findings.size() < FINDINGS_MAX;
        number++) {
      // seeded by the number, so that a single call can be repeated
      var random = new Random(((plan.seed() << 32) ^ number) * 0x9E3779B97F4A7C15L);
      var call = maker.next(random, System.currentTimeMillis());
      call.hostile.forEach(it -> hostile.add(call.operation.id() + " " + it));
      judge(number, call);
    }
    return new Result(findings, statuses, hostile.size());
  }

  private void judge(int number, FuzzCall call) {
    try {
      var client = clients.computeIfAbsent(call.caller.port(), WireClient::new);
      var answer = client.call(call);
      var status = answer.map(it -> Integer.toString(it.status())).orElse("none");
      statuses.merge(status, 1, Integer::sum);
      if (answer.isEmpty()) {
        if (!call.isCut) {
          found(number, call, answer, "the connection ended without an answer");
        }
      } else {
        rules.faults(call, answer.get()).forEach(it -> found(number, call, answer, it));
        learn(call, answer.get());
      }
    } catch (IOException none) {
      found(number, call, Optional.empty(), String.valueOf(none.getMessage()));
    }
    for (var log : installed.logs()) {
      log.newErrors().forEach(it -> found(number, call, Optional.empty(), "logged: " + it));
    }
  }

  private void learn(FuzzCall call, WireAnswer answer) {
    if (answer.status() < 300) {
      var namespace = call.caller.namespace();
      AnswerRules.json(answer).ifPresent(it -> pool.learn(namespace, call.operation.id(), it));
      answer.header("ETag").ifPresent(it -> pool.learnVersion(namespace, it));
    }
  }

  private void found(int number, FuzzCall call, Optional<WireAnswer> answer, String what) {
    var status = answer.map(it -> "" + it.status()).orElse("");
    var kind = call.operation.id() + status + what.replaceAll("[0-9a-f-]{8,}|\\d+", "#");
    if (known.add(kind.substring(0, Math.min(160, kind.length())))) {
      findings.add(Finding.of(plan.seed(), number, call, answer.orElse(null), what));
    }
  }

  @Override
  public void close() {
    clients.values().forEach(WireClient::close);
  }
}

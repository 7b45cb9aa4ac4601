package io.delaygate.harness.chaos;

import io.delaygate.harness.chaos.CalledJob.End;
import io.delaygate.harness.push.GatewayCalls;
import io.delaygate.harness.push.PlannedServer;
import io.delaygate.harness.push.Reaction;
import io.delaygate.harness.push.ReceivedCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Endpoints of a run, and what became of the jobs that call them. One server stands for all; it is
 * out of reach of the faults. Calls are received on threads of the server; the rest is for one
 * thread.
 */
final class Calls implements AutoCloseable {
  private static final int LOOK_MS = 1_000;
  private static final int PUNCTUAL_MS = 1_000;

  /** Few attempts, so that some jobs die. */
  private static final int FEW = 3;

  /** More than crashes of gateways can use up. */
  private static final int MANY = 50;

  private static final String FIELDS =
      """
      , "timeoutMs": %d, "ack": {"maxAttempts": %d, "backoff": {"kind": "fixed", "initialMs": 300}}""";

  private final Rig rig;
  private final CallReactions reactions;
  private final Map<String, Long> first = new ConcurrentHashMap<>();
  private final Set<String> successes = ConcurrentHashMap.newKeySet();
  private final Map<String, End> ends = new HashMap<>();
  private final PlannedServer server;

  /** Makes the endpoints. */
  Calls(Rig rig, Plan plan) {
    this.rig = rig;
    this.reactions = new CallReactions(plan.seed());
    this.server = PlannedServer.start(this::react);
    var gateway = new GatewayCalls(rig.gateway(0).process());
    for (var name : List.of(CallPlan.STEADY, CallPlan.SHAKY, CallPlan.BROKEN)) {
      var attempts = name.equals(CallPlan.STEADY) ? MANY : FEW;
      gateway.put(
          name, server.url() + "/" + name, FIELDS.formatted(CallReactions.TIMEOUT_MS, attempts));
    }
  }

  private Reaction react(ReceivedCall call) {
    var id = id(call);
    var endpoint = call.path().substring(1);
    var firstMs = first.computeIfAbsent(endpoint, name -> call.atMs());
    var attempt = call.header("delay-job-attempt");
    var reaction = reactions.to(endpoint, id, attempt, call.atMs() - firstMs);
    if (CallReactions.isSuccess(reaction)) {
      successes.add(id);
    }
    return reaction;
  }

  private static String id(ReceivedCall call) {
    return call.header("delay-job-id");
  }

  /** Waits until every job has ended, or the patience ends. */
  void awaitEnds(Evidence evidence, Patience patience) {
    var open =
        evidence.commands().values().stream()
            .filter(command -> command.verb() == Operation.Verb.SCHEDULE)
            .map(Command::id)
            .filter(CallPlan::isCall)
            .collect(Collectors.toSet());
    open.removeIf(this::hasEnded);
    while (!open.isEmpty() && !patience.isOver(ends.size() - open.size() + server.count())) {
      FaultRunner.pause(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
      open.removeIf(this::hasEnded);
    }
  }

  private boolean hasEnded(String id) {
    var end =
        Questions.tryToAsk(rig.gateway(0).port(), "/v1/jobs/" + id + "/attempts")
            .map(json -> new End(json.path("state").asText(), json.path("attempts").size()))
            .orElse(End.UNKNOWN);
    ends.put(id, end);
    return end.isFinal();
  }

  /** Promises that were broken. */
  List<Violation> violations(Evidence evidence, Clocks clocks) {
    return jobs(evidence).stream()
        .flatMap(job -> job.violations(clocks.mostAheadMs()).stream())
        .toList();
  }

  /** Numbers of calls and of jobs by their ends, for the output. */
  String text() {
    var states =
        ends.values().stream().collect(Collectors.groupingBy(End::state, Collectors.counting()));
    var punctual = server.calls().stream().filter(Calls::isPunctual).count();
    return "%d calls of endpoints by %d jobs, %d of them punctual, in the end %s"
        .formatted(server.count(), ends.size(), punctual, states);
  }

  private static boolean isPunctual(ReceivedCall call) {
    return call.atMs() - Long.parseLong(call.header("delay-job-due-ms")) < PUNCTUAL_MS;
  }

  private List<CalledJob> jobs(Evidence evidence) {
    var calls = server.calls().stream().collect(Collectors.groupingBy(Calls::id));
    var letters =
        evidence.letters().jobs().stream()
            .collect(Collectors.groupingBy(Letter::id, Collectors.summingInt(letter -> 1)));
    var commands = evidence.jobs();
    commands.keySet().removeIf(id -> !CallPlan.isCall(id));
    calls.keySet().forEach(id -> commands.putIfAbsent(id, List.of()));
    return commands.entrySet().stream()
        .map(
            job ->
                new CalledJob(
                    job.getKey(),
                    job.getValue(),
                    calls.getOrDefault(job.getKey(), List.of()),
                    successes.contains(job.getKey()),
                    letters.getOrDefault(job.getKey(), 0),
                    ends.getOrDefault(job.getKey(), End.UNKNOWN)))
        .toList();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

package io.delaygate.gateway.app;

import io.delaygate.gateway.control.ControlWriter;
import io.delaygate.gateway.jobs.BulkKind;
import io.delaygate.gateway.jobs.BulkOperationParts;
import io.delaygate.gateway.jobs.BulkOperationWork;
import io.delaygate.gateway.jobs.RedriveOperationWork;
import io.delaygate.gateway.jobs.RejectedCommandReader;
import io.delaygate.gateway.operations.OperationKind;
import io.delaygate.gateway.operations.OperationParts;
import io.delaygate.gateway.operations.OperationRunner;
import io.delaygate.gateway.operations.OperationStarter;
import io.delaygate.gateway.operations.OperationWork;
import io.delaygate.gateway.operations.OperationsHandler;
import java.util.EnumMap;
import java.util.Map;

/**
 * Handlers and runner of the operations of one installation.
 *
 * @param starter starts those that callers ask for
 * @param runner runs them, from its start to a stop of the gateway
 */
record OperationHandlers(
    OperationsHandler handler, OperationStarter starter, OperationRunner runner) {
  /** The handlers; the runner is closed before Kafka's clients. */
  static OperationHandlers of(
      Installation of,
      Gateway.Parts gateway,
      ControlWriter writer,
      BulkOperationParts parts,
      RejectedCommandReader letters) {
    var given = gateway.given();
    var all =
        OperationParts.of(
            of.notes,
            writer,
            of.known,
            works(parts, letters),
            new OperationParts.Surroundings(
                GatewayName.of(given.random()),
                given.ticker(),
                given.random(),
                gateway.lifetime().failures(),
                gateway.metrics()::operated));
    var runner = new OperationRunner(all);
    gateway.lifetime().closes(of.settings, "operations", runner::close);
    var answer = parts.steps().answer();
    return new OperationHandlers(
        new OperationsHandler(all, answer), new OperationStarter(all, answer), runner);
  }

  private static Map<OperationKind, OperationWork> works(
      BulkOperationParts parts, RejectedCommandReader letters) {
    var works = new EnumMap<OperationKind, OperationWork>(OperationKind.class);
    works.put(OperationKind.CANCEL, new BulkOperationWork(BulkKind.CANCEL, parts));
    works.put(OperationKind.KICK, new BulkOperationWork(BulkKind.KICK, parts));
    works.put(OperationKind.DISCARD, new BulkOperationWork(BulkKind.DISCARD, parts));
    works.put(OperationKind.REDRIVE, new RedriveOperationWork(parts, letters));
    return works;
  }
}
